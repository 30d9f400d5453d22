//! Signals: receivers run where a signal is sent, or where a model is saved or deleted.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use super::model_events::{SIGNALS, Saved, calls_super};
use super::query_sets::Schema;
use super::views::last;
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls that send a signal.
const SENDS: [&str; 5] = ["send", "send_robust", "asend", "asend_robust", "send_chained"];
/// Receivers of one signal that are followed.
const MOST_RECEIVERS: usize = 64;
/// Base classes of the model of users.
const USERS: [&str; 2] = ["AbstractUser", "AbstractBaseUser"];

/// A signal: a variable of the repository, or one of Django's by its name and the model.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Signal {
    /// A variable.
    Own(SymbolId),
    /// Of a model.
    Model(&'static str, SymbolId),
    /// Of a model that is not in the repository, by its name.
    Foreign(&'static str, String),
    /// Of all models.
    Every(&'static str),
}

/// The receivers of all signals.
#[derive(Default)]
pub(super) struct Receivers {
    all: FxHashMap<Signal, Vec<SymbolId>>,
}

impl Receivers {
    /// The receivers of a signal.
    pub(super) fn of(&self, signal: &Signal) -> &[SymbolId] {
        self.all.get(signal).map_or(&[], Vec::as_slice)
    }

    /// Finds them, and adds each as an event.
    pub(super) fn find(schema: &Schema<'_, '_, '_>, out: &mut Contributions) -> Receivers {
        let project = schema.project;
        let names: FxHashSet<u64> = ["receiver", "connect"].map(hash_name).into_iter().collect();
        let mut found = Receivers::default();
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
                    let handler = call.first().or_else(|| call.keyword("receiver"));
                    let handler = handler.filter(|one| one.kind() == ArgumentKind::Name);
                    (vec![call.receiver()], handler.and_then(|one| project.thing_at(&call, one.text())))
                };
                let Some(handler) = handler.filter(|one| project.kind(*one).is_callable()) else { continue };
                for chain in signals {
                    let Some(signal) = signal(schema, &call, chain) else { continue };
                    out.models.endpoints.push(Endpoint {
                        kind: EndpointKind::Event,
                        method: String::new(),
                        path: last(chain).to_owned(),
                        handler: project.qualified(handler, "."),
                        symbol: Some(handler),
                        owner: None,
                        file,
                        line: call.line(),
                    });
                    found.all.entry(signal).or_default().push(handler);
                }
            }
        }
        found
    }
}

/// Adds hops from what sends.
pub(super) fn add(saved: &Saved<'_, '_, '_>, out: &mut Contributions) {
    let project = saved.schema.project;
    let names: FxHashSet<u64> = SENDS
        .iter()
        .chain(SIGNALS.iter().flat_map(|(_, calls)| calls.iter()))
        .map(|name| hash_name(name))
        .collect();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            for (receiver, resolution) in reached(saved, &call) {
                let from = project.scope_of(&call);
                if from != receiver {
                    let (kind, line) = (EdgeKind::Callback, call.line());
                    out.hop(Hop::new(from, receiver, kind, resolution, line, Some(call.number)), "");
                }
            }
        }
    }
}

fn signal(schema: &Schema<'_, '_, '_>, call: &Call<'_>, chain: &str) -> Option<Signal> {
    let project = schema.project;
    let name = last(chain);
    if let Some((signal, _)) = SIGNALS.iter().find(|(signal, _)| *signal == name) {
        let Some(sender) = call.keyword("sender") else { return Some(Signal::Every(signal)) };
        let written = last(sender.text().trim_end_matches("()"));
        let is_user = matches!(written, "AUTH_USER_MODEL" | "get_user_model");
        let model = match sender.kind() {
            _ if is_user => schema.models.iter().copied().filter(|one| project.is_a(*one, &USERS)).min(),
            ArgumentKind::Text => schema.named(call.file, written),
            _ => project.thing_at(call, sender.text()).filter(|one| project.is_type(*one)),
        };
        return Some(match model {
            Some(model) => Signal::Model(signal, project.canonical(model)),
            None if is_user => Signal::Foreign(signal, "User".to_owned()),
            None => Signal::Foreign(signal, written.to_owned()),
        });
    }
    let own = project.thing_at(call, chain)?;
    let is_variable = !project.is_type(own) && !project.kind(own).is_callable();
    is_variable.then(|| Signal::Own(project.canonical(own)))
}

fn reached(saved: &Saved<'_, '_, '_>, call: &Call<'_>) -> Vec<(SymbolId, Resolution)> {
    let project = saved.schema.project;
    let sure = |one: &SymbolId| (*one, Resolution::Exact);
    if SENDS.contains(&call.name()) {
        let own = project.thing_at(call, call.receiver());
        let known = own.map(|own| saved.receivers.of(&Signal::Own(project.canonical(own))));
        return known.into_iter().flatten().take(MOST_RECEIVERS).map(sure).collect();
    }
    match model_of(project, call) {
        Some((model, is_object)) => called(saved, call, model, is_object, Resolution::Exact),
        None => match saved.schema.receiver(call) {
            Some(of) => called(saved, call, of.model, !of.many, Resolution::Inferred),
            None => foreign(saved, call),
        },
    }
}

/// What a call on a model or one of its objects runs. An own `save` that runs Django's is where the
/// signals are sent.
fn called(
    saved: &Saved<'_, '_, '_>,
    call: &Call<'_>,
    model: SymbolId,
    is_object: bool,
    resolution: Resolution,
) -> Vec<(SymbolId, Resolution)> {
    let project = saved.schema.project;
    let name = call.name();
    let with = |all: Vec<SymbolId>| all.into_iter().map(|one| (one, resolution)).collect();
    let own = project.method(model, if name == "delete" { "delete" } else { "save" });
    let is_super = call.receiver().starts_with("super");
    match own.filter(|own| !is_super && calls_super(project, *own)) {
        // The call leads to the method, which sends them.
        Some(_) if is_object && matches!(name, "save" | "delete") => Vec::new(),
        // `Order.objects.create()` saves an object; a query deletes its objects without their method.
        Some(own) if name != "delete" => with(vec![own]),
        _ => with(saved.receivers(model, name)),
    }
}

/// The receivers for a model that is not in the repository, by its name: `User.objects.create_user()`
/// and `user.save()`.
fn foreign(saved: &Saved<'_, '_, '_>, call: &Call<'_>) -> Vec<(SymbolId, Resolution)> {
    let named = match call.receiver().strip_suffix(".objects") {
        Some(model) => last(model).trim_end_matches("()").to_owned(),
        None => last(call.receiver()).to_owned(),
    };
    let is_it = |model: &str| named == model || named == model.to_lowercase() || named == "get_user_model";
    let mut found = Vec::new();
    for (signal, receivers) in &saved.receivers.all {
        let Signal::Foreign(signal, model) = signal else { continue };
        let sends = SIGNALS.iter().any(|(name, calls)| name == signal && calls.contains(&call.name()));
        if sends && is_it(model) {
            found.extend(receivers.iter().map(|one| (*one, Resolution::Inferred)));
        }
    }
    found.sort_unstable_by_key(|(symbol, _)| *symbol);
    found.truncate(MOST_RECEIVERS);
    found
}

/// The model that `order.save()` or `Order.objects.create()` is about, and whether it is one object.
fn model_of(project: &Project<'_, '_>, call: &Call<'_>) -> Option<(SymbolId, bool)> {
    let receiver = call.receiver();
    let value = match receiver.strip_suffix(".objects") {
        Some(model) => project.value_at(call, model),
        None => project.receiver(call),
    };
    match value {
        Value::Instance(of) | Value::Super(of) => Some((project.canonical(of), true)),
        Value::Type(of) => Some((project.canonical(of), false)),
        _ => None,
    }
}
