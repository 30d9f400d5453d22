//! Eloquent models: observers run when an object is stored or removed, and a scope is called without
//! the word before its name.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{Kind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls on a model or one of its objects, and the methods of observers that run, in order.
const EVENTS: &[(&str, &[&str])] = &[
    ("create", CREATES),
    ("forceCreate", CREATES),
    ("firstOrCreate", CREATES),
    ("updateOrCreate", SAVES),
    ("save", SAVES),
    ("saveOrFail", SAVES),
    ("push", SAVES),
    ("update", UPDATES),
    ("updateOrFail", UPDATES),
    ("delete", &["deleting", "deleted"]),
    ("destroy", &["deleting", "deleted"]),
    ("deleteOrFail", &["deleting", "deleted"]),
    ("forceDelete", &["forceDeleting", "deleting", "deleted", "forceDeleted"]),
    ("restore", &["restoring", "restored"]),
];
const CREATES: &[&str] = &["saving", "creating", "created", "saved"];
const UPDATES: &[&str] = &["saving", "updating", "updated", "saved"];
const SAVES: &[&str] = &["saving", "creating", "updating", "created", "updated", "saved"];
/// Observers of one call that are followed.
const MOST: usize = 16;

/// Adds what calls on models run.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    observe(project, out);
    scopes(project, out);
}

fn observe(project: &Project<'_, '_>, out: &mut Contributions) {
    let observers = observers(project);
    if observers.is_empty() {
        return;
    }
    let names: FxHashSet<u64> = EVENTS.iter().map(|(name, _)| hash_name(name)).collect();
    for file in project.files_in("php") {
        for call in project.calls_named(file, &names).filter(|call| !call.receiver().is_empty()) {
            let (model, how) = match project.receiver(&call) {
                Value::Instance(of) | Value::Type(of) => (Some(project.canonical(of)), Resolution::Exact),
                Value::Unknown | Value::External => {
                    (named_after(project, &call, &observers), Resolution::Inferred)
                }
                _ => (None, Resolution::Exact),
            };
            let Some(all) = model.and_then(|model| observers.get(&model)) else { continue };
            let Some((_, events)) = EVENTS.iter().find(|(name, _)| *name == call.name()) else { continue };
            let run =
                events.iter().flat_map(|event| all.iter().filter_map(|one| project.method(*one, event)));
            for method in run.take(MOST) {
                let (from, line) = (project.scope_of(&call), call.line());
                out.hop(Hop::new(from, method, EdgeKind::Callback, how, line, Some(call.number)), "");
            }
        }
    }
}

/// Observers by their model: `#[ObservedBy(OrderObserver::class)]`, `Order::observe(OrderObserver::class)`.
fn observers(project: &Project<'_, '_>) -> FxHashMap<SymbolId, Vec<SymbolId>> {
    let names: FxHashSet<u64> = ["ObservedBy", "observe"].map(hash_name).into_iter().collect();
    let mut found: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for file in project.files_in("php") {
        for call in project.calls_named(file, &names) {
            let model = if call.name() == "observe" {
                project.thing_at(&call, call.receiver())
            } else {
                Some(project.scope_of(&call))
            };
            let Some(model) = model.filter(|one| project.is_type(*one)) else { continue };
            for value in call.arguments().flat_map(|value| value.elements().chain([value])) {
                let chain = value.text().trim_end_matches(".class").trim_end_matches("::class");
                let class = project.thing_at(&call, chain).filter(|one| project.is_type(*one));
                if let Some(class) = class.filter(|_| !chain.is_empty()) {
                    found.entry(project.canonical(model)).or_default().push(project.canonical(class));
                }
            }
        }
    }
    found
}

/// The observed model that a value is named after: `$order`, `$this->order`.
fn named_after(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    observers: &FxHashMap<SymbolId, Vec<SymbolId>>,
) -> Option<SymbolId> {
    let last = call.receiver().rsplit('.').next()?.trim_start_matches('$').to_lowercase();
    let mut models: Vec<SymbolId> =
        observers.keys().copied().filter(|model| project.name(*model).to_lowercase() == last).collect();
    models.sort_unstable();
    models.first().copied()
}

/// `Order::open()` and `$query->open()` run `scopeOpen`.
fn scopes(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut scopes: FxHashMap<String, Vec<(SymbolId, SymbolId)>> = FxHashMap::default();
    for file in project.files_in("php") {
        for class in project.symbols_in(file) {
            if !matches!(project.kind(class), Kind::Class | Kind::Trait) {
                continue;
            }
            for method in project.methods(class) {
                let Some(name) = project.name(*method).strip_prefix("scope") else { continue };
                let mut letters = name.chars();
                let Some(first) = letters.next().filter(|letter| letter.is_uppercase()) else { continue };
                let name = first.to_lowercase().collect::<String>() + letters.as_str();
                scopes.entry(name).or_default().push((project.canonical(class), *method));
            }
        }
    }
    let names: FxHashSet<u64> = scopes.keys().map(|name| hash_name(name)).collect();
    for file in project.files_in("php").filter(|_| !names.is_empty()) {
        for call in project.calls_named(file, &names).filter(|call| !call.receiver().is_empty()) {
            let Some(all) = scopes.get(call.name()) else { continue };
            let head = call.receiver().split(['.', '(']).next().unwrap_or_default();
            let model = project.thing_at(&call, head).filter(|one| project.is_type(*one));
            let own = model.and_then(|model| project.method(model, project.name(all[0].1)));
            let (method, how) = match own {
                Some(method) => (method, Resolution::Exact),
                // A query of an unknown model: the only scope of this name, if nothing else has it.
                None if all.len() == 1 && call.receiver().ends_with("()") && model.is_none() => {
                    (all[0].1, Resolution::Inferred)
                }
                None => continue,
            };
            let (from, line) = (project.scope_of(&call), call.line());
            if from != method {
                out.hop(Hop::new(from, method, EdgeKind::Delegate, how, line, Some(call.number)), "");
            }
        }
    }
}
