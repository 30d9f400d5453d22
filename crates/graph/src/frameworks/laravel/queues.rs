//! What runs later: jobs that are dispatched, listeners of events, and commands of Artisan.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{Kind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls that queue a job or raise an event.
const SENDS: [&str; 8] = [
    "dispatch",
    "dispatchSync",
    "dispatchNow",
    "dispatchAfterResponse",
    "dispatchIf",
    "event",
    "later",
    "queue",
];

/// Calls that send a mail or a notification.
const MESSAGES: [&str; 3] = ["notify", "notifyNow", "send"];
/// Methods of a mail or notification that run when it is sent.
const PARTS: [&str; 7] = ["via", "toMail", "toArray", "toDatabase", "build", "envelope", "content"];

pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut listeners: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for file in project.files_in("php") {
        for class in project.symbols_in(file).filter(|one| project.kind(*one) == Kind::Class) {
            let Some(handle) = project.method(class, "handle") else { continue };
            let bases = project.written_bases(class);
            let has = |name: &str| bases.iter().any(|base| base.rsplit('.').next() == Some(name));
            let name = project.spelled(class);
            let kind = if has("Command") {
                EndpointKind::Command
            } else if project.path(file).contains("/Listeners/") || listens(project, handle) {
                if let Some(event) = event_of(project, handle) {
                    listeners.entry(event).or_default().push(handle);
                }
                EndpointKind::Event
            } else if has("ShouldQueue") || project.path(file).contains("/Jobs/") {
                EndpointKind::Job
            } else {
                continue;
            };
            let path = match kind {
                EndpointKind::Command => signature(project, class).unwrap_or_else(|| name.clone()),
                EndpointKind::Event => {
                    event_of(project, handle).map_or_else(|| name.clone(), |one| project.spelled(one))
                }
                _ => name.clone(),
            };
            out.models.endpoints.push(Endpoint {
                kind,
                method: String::new(),
                path,
                handler: format!("{name}::handle"),
                symbol: Some(handle),
                owner: Some(class),
                file,
                line: project.definition(class).line,
            });
        }
    }
    listed(project, &mut listeners);
    let names: FxHashSet<u64> = SENDS.iter().chain(&MESSAGES).map(|name| hash_name(name)).collect();
    for file in project.files_in("php") {
        for call in project.calls_named(file, &names) {
            send(project, &call, &listeners, out);
        }
    }
}

/// `protected $listen = [OrderPaid::class => [SendReceipt::class]]`: each class without `handle` is an
/// event, the others after it are its listeners.
fn listed(project: &Project<'_, '_>, listeners: &mut FxHashMap<SymbolId, Vec<SymbolId>>) {
    for file in project.files_in("php") {
        let facts = project.facts(file);
        let is_list = |symbol: &SymbolId| {
            project.name(*symbol).trim_start_matches('$') == "listen" && !project.kind(*symbol).is_callable()
        };
        let Some(list) = project.symbols_in(file).find(is_list) else { continue };
        let local = list.local(project.symbol(file, 0));
        let mut event = None;
        for reference in facts.references.iter().filter(|one| one.from == local && one.receiver == 0) {
            let class = project.thing_in(file, facts.text(reference.name));
            let Some(class) = class.filter(|one| project.is_type(*one)) else { continue };
            match (project.method(class, "handle"), event) {
                (Some(handle), Some(event)) => {
                    let known = listeners.entry(event).or_default();
                    if !known.contains(&handle) {
                        known.push(handle);
                    }
                }
                _ => event = Some(project.canonical(class)),
            }
        }
    }
}

fn listens(project: &Project<'_, '_>, handle: SymbolId) -> bool {
    event_of(project, handle).is_some_and(|event| project.path(project.file_of(event)).contains("/Events/"))
}

/// The type of the first parameter of `handle`.
fn event_of(project: &Project<'_, '_>, handle: SymbolId) -> Option<SymbolId> {
    let (_, written) = project.parameters(handle).into_iter().find(|(name, _)| !name.contains("this"))?;
    let found = project.thing_in(project.file_of(handle), written)?;
    project.is_type(found).then(|| project.canonical(found))
}

/// The first word of `protected $signature = 'orders:close {id}'`.
fn signature(project: &Project<'_, '_>, class: SymbolId) -> Option<String> {
    let member = project.member(class, "signature").or_else(|| project.member(class, "$signature"))?;
    let text = project.declared_text(member)?;
    Some(format!("artisan {}", text.split([' ', '{']).next().unwrap_or(text).trim()))
}

fn send(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    listeners: &FxHashMap<SymbolId, Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let own = project.thing_at(call, call.receiver()).filter(|one| project.is_type(*one));
    let given = || {
        let first = call.first()?;
        match project.value_at(call, first.text()) {
            crate::link::eval::Value::Instance(of) => Some(of),
            _ => project.type_at(call, first.text().trim_end_matches("()")),
        }
    };
    let runs = |class: &SymbolId| {
        listeners.contains_key(&project.canonical(*class)) || project.method(*class, "handle").is_some()
    };
    // A facade or a bus of the application is no job: what it is given is.
    let class = own.filter(runs).or_else(given).map(|class| project.canonical(class));
    let Some(class) = class else { return };
    let from = project.scope_of(call);
    let mut hop = |to: SymbolId, kind: EdgeKind| {
        out.hop(Hop::new(from, to, kind, Resolution::Exact, call.line(), Some(call.number)), "");
    };
    if MESSAGES.contains(&call.name()) {
        let parts = PARTS.iter().filter_map(|name| project.method(class, name));
        parts.for_each(|part| hop(part, EdgeKind::Async));
        return;
    }
    match listeners.get(&class) {
        Some(handlers) => handlers.iter().take(32).for_each(|handler| hop(*handler, EdgeKind::Callback)),
        None => {
            if let Some(handle) = project.method(class, "handle") {
                hop(handle, EdgeKind::Async);
            }
        }
    }
}
