//! Code that sets a state without an event: `update(status: "closed")`, `ticket.status = :closed`,
//! `ticket.closed!`.

use super::Machine;
use crate::frameworks::StateWriter;
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::ids::SymbolId;
use crate::link::eval::{Place, ResolutionContext, Value};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls that set fields by name.
const SETTERS: &[&str] = &[
    "update",
    "update!",
    "update_attributes",
    "update_attributes!",
    "update_columns",
    "update_all",
    "assign_attributes",
    "attributes=",
    "create",
    "create!",
    "new",
    "build",
    "insert",
];

/// Calls that set one field, given as their first argument.
const SET_ONE: &[&str] = &["update_attribute", "update_column", "write_attribute"];

/// Writers of one machine.
const MOST: usize = 200;

/// Adds the writers of all machines.
pub(super) fn find(project: &Project<'_, '_>, machines: &mut [Machine]) {
    let mut fields: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut bangs: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (at, one) in machines.iter().enumerate() {
        fields.entry(one.shape.field.clone()).or_default().push(at);
        if one.shape.events.is_empty() {
            for state in &one.shape.states {
                bangs.entry(hash_name(&format!("{}!", state.name))).or_default().push(at);
            }
        }
    }
    let mut names: FxHashSet<u64> = SETTERS.iter().chain(SET_ONE).map(|name| hash_name(name)).collect();
    names.extend(bangs.keys());
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            let symbol = project.scope_of(&call);
            let writes = writes(&call, &fields);
            for (field, state) in writes {
                for &at in fields.get(&field).into_iter().flatten() {
                    add(project, machines, at, receiver(project, &call), symbol, &state, call.line());
                }
            }
            for &at in bangs.get(&hash_name(call.name())).into_iter().flatten() {
                let state = call.name().trim_end_matches('!').to_owned();
                add(project, machines, at, receiver(project, &call), symbol, &state, call.line());
            }
        }
        let facts = project.facts(file);
        for binding in facts.bindings {
            let name = facts.text(binding.name).trim_end_matches("()");
            let Some((object, field)) = name.rsplit_once('.') else { continue };
            for &at in fields.get(field).into_iter().flatten() {
                let place = Place { file, scope: binding.scope, line: binding.line };
                let value = match project.world.chain(place, object, ResolutionContext::steps()) {
                    Value::Unknown | Value::External => {
                        project.world.by_convention().chain(place, object, ResolutionContext::steps())
                    }
                    known => known,
                };
                let state = facts.text(binding.value);
                let named = state.rsplit('.').next().unwrap_or(state);
                let prefix = format!("{}_", field.to_ascii_uppercase());
                let mut state = named.strip_prefix(&prefix).unwrap_or_default().to_ascii_lowercase();
                if let Some(held) = facts.held_texts.iter().find(|one| one.line == binding.line) {
                    facts.text(held.text).clone_into(&mut state);
                }
                let symbol = project.symbol(file, binding.scope);
                add(project, machines, at, of(value), symbol, &state, binding.line);
            }
        }
    }
    for one in machines {
        one.shape.writers.sort();
        one.shape.writers.dedup();
        one.shape.writers.truncate(MOST);
    }
}

/// The fields that a call sets, with the state where it is written out.
fn writes(call: &Call<'_>, fields: &FxHashMap<String, Vec<usize>>) -> Vec<(String, String)> {
    if SET_ONE.contains(&call.name()) {
        let mut arguments = call.positional();
        let field =
            arguments.next().and_then(|first| first.literal()).filter(|name| fields.contains_key(*name));
        let state = arguments.next().and_then(|second| second.literal()).unwrap_or_default();
        return field.map(|field| (field.to_owned(), state.to_owned())).into_iter().collect();
    }
    if !SETTERS.contains(&call.name()) {
        return Vec::new();
    }
    let known = call.keywords().filter(|value| fields.contains_key(value.name()));
    known.map(|value| (value.name().to_owned(), value.literal().unwrap_or_default().to_owned())).collect()
}

/// The class that a call is made on; `None` if it is not known.
fn receiver(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    if matches!(call.receiver(), "" | "self") {
        return project.type_around(project.scope_of(call));
    }
    of(project.likely_receiver(call).0)
}

fn of(value: Value) -> Option<SymbolId> {
    match value {
        Value::Instance(class) | Value::Type(class) | Value::Collection(class) => Some(class),
        _ => None,
    }
}

/// Adds a writer, if its object is of the model. An object that is not known counts if it sets a
/// state of the machine by name and no other machine has the field.
fn add(
    project: &Project<'_, '_>,
    machines: &mut [Machine],
    at: usize,
    class: Option<SymbolId>,
    symbol: SymbolId,
    state: &str,
    line: u32,
) {
    let only = machines.iter().filter(|one| one.shape.field == machines[at].shape.field).count() == 1;
    let machine = &mut machines[at].shape;
    let is_state = machine.states.iter().any(|one| one.name == state);
    let fits = match class {
        Some(class) => {
            let class = project.canonical(class);
            class == machine.model || project.ancestors(class).contains(&machine.model)
        }
        None => only && is_state,
    };
    if fits {
        machine.writers.push(StateWriter { symbol, state: state.to_owned(), line });
    }
}
