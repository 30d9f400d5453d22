//! Objects that stand for one piece of work: commands, interactors, operations, service objects.
//!
//! A gem gives their classes a method that makes an object and runs it: `Close.run(ticket)` runs
//! `Close#execute`, `Close.defer(ticket)` runs it later. Others are put together of steps:
//! `organize Check, Close`, `step :check`.

use super::bodies::Bodies;
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Methods of a command's class that run it, with the methods of an object that do its work, the most
/// likely first.
const RUNS: &[(&str, &[&str])] = &[
    ("call", &["call", "perform", "execute", "run"]),
    ("call!", &["call!", "call", "perform", "execute"]),
    ("run", &["execute", "run", "call", "perform"]),
    ("run!", &["execute", "run!", "run", "call", "perform"]),
    ("execute", &["execute", "call", "perform"]),
    ("perform", &["perform", "call", "execute"]),
];

/// Methods of a command's class that run it later.
const DEFERS: &[&str] = &[
    "defer",
    "later",
    "async",
    "call_later",
    "call_async",
    "call_in_background",
    "run_later",
    "run_async",
    "execute_later",
    "execute_async",
];

/// What does the work of a command that runs later.
const WORK: &[&str] = &["call", "execute", "perform", "run"];

/// Declarations of a step, by the name of a method.
const STEPS: &[&str] = &["step", "try", "tee", "check", "pass", "map"];

/// Steps of one command.
const MOST: usize = 64;

/// Adds what calls on the classes of commands run.
pub(super) fn add<'a>(project: &Project<'_, 'a>, bodies: &Bodies<'a>, out: &mut Contributions) {
    let names = RUNS.iter().map(|(name, _)| *name).chain(DEFERS.iter().copied());
    let names: FxHashSet<u64> = names.map(hash_name).collect();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            run(project, bodies, &call, out);
        }
    }
}

fn run<'a>(project: &Project<'_, 'a>, bodies: &Bodies<'a>, call: &Call<'a>, out: &mut Contributions) {
    let Some(class) = class_of(project, call) else { return };
    let from = project.scope_of(call);
    let kind = if DEFERS.contains(&call.name()) { EdgeKind::Async } else { EdgeKind::Delegate };
    let targets = match work_of(project, class, call.name()) {
        Some(method) => vec![method],
        None => steps(project, bodies, class),
    };
    for to in targets.into_iter().filter(|to| *to != from) {
        out.hop(Hop::new(from, to, kind, Resolution::Inferred, call.line(), Some(call.number)), "");
    }
}

/// What a call on the class of a command runs, now or later.
pub(super) fn started(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    let is_named = RUNS.iter().any(|(name, _)| *name == call.name()) || DEFERS.contains(&call.name());
    is_named.then(|| work_of(project, class_of(project, call)?, call.name()))?
}

/// The class that a call is made on, if it has no such method itself.
fn class_of(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    let Value::Type(class) = project.receiver(call) else { return None };
    let class = project.canonical(class);
    project.method(class, call.name()).is_none().then_some(class)
}

/// The method of the objects of a command that does the work of a method of its class.
fn work_of(project: &Project<'_, '_>, class: SymbolId, name: &str) -> Option<SymbolId> {
    let work = RUNS.iter().find(|(one, _)| *one == name).map_or(WORK, |(_, work)| *work);
    let of_object = |name: &&str| project.method(class, name).filter(|method| !project.is_static(*method));
    work.iter().find_map(of_object)
}

/// The steps of a command that has no method of its own for its work, in order.
fn steps<'a>(project: &Project<'_, 'a>, bodies: &Bodies<'a>, class: SymbolId) -> Vec<SymbolId> {
    let mut found = Vec::new();
    for call in bodies.declarations(class) {
        if !call.receiver().is_empty() {
            continue;
        }
        if call.name() == "organize" {
            for value in call.positional() {
                let own = (value.kind() == ArgumentKind::Name).then_some(value);
                for one in value.elements().chain(own) {
                    let class = project.type_at(&call, one.text());
                    let work = |class| WORK.iter().find_map(|name| project.method(class, name));
                    found.extend(class.and_then(work));
                }
            }
        } else if STEPS.contains(&call.name())
            && let Some(name) = call.first().and_then(|first| first.literal())
        {
            found.extend(project.method(class, name));
        }
    }
    found.truncate(MOST);
    found
}
