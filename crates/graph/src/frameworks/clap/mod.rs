//! clap: an enum that derives `Subcommand` has a command for each variant; a type that derives
//! `Parser` is the program itself.

use super::project::Project;
use super::{Contributions, Endpoint, EndpointKind, Framework};
use crate::ids::SymbolId;
use fathom_syntax::{Kind, ReferenceKind, hash_name};
use rustc_hash::FxHashSet;

pub(super) const CLAP: Framework = Framework { name: "clap", languages: &["rust"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("clap") || project.depends_on("clap")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let derive: FxHashSet<u64> = [hash_name("derive")].into_iter().collect();
    for file in project.files_in("rust") {
        for call in project.calls_named(file, &derive) {
            let traits: Vec<&str> = call.arguments().map(|value| last(value.text())).collect();
            let symbol = project.scope_of(&call);
            if traits.contains(&"Subcommand") {
                for variant in variants(project, symbol) {
                    let handler = matched(project, variant).unwrap_or(variant);
                    push(project, kebab(project.name(variant)), variant, handler, out);
                }
            } else if traits.contains(&"Parser") && project.kind(symbol) != Kind::Enum {
                let main = project.thing_in(file, "main").filter(|one| project.kind(*one).is_callable());
                push(project, program(project, symbol), symbol, main.unwrap_or(symbol), out);
            }
        }
    }
}

fn last(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}

/// The name that a parser is given, or that of its type.
fn program(project: &Project<'_, '_>, symbol: SymbolId) -> String {
    let attributes = project.decorators_of(symbol);
    let mut named = attributes.iter().filter(|one| matches!(one.name(), "command" | "clap"));
    let name = named.find_map(|one| one.keyword("name")?.literal());
    name.map_or_else(|| kebab(project.name(symbol)), str::to_owned)
}

fn variants<'a>(project: &'a Project<'_, '_>, of: SymbolId) -> impl Iterator<Item = SymbolId> + 'a {
    let all = project.symbols_in(project.file_of(of));
    all.filter(move |one| project.container(*one) == Some(of) && !project.kind(*one).is_callable())
}

/// The function in which the variant is matched on: it runs the command.
fn matched(project: &Project<'_, '_>, variant: SymbolId) -> Option<SymbolId> {
    let of = project.container(variant)?;
    let (owner, name) = (project.name(of), project.name(variant));
    for file in project.files_in("rust") {
        let facts = project.facts(file);
        let Some(hash) = Some(hash_name(name)) else { continue };
        let uses = facts.references.iter().find(|one| {
            facts.strings.hash(one.name) == hash
                && last(facts.text(one.receiver)) == owner
                && one.kind() != ReferenceKind::Type
        });
        if let Some(uses) = uses {
            let symbol = project.symbol(file, uses.from);
            return project.kind(symbol).is_callable().then_some(symbol);
        }
    }
    None
}

fn push(
    project: &Project<'_, '_>,
    path: String,
    declared: SymbolId,
    handler: SymbolId,
    out: &mut Contributions,
) {
    out.models.endpoints.push(Endpoint {
        kind: EndpointKind::Command,
        method: String::new(),
        path,
        handler: project.qualified(handler, "::"),
        symbol: project.kind(handler).is_callable().then_some(handler),
        owner: project.container(declared),
        file: project.file_of(declared),
        line: project.definition(declared).line,
    });
}

/// `AddUser` is the command `add-user`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    for (at, mark) in name.char_indices() {
        if mark.is_uppercase() && at > 0 {
            out.push('-');
        }
        out.extend(mark.to_lowercase());
    }
    out.replace('_', "-")
}
