//! `delegate :name, to: :owner`, and programs that choose what to call: `send("create_#{kind}")`,
//! `"#{kind}Service".constantize`.

use super::bodies::{Bodies, Statement};
use crate::frameworks::call::{Call, Value as Argument};
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::{FileId, SymbolId};
use crate::link::eval::{Place, ResolutionContext, Value};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, Kind, Visibility, hash_name};
use rustc_hash::FxHashSet;

/// Methods or classes that one computed name may mean.
const MOST: usize = 12;
/// Classes below a class that are looked at.
const BELOW: usize = 32;
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
        let Some(name) = call.first() else { continue };
        if call.name().ends_with("send") && named_by_method(project, &call, from, &name, out) {
            continue;
        }
        let template = Some(name.text()).filter(|_| name.kind() == ArgumentKind::Template);
        let Some((before, after)) = template.and_then(around) else { continue };
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

/// `send(verb)`, `send("#{verb}!")` where `verb` is a method that returns a text, maybe another one in
/// each class below: what these texts name. A private method that nothing names is what
/// `send(action)` of its class calls. Returns whether something was found.
fn named_by_method(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    from: SymbolId,
    name: &Argument<'_>,
    out: &mut Contributions,
) -> bool {
    let (before, inserted, after) = match name.kind() {
        ArgumentKind::Name => ("", name.text(), ""),
        ArgumentKind::Template => {
            let Some((before, rest)) = name.text().split_once("#{") else { return false };
            let Some((inserted, after)) = rest.split_once('}') else { return false };
            (before, inserted, after)
        }
        _ => return false,
    };
    let Some(own) = project.type_around(from) else { return false };
    let inserted = inserted.trim().trim_start_matches("self.").trim_end_matches("()");
    let is_own = matches!(call.receiver(), "" | "self");
    let texts = returned(project, own, inserted);
    let of = if is_own {
        Some(own)
    } else {
        match project.likely_receiver(call).0 {
            Value::Instance(class) | Value::Type(class) => Some(class),
            _ => None,
        }
    };
    let Some(of) = of else { return false };
    let mut targets: Vec<SymbolId> =
        texts.iter().filter_map(|text| project.member(of, &format!("{before}{text}{after}"))).collect();
    if targets.is_empty() && is_own && name.kind() == ArgumentKind::Name {
        targets = unnamed(project, own);
    }
    targets.retain(|to| *to != from);
    if targets.is_empty() || targets.len() > MOST {
        return false;
    }
    let resolution = if targets.len() == 1 { Resolution::Inferred } else { Resolution::Ambiguous };
    for to in targets {
        let hop = Hop::new(from, to, EdgeKind::Delegate, resolution, call.line(), Some(call.number));
        out.hop(hop, "by a computed name");
    }
    true
}

/// The texts that a method returns, in its class and in those below.
fn returned<'a>(project: &Project<'_, 'a>, own: SymbolId, name: &str) -> Vec<&'a str> {
    let mut classes = vec![own];
    let mut next = 0;
    let mut texts: Vec<&'a str> = Vec::new();
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return texts;
    }
    while next < classes.len() && classes.len() < BELOW {
        let text = project.method(classes[next], name).and_then(|method| project.text_of(method));
        if let Some(text) = text.filter(|text| !texts.contains(text)) {
            texts.push(text);
        }
        for below in project.world.bases.below(classes[next]) {
            let below = project.canonical(*below);
            if !classes.contains(&below) {
                classes.push(below);
            }
        }
        next += 1;
    }
    texts
}

/// The private methods of a class that no call in its files names.
fn unnamed(project: &Project<'_, '_>, own: SymbolId) -> Vec<SymbolId> {
    let is_named = |method: SymbolId| {
        let facts = project.facts(project.file_of(method));
        let hash = hash_name(project.name(method));
        let is_own = |receiver: &str| matches!(receiver, "" | "self");
        let mut named = facts.references.iter().filter(|one| facts.strings.hash(one.name) == hash);
        named.any(|one| is_own(facts.text(one.receiver)))
    };
    let is_private = |method: &SymbolId| project.definition(*method).visibility() == Visibility::Private;
    let methods = project.methods(own).iter().copied().filter(is_private);
    methods.filter(|method| project.kind(*method) == Kind::Method && !is_named(*method)).collect()
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
