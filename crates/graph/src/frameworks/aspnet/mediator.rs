//! Messages: commands, requests and events, which the class runs that handles their type.

use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use super::method_of;
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Handlers that one message runs.
const MOST_HANDLERS: usize = 16;
/// Parts of the names of calls that are given a message to handle.
const SENDS: [&str; 6] = ["Send", "Publish", "Raise", "Dispatch", "Enqueue", "Event"];

/// The handlers of messages, by their type and by the name of their type.
#[derive(Default)]
struct Handlers {
    by_type: FxHashMap<SymbolId, Vec<SymbolId>>,
    /// Services that exchange messages have a class for each on both sides.
    by_name: FxHashMap<u64, Vec<SymbolId>>,
}

/// `mediator.Send(new PayOrder(id))` runs the handler of `PayOrder`.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let handlers = handlers(project, out);
    if handlers.by_type.is_empty() {
        return;
    }
    for file in project.files_in("csharp") {
        let facts = project.facts(file);
        let sends = facts.references.iter().filter(|one| one.kind().is_call());
        let sends = sends.map(|one| facts.text(one.name));
        let names: FxHashSet<u64> =
            sends.filter(|name| SENDS.iter().any(|part| name.contains(part))).map(hash_name).collect();
        for call in project.calls_named(file, &names) {
            let Some(message) = call.positional().next() else { continue };
            let of = match project.value_at(&call, message.text()) {
                Value::Instance(of) => Some(of),
                _ => project.type_at(&call, message.text().trim_end_matches("()")),
            };
            let Some(of) = of.map(|of| project.canonical(of)) else { continue };
            let (targets, resolution) = match handlers.by_type.get(&of) {
                Some(own) => (own, Resolution::Exact),
                None => match handlers.by_name.get(&hash_name(project.name(of))) {
                    Some(named) => (named, Resolution::Inferred),
                    None => continue,
                },
            };
            let from = project.scope_of(&call);
            for target in targets.iter().take(MOST_HANDLERS).filter(|target| **target != from) {
                let (kind, line) = (EdgeKind::Callback, call.line());
                out.hop(Hop::new(from, *target, kind, resolution, line, Some(call.number)), "");
            }
        }
    }
}

/// The classes that implement an interface as `IRequestHandler<PayOrder>`; each is an entry point.
fn handlers(project: &Project<'_, '_>, out: &mut Contributions) -> Handlers {
    let mut handlers = Handlers::default();
    for file in project.files_in("csharp") {
        for symbol in project.symbols_in(file).filter(|one| project.kind(*one).is_type()) {
            if !project.written_bases(symbol).iter().any(|base| is_handler(base)) {
                continue;
            }
            for handle in handling(project, symbol) {
                let Some((_, written)) = project.parameters(handle).into_iter().next() else { continue };
                let Some(message) = project.thing_in(file, written).filter(|one| project.is_type(*one))
                else {
                    continue;
                };
                out.models.endpoints.push(Endpoint {
                    kind: EndpointKind::Event,
                    method: String::new(),
                    path: project.qualified(message, "."),
                    handler: project.qualified(handle, "."),
                    symbol: Some(handle),
                    owner: Some(symbol),
                    file,
                    line: project.definition(handle).line,
                });
                handlers.by_type.entry(project.canonical(message)).or_default().push(handle);
                handlers.by_name.entry(hash_name(project.name(message))).or_default().push(handle);
            }
        }
    }
    handlers
}

/// The methods of a class that handle messages: one for each type, or an inherited one.
fn handling(project: &Project<'_, '_>, class: SymbolId) -> Vec<SymbolId> {
    let names = ["Handle", "HandleAsync", "Consume"];
    let own = project.methods(class).iter().copied();
    let own: Vec<SymbolId> = own.filter(|one| names.contains(&project.name(*one))).collect();
    if own.is_empty() { method_of(project, class, &names).into_iter().collect() } else { own }
}

/// `IRequestHandler`, `INotificationHandler`, `IIntegrationEventHandler`, `IConsumer`.
fn is_handler(base: &str) -> bool {
    let name = base.rsplit('.').next().unwrap_or(base);
    name.starts_with('I') && (name.ends_with("Handler") || name == "IConsumer")
}
