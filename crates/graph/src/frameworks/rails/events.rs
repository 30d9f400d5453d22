//! Event buses: `ActiveSupport::Notifications`, Wisper and those that are built like them.
//!
//! A publisher names an event, a subscriber names it too or has a method of its name. The two are
//! tied by the name.

use crate::frameworks::call::{Call, Value};
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, CallFlags, Kind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls that publish an event.
const PUBLISHES: &[&str] =
    &["instrument", "publish", "broadcast", "trigger", "dispatch", "emit", "publish_event"];

/// Calls that subscribe to an event, with a block or an object.
const SUBSCRIBES: &[&str] = &["subscribe", "on", "monotonic_subscribe", "subscribe_to"];

/// Ends of the names of classes whose methods are called by the names of events.
const LISTENERS: &[&str] = &["Listener", "Subscriber", "Observer", "EventHandler"];

/// Subscribers of one event that are followed.
const MOST: usize = 16;

/// Adds subscribers as entry points, and what publishing runs.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut subscribers = subscribed(project, out);
    let names: FxHashSet<u64> = PUBLISHES.iter().map(|name| hash_name(name)).collect();
    let mut published: Vec<(Call<'_>, String)> = Vec::new();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            if let Some(event) = call.first().and_then(|first| named(project, &first)) {
                published.push((call, event));
            }
        }
    }
    let events: FxHashSet<&str> = published.iter().map(|(_, event)| event.as_str()).collect();
    listeners(project, &events, &mut subscribers, out);
    for (call, event) in &published {
        let from = project.scope_of(call);
        for &to in subscribers.get(event).into_iter().flatten().take(MOST).filter(|to| **to != from) {
            let hop =
                Hop::new(from, to, EdgeKind::Async, Resolution::Inferred, call.line(), Some(call.number));
            out.hop(hop, &format!("event {event}"));
        }
    }
}

/// The name of an event: written out, or a constant that holds it.
fn named(project: &Project<'_, '_>, value: &Value<'_>) -> Option<String> {
    if let Some(name) = value.literal() {
        return Some(name.to_owned());
    }
    if value.kind() != ArgumentKind::Name {
        return None;
    }
    let name = value.text().rsplit('.').next()?;
    if !name.starts_with(|c: char| c.is_uppercase()) || name.contains('(') {
        return None;
    }
    let mut constants = project.world.tables.named(hash_name(name));
    let constant = constants.find(|symbol| project.kind(*symbol) == Kind::Constant)?;
    let facts = project.facts(project.file_of(constant));
    let (_, text) = facts.text(project.definition(constant).signature).split_once('=')?;
    let text = text.trim().trim_end_matches(".freeze");
    let quoted = text.strip_prefix(['"', '\'', ':'])?;
    Some(quoted.trim_end_matches(['"', '\'']).to_owned())
}

/// Subscriptions with the name of their event.
fn subscribed(project: &Project<'_, '_>, out: &mut Contributions) -> FxHashMap<String, Vec<SymbolId>> {
    let names: FxHashSet<u64> = SUBSCRIBES.iter().map(|name| hash_name(name)).collect();
    let mut found: FxHashMap<String, Vec<SymbolId>> = FxHashMap::default();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            let bus = call.receiver();
            let is_bus = bus.starts_with(|c: char| c.is_uppercase()) && call.site.flags.has(CallFlags::BLOCK);
            let Some(event) = call.first().and_then(|first| first.literal()).filter(|_| is_bus) else {
                continue;
            };
            let scope = project.scope_of(&call);
            found.entry(event.to_owned()).or_default().push(scope);
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Event,
                method: String::new(),
                path: event.to_owned(),
                handler: project.display(scope),
                symbol: Some(scope),
                owner: None,
                file,
                line: call.line(),
            });
        }
    }
    found
}

/// Methods of listeners that are called as events are.
fn listeners(
    project: &Project<'_, '_>,
    events: &FxHashSet<&str>,
    subscribers: &mut FxHashMap<String, Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let mut events: Vec<&str> = events.iter().copied().collect();
    events.sort_unstable();
    for event in events {
        let method = event.replace(['.', ':', '-'], "_");
        for symbol in project.world.tables.named(hash_name(&method)) {
            let Some(owner) = project.container(symbol).filter(|_| project.kind(symbol).is_callable()) else {
                continue;
            };
            if !LISTENERS.iter().any(|end| project.name(owner).ends_with(end)) {
                continue;
            }
            let class = project.qualified(project.canonical(owner), "::");
            subscribers.entry(event.to_owned()).or_default().push(symbol);
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Event,
                method: String::new(),
                path: event.to_owned(),
                handler: format!("{class}#{}", project.name(symbol)),
                symbol: Some(symbol),
                owner: Some(project.canonical(owner)),
                file: project.file_of(symbol),
                line: project.definition(symbol).line,
            });
        }
    }
}
