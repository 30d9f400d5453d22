//! Listeners of queues and topics, and what sends messages to them.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use super::SPRING;
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Annotations of listeners, and where the names of queues are.
const LISTENERS: [(&str, &[&str]); 7] = [
    ("KafkaListener", &["topics", "value"]),
    ("RabbitListener", &["queues", "value", "bindings"]),
    ("JmsListener", &["destination", "value"]),
    ("SqsListener", &["value", "queueNames"]),
    ("RocketMQMessageListener", &["topic", "value"]),
    ("StreamListener", &["target", "value"]),
    ("RedisListener", &["value"]),
];
/// Methods of a class with such an annotation that handle a message.
const HANDLERS: [&str; 2] = ["RabbitHandler", "KafkaHandler"];
/// Calls that send a message; one of the first arguments names the queue.
const SENDS: [&str; 7] = [
    "convertAndSend",
    "convertSendAndReceive",
    "send",
    "sendDefault",
    "sendAndReceive",
    "syncSend",
    "asyncSend",
];
/// Listeners of one queue that are followed.
const MOST: usize = 8;

/// Adds listeners as events, and hops from what sends.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let listeners = listeners(project, out);
    if listeners.is_empty() {
        return;
    }
    let names: FxHashSet<u64> = SENDS.map(hash_name).into_iter().collect();
    for language in SPRING.languages {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names).filter(|call| !call.receiver().is_empty()) {
                let mut texts = call
                    .positional()
                    .take(2)
                    .flat_map(|value| [project.text_at(&call, &value).unwrap_or_default(), value.text()]);
                let known = texts.find_map(|text| listeners.get(text));
                for to in known.into_iter().flatten().take(MOST) {
                    let (from, line) = (project.scope_of(&call), call.line());
                    let (kind, how) = (EdgeKind::Async, Resolution::Inferred);
                    out.hop(Hop::new(from, *to, kind, how, line, Some(call.number)), "");
                }
            }
        }
    }
}

/// The listeners by the names of their queues, as texts and as they are written.
fn listeners(project: &Project<'_, '_>, out: &mut Contributions) -> FxHashMap<String, Vec<SymbolId>> {
    let names: FxHashSet<u64> = LISTENERS.iter().map(|(name, _)| hash_name(name)).collect();
    let mut found: FxHashMap<String, Vec<SymbolId>> = FxHashMap::default();
    for language in SPRING.languages {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names).filter(Call::is_decorator) {
                let Some((_, keys)) = LISTENERS.iter().find(|(name, _)| *name == call.name()) else {
                    continue;
                };
                let value = keys.iter().find_map(|key| call.keyword(key)).or_else(|| call.first());
                let mut queues: Vec<&str> = Vec::new();
                for one in value.iter().flat_map(|value| value.elements().chain([*value])) {
                    queues.extend(project.text_at(&call, &one));
                    queues.push(one.text());
                }
                queues.retain(|text| !text.is_empty());
                queues.dedup();
                for handler in handlers(project, project.scope_of(&call)) {
                    let qualified = project.qualified(handler, ".");
                    out.models.endpoints.push(Endpoint {
                        kind: EndpointKind::Event,
                        method: String::new(),
                        path: queues.first().map_or_else(|| qualified.clone(), |name| (*name).to_owned()),
                        handler: qualified,
                        symbol: Some(handler),
                        owner: project.type_around(handler),
                        file,
                        line: call.line(),
                    });
                    for queue in &queues {
                        found.entry((*queue).to_owned()).or_default().push(handler);
                    }
                }
            }
        }
    }
    found
}

/// The methods that handle the messages of a listener, which may be a class.
fn handlers(project: &Project<'_, '_>, listener: SymbolId) -> Vec<SymbolId> {
    if !project.is_type(listener) {
        return vec![listener];
    }
    let is_handler = |method: &SymbolId| {
        project.name(*method) == "onMessage"
            || project.decorators_of(*method).iter().any(|one| HANDLERS.contains(&one.name()))
    };
    project.methods(listener).iter().copied().filter(is_handler).collect()
}
