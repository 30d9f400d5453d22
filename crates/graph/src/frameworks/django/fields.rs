//! Choices of a model's field as states, and the transitions of django-fsm.

use super::super::call::{Call, Value};
use super::super::project::Project;
use super::super::{Contributions, State, StateEvent, StateMachine, StateWriter, Transition};
use super::views::last;
use crate::ids::SymbolId;
use fathom_syntax::{ArgumentKind, Kind, ReferenceKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fields that hold a state.
const NAMES: [&str; 3] = ["status", "state", "phase"];
/// Calls whose keywords look for objects.
const SEARCHES: [&str; 6] = ["filter", "exclude", "get", "Q", "When", "get_object_or_404"];
/// Calls that set fields by keywords.
const WRITES: [&str; 4] = ["update", "create", "get_or_create", "update_or_create"];

/// Adds a state machine for each field with choices that is named as a state.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let choices: FxHashSet<u64> = [
        "CharField",
        "IntegerField",
        "PositiveSmallIntegerField",
        "SmallIntegerField",
        "PositiveIntegerField",
        "TextField",
        "FSMField",
        "FSMIntegerField",
    ]
    .map(hash_name)
    .into_iter()
    .collect();
    let mut machines: Vec<StateMachine> = Vec::new();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &choices) {
            let field = project.scope_of(&call);
            let Some(model) = project.container(field).filter(|one| project.is_type(*one)) else { continue };
            let name = project.name(field);
            let is_state = NAMES.iter().any(|word| name == *word || name.ends_with(&format!("_{word}")));
            let is_machine = call.name().starts_with("FSM");
            if !is_state && !is_machine {
                continue;
            }
            let states = call.keyword("choices").map(|value| states(project, &call, model, &value));
            let mut states = states.unwrap_or_else(|| prefixed(project, model, name));
            let default = call.keyword("default").map(|value| last(value.text()).to_owned());
            for state in &mut states {
                state.initial = default.as_deref() == Some(state.name.as_str());
            }
            if !states.is_empty() || is_machine {
                machines.push(StateMachine {
                    model: project.canonical(model),
                    field: name.to_owned(),
                    states,
                    events: Vec::new(),
                    transitions: Vec::new(),
                    writers: Vec::new(),
                });
            }
        }
    }
    if machines.is_empty() {
        return;
    }
    transitions(project, &mut machines);
    writers(project, &mut machines);
    assignments(project, &mut machines);
    out.models.machines.append(&mut machines);
}

/// The constants that choices name, or the members of a class of choices.
fn states(project: &Project<'_, '_>, call: &Call<'_>, model: SymbolId, value: &Value<'_>) -> Vec<State> {
    if value.kind() != ArgumentKind::Name {
        return value.elements().filter_map(|one| one.literal()).map(|text| state(text, call)).collect();
    }
    let chain = value.text().trim_end_matches(".choices").trim_end_matches(".choices()");
    let thing = project.thing_at(call, chain).or_else(|| project.member(model, chain));
    let Some(thing) = thing else { return Vec::new() };
    let file = project.file_of(thing);
    let facts = project.facts(file);
    if project.is_type(thing) {
        let members = project.symbols_in(file).filter(|one| project.container(*one) == Some(thing));
        let is_member = |one: &SymbolId| matches!(project.kind(*one), Kind::Field | Kind::Constant);
        let members = members.filter(is_member);
        return members
            .map(|one| State {
                name: project.name(one).to_owned(),
                initial: false,
                file,
                line: project.definition(one).line,
            })
            .collect();
    }
    // `STATUS_CHOICE = ((STATUS_PENDING, "pending"), …)`: the names in it are the states.
    let local = thing.local(project.symbol(file, 0));
    let mut seen = FxHashSet::default();
    let named = facts
        .references
        .iter()
        .filter(|one| one.from == local && one.kind() == ReferenceKind::Read && seen.insert(one.name));
    let constants = named.map(|one| (facts.text(one.name), one.line));
    let constants = constants.filter(|(name, _)| name.chars().all(|c| !c.is_lowercase()) && name.len() > 1);
    constants
        .map(|(name, line)| {
            let own = project.member(model, name);
            let line = own.map_or(line, |one| project.definition(one).line);
            State { name: name.to_owned(), initial: false, file, line }
        })
        .collect()
}

/// The constants of a model that are named for a field without choices: `STATUS_PAID` for `status`.
fn prefixed(project: &Project<'_, '_>, model: SymbolId, field: &str) -> Vec<State> {
    let prefix = format!("{}_", field.to_uppercase());
    let file = project.file_of(model);
    let own = project.symbols_in(file).filter(|one| project.container(*one) == Some(model));
    let named =
        own.filter(|one| project.name(*one).starts_with(&prefix) && !project.kind(*one).is_callable());
    named
        .map(|one| State {
            name: project.name(one).to_owned(),
            initial: false,
            file,
            line: project.definition(one).line,
        })
        .collect()
}

fn state(text: &str, call: &Call<'_>) -> State {
    State { name: text.to_owned(), initial: false, file: call.file, line: call.line() }
}

/// `@transition(field=status, source="new", target="paid", conditions=[can_pay])`.
fn transitions(project: &Project<'_, '_>, machines: &mut [StateMachine]) {
    let names: FxHashSet<u64> = [hash_name("transition")].into_iter().collect();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            let method = project.scope_of(&call);
            let Some(model) = project.container(method).map(|one| project.canonical(one)) else { continue };
            let field = call.keyword("field").or_else(|| call.first()).map(|value| last(value.text()));
            let machine = machines
                .iter_mut()
                .find(|one| one.model == model && field.is_none_or(|field| one.field == field));
            let Some(machine) = machine else { continue };
            let event = project.name(method).to_owned();
            let text = |value: Value<'_>| last(value.text()).to_owned();
            let sources: Vec<String> = match call.keyword("source") {
                Some(value) if value.kind() == ArgumentKind::List => value.elements().map(text).collect(),
                Some(value) => vec![text(value)],
                None => vec!["*".to_owned()],
            };
            let target = call.keyword("target").map(text).unwrap_or_default();
            let guards = call.keyword("conditions").map(|list| list.elements().map(text).collect());
            machine.events.push(StateEvent {
                name: event.clone(),
                symbol: Some(method),
                guards: guards.unwrap_or_default(),
                callbacks: Vec::new(),
            });
            for from in sources {
                let (event, to, line) = (event.clone(), target.clone(), call.line());
                machine.transitions.push(Transition { event, from, to, file, line });
            }
        }
    }
}

/// Calls that set the field to one of the states by a keyword.
fn writers(project: &Project<'_, '_>, machines: &mut [StateMachine]) {
    let names: FxHashSet<u64> = WRITES.iter().map(|name| hash_name(name)).collect();
    let mut by_state: FxHashMap<(String, String), Vec<usize>> = FxHashMap::default();
    for (at, machine) in machines.iter().enumerate() {
        for state in &machine.states {
            by_state.entry((machine.field.clone(), state.name.clone())).or_default().push(at);
        }
    }
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            for value in call.keywords() {
                let key = (value.name().to_owned(), last(value.text()).to_owned());
                let Some(candidates) = by_state.get(&key) else { continue };
                // `Order.STATUS_PAID` names the model; a bare constant must be one model's own.
                let model =
                    value.text().rsplit_once('.').and_then(|(owner, _)| project.thing_at(&call, owner));
                let is_it = |at: &&usize| match model {
                    Some(model) => machines[**at].model == project.canonical(model),
                    None => candidates.len() == 1,
                };
                if let Some(at) = candidates.iter().find(is_it).copied() {
                    let symbol = project.scope_of(&call);
                    machines[at].writers.push(StateWriter { symbol, state: key.1, line: call.line() });
                }
            }
        }
    }
}

/// Functions that name a state otherwise than to look for objects in it: `order.status = Order.STATUS_PAID`,
/// `Order(status=Order.STATUS_NEW)`.
fn assignments(project: &Project<'_, '_>, machines: &mut [StateMachine]) {
    let searches: FxHashSet<u64> = SEARCHES.iter().map(|name| hash_name(name)).collect();
    for file in project.files_in("python") {
        let facts = project.facts(file);
        let sought: FxHashSet<(u32, &str)> = project
            .calls_named(file, &searches)
            .flat_map(|call| {
                call.keywords().map(move |value| (call.scope(), last(value.text()))).collect::<Vec<_>>()
            })
            .collect();
        for reference in facts.references.iter().filter(|one| one.kind() == ReferenceKind::Read) {
            let name = facts.text(reference.name);
            if !name.starts_with(|letter: char| letter.is_uppercase())
                || sought.contains(&(reference.from, name))
            {
                continue;
            }
            let symbol = project.symbol(file, reference.from);
            let receiver = facts.text(reference.receiver);
            let has = |one: &StateMachine| one.states.iter().any(|state| state.name == name);
            if receiver.is_empty() || !project.kind(symbol).is_callable() || !machines.iter().any(has) {
                continue;
            }
            let model = match receiver {
                "self" => project.type_around(symbol),
                _ => project.thing_in(file, receiver).map(|one| project.canonical(one)),
            };
            let machine = machines.iter_mut().find(|one| Some(one.model) == model && has(one));
            let Some(machine) = machine else { continue };
            let writer = StateWriter { symbol, state: name.to_owned(), line: reference.line };
            if !machine.writers.contains(&writer) {
                machine.writers.push(writer);
            }
        }
    }
}
