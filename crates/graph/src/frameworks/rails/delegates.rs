//! `delegate :name, to: :owner`, and programs that choose what to call: `send("create_#{kind}")`,
//! `"#{kind}Service".constantize`.

use super::bodies::{Bodies, Statement};
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::{FileId, SymbolId};
use crate::link::eval::{Place, ResolutionContext, Value};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, Kind, hash_name};
use rustc_hash::FxHashSet;

/// Methods or classes that one computed name may mean.
const MOST: usize = 12;
/// Letters that a computed name must have before or behind what is inserted.
const LETTERS: usize = 4;

/// Adds edges from delegating methods to what they call, and from computed names to what fits.
pub(super) fn add<'a>(project: &Project<'_, 'a>, bodies: &Bodies<'a>, out: &mut Contributions) {
    for class in bodies.all() {
        for statement in bodies.own(class) {
            let Statement::Call(call) = statement else { continue };
            if call.name() != "delegate" {
                continue;
            }
            let Some(to) = call.keyword("to").and_then(|value| value.literal()) else { continue };
            let to = to.trim_start_matches('@');
            let place = Place { file: call.file, scope: call.scope(), line: call.line() };
            let chain = if to == "class" { "Self".to_owned() } else { format!("self.{to}()") };
            let value = project.world.chain(place, &chain, ResolutionContext::steps());
            let (Value::Instance(target) | Value::Type(target)) = value else { continue };
            for value in call.positional().filter(|value| value.literal().is_some()) {
                let Some(from) = declared_at(project, class, value.text(), to) else { continue };
                if let Some(method) = project.member(target, value.text()).filter(|method| *method != from) {
                    let line = project.definition(from).line;
                    out.hop(Hop::new(from, method, EdgeKind::Delegate, Resolution::Exact, line, None), "");
                }
            }
        }
    }
    for file in project.files_in("ruby") {
        computed(project, file, out);
    }
}

/// The method that a declaration defines, with or without a prefix.
fn declared_at(project: &Project<'_, '_>, class: SymbolId, name: &str, to: &str) -> Option<SymbolId> {
    project.member(class, name).or_else(|| project.member(class, &format!("{to}_{name}")))
}

/// Calls by a name that is computed from a part that is written out.
fn computed(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let names: FxHashSet<u64> =
        ["send", "public_send", "__send__", "constantize", "safe_constantize", "const_get"]
            .map(hash_name)
            .into_iter()
            .collect();
    for call in project.calls_named(file, &names) {
        let from = project.scope_of(&call);
        let Some(name) = call.first().filter(|first| first.kind() == ArgumentKind::Template) else {
            continue;
        };
        let Some((before, after)) = around(name.text()) else { continue };
        let targets = match call.name() {
            "send" | "public_send" | "__send__" => {
                let of = match call.receiver() {
                    "" | "self" => project.type_around(from),
                    _ => match project.receiver(&call) {
                        Value::Instance(class) | Value::Type(class) => Some(class),
                        _ => None,
                    },
                };
                let Some(of) = of else { continue };
                let classes = project.ancestors(of);
                let methods = classes.iter().flat_map(|class| project.methods(*class)).copied();
                methods
                    .filter(|method| fits(project.name(*method), before, after))
                    .take(MOST + 1)
                    .collect::<Vec<_>>()
            }
            _ => continue,
        };
        if targets.len() > MOST {
            continue;
        }
        for to in targets.into_iter().filter(|to| *to != from) {
            let hop =
                Hop::new(from, to, EdgeKind::Delegate, Resolution::Ambiguous, call.line(), Some(call.number));
            out.hop(hop, "by a computed name");
        }
    }
    services(project, file, out);
}

/// `"#{kind}Service".constantize.new.call`: classes whose names end alike.
fn services(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let facts = project.facts(file);
    let names: FxHashSet<u64> = ["constantize", "safe_constantize"].map(hash_name).into_iter().collect();
    if project.calls_named(file, &names).next().is_none() {
        return;
    }
    for call in project.calls_named(file, &names) {
        let from = project.scope_of(&call);
        let nearby = |literal: &&fathom_syntax::Literal| {
            literal.scope == call.scope() && literal.line <= call.line() && literal.line + 3 >= call.line()
        };
        let Some(template) = facts
            .literals
            .iter()
            .filter(nearby)
            .map(|one| facts.text(one.text))
            .find(|text| text.contains("#{"))
        else {
            continue;
        };
        let Some((before, after)) = around(template) else { continue };
        let end = after.rsplit("::").next().unwrap_or(after);
        if end.len() < LETTERS {
            continue;
        }
        let module = before.trim_end_matches("::").rsplit("::").next().unwrap_or_default();
        let mut found: Vec<SymbolId> = Vec::new();
        for other in project.files_in("ruby") {
            for (local, definition) in (0..).zip(project.facts(other).definitions) {
                if definition.kind() != Kind::Class {
                    continue;
                }
                let symbol = project.symbol(other, local);
                let qualified = project.qualified(symbol, "::");
                if project.name(symbol).ends_with(end) && (module.is_empty() || qualified.contains(module)) {
                    found.push(project.canonical(symbol));
                }
            }
            if found.len() > MOST {
                break;
            }
        }
        if found.is_empty() || found.len() > MOST {
            continue;
        }
        for class in found {
            let hop = Hop::new(
                from,
                class,
                EdgeKind::Delegate,
                Resolution::Ambiguous,
                call.line(),
                Some(call.number),
            );
            out.hop(hop, "by a computed name");
        }
    }
}

/// The literal text before the first and after the last inserted value.
fn around(template: &str) -> Option<(&str, &str)> {
    let start = template.find("#{")?;
    let end = template.rfind('}')?;
    let (before, after) = (&template[..start], template.get(end + 1..)?);
    (before.len() + after.len() >= LETTERS).then_some((before, after))
}

fn fits(name: &str, before: &str, after: &str) -> bool {
    name.len() > before.len() + after.len() && name.starts_with(before) && name.ends_with(after)
}
