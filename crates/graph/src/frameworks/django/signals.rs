//! Signals: receivers run where a signal is sent, or where a model is saved or deleted.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Signals that Django sends, and the calls on a model or its objects that make it.
const MODEL_SIGNALS: [(&str, &[&str]); 4] = [
    ("pre_save", &["save", "create", "get_or_create", "update_or_create"]),
    ("post_save", &["save", "create", "get_or_create", "update_or_create"]),
    ("pre_delete", &["delete"]),
    ("post_delete", &["delete"]),
];
/// Calls that send a signal.
const SENDS: [&str; 4] = ["send", "send_robust", "asend", "send_chained"];
/// Receivers of one signal that are followed.
const MOST_RECEIVERS: usize = 64;

/// A signal: a variable of the repository, or one of Django's by its name and the model.
#[derive(PartialEq, Eq, Hash)]
enum Signal {
    Own(SymbolId),
    Model(&'static str, SymbolId),
}

/// Adds receivers as events, and hops from what sends.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let receivers = receivers(project, out);
    if receivers.is_empty() {
        return;
    }
    let names: FxHashSet<u64> = SENDS
        .iter()
        .chain(MODEL_SIGNALS.iter().flat_map(|(_, calls)| calls.iter()))
        .map(|name| hash_name(name))
        .collect();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            for (receiver, resolution) in reached(project, &call, &receivers) {
                let from = project.scope_of(&call);
                let hop =
                    Hop::new(from, receiver, EdgeKind::Callback, resolution, call.line(), Some(call.number));
                out.hop(hop, "");
            }
        }
    }
}

fn receivers(project: &Project<'_, '_>, out: &mut Contributions) -> FxHashMap<Signal, Vec<SymbolId>> {
    let names: FxHashSet<u64> = ["receiver", "connect"].map(hash_name).into_iter().collect();
    let mut found: FxHashMap<Signal, Vec<SymbolId>> = FxHashMap::default();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            let (signals, handler) = if call.name() == "receiver" {
                let first = call.first().or_else(|| call.keyword("signal"));
                let listed = first.map(|value| match value.kind() {
                    ArgumentKind::List => value.elements().map(|one| one.text()).collect(),
                    _ => vec![value.text()],
                });
                (listed.unwrap_or_default(), Some(project.scope_of(&call)))
            } else {
                let handler = call.first().filter(|one| one.kind() == ArgumentKind::Name);
                (vec![call.receiver()], handler.and_then(|one| project.thing_at(&call, one.text())))
            };
            let Some(handler) = handler.filter(|one| project.kind(*one).is_callable()) else { continue };
            for chain in signals {
                let Some(signal) = signal(project, &call, chain) else { continue };
                out.models.endpoints.push(Endpoint {
                    kind: EndpointKind::Event,
                    method: String::new(),
                    path: chain.rsplit('.').next().unwrap_or(chain).to_owned(),
                    handler: project.qualified(handler, "."),
                    symbol: Some(handler),
                    owner: None,
                    file,
                    line: call.line(),
                });
                found.entry(signal).or_default().push(handler);
            }
        }
    }
    found
}

fn signal(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Option<Signal> {
    let name = chain.rsplit('.').next().unwrap_or(chain);
    if let Some((signal, _)) = MODEL_SIGNALS.iter().find(|(signal, _)| *signal == name) {
        let sender = call.keyword("sender")?;
        let model = project.thing_at(call, sender.text()).filter(|one| project.is_type(*one))?;
        return Some(Signal::Model(signal, project.canonical(model)));
    }
    let own = project.thing_at(call, chain)?;
    let is_variable = !project.is_type(own) && !project.kind(own).is_callable();
    is_variable.then(|| Signal::Own(project.canonical(own)))
}

fn reached(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    receivers: &FxHashMap<Signal, Vec<SymbolId>>,
) -> Vec<(SymbolId, Resolution)> {
    let mut all = Vec::new();
    if SENDS.contains(&call.name()) {
        if let Some(own) = project.thing_at(call, call.receiver()) {
            let known = receivers.get(&Signal::Own(project.canonical(own)));
            all.extend(known.into_iter().flatten().map(|one| (*one, Resolution::Exact)));
        }
    } else if let Some(model) = model_of(project, call) {
        for ancestor in project.ancestors(model) {
            for (signal, calls) in MODEL_SIGNALS {
                if calls.contains(&call.name()) {
                    let known = receivers.get(&Signal::Model(signal, ancestor));
                    all.extend(known.into_iter().flatten().map(|one| (*one, Resolution::Exact)));
                }
            }
        }
    }
    all.truncate(MOST_RECEIVERS);
    all
}

/// The model that `order.save()` or `Order.objects.create()` is about.
fn model_of(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    let receiver = call.receiver();
    let value = match receiver.strip_suffix(".objects") {
        Some(model) => project.value_at(call, model),
        None => project.receiver(call),
    };
    match value {
        Value::Instance(of) | Value::Type(of) | Value::Super(of) => Some(project.canonical(of)),
        _ => None,
    }
}
