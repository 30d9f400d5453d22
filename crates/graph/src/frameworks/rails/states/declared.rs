//! State machines that gems declare.

use super::super::lists;
use super::Machine;
use super::builder::{event_symbol, names, states_of};
use crate::frameworks::call::{Call, FileCalls};
use crate::frameworks::project::Project;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Blocks around a call that are looked at.
const AROUND: usize = 8;

/// Options of a callback of transitions; another key names the states before.
const OPTIONS: [&str; 6] = ["do", "if", "unless", "on", "to", "after_commit"];

fn is_any(state: &str) -> bool {
    matches!(state, "any" | "all" | "*" | "same")
}

/// Finds the machines of all classes.
pub(super) fn find(project: &Project<'_, '_>) -> Vec<Machine> {
    let starts = ["aasm", "state_machine", "workflow", "enum", "transition"];
    let starts: FxHashSet<u64> = starts.into_iter().map(hash_name).collect();
    let mut machines = Vec::new();
    for file in project.files_in("ruby") {
        if project.calls_named(file, &starts).next().is_some() {
            Reader { project, calls: project.calls(file), machines: &mut machines }.read(file);
        }
    }
    machines
}

struct Reader<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    calls: FileCalls<'a>,
    machines: &'r mut Vec<Machine>,
}

/// An open declaration: the number of the machine, and its gem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gem {
    Aasm,
    StateMachine,
    Workflow,
    Statesman,
}

impl Reader<'_, '_, '_> {
    fn read(&mut self, file: FileId) {
        // Callbacks of transitions may stand before the events that they run with.
        let mut around: Vec<(usize, usize)> = Vec::new();
        // The machine that declarations of a class belong to: the last one that was opened.
        let mut open: Option<(SymbolId, usize, Gem)> = None;
        for at in 0..self.calls.all.len() {
            let call = self.calls.all[at];
            let Some(class) = self.project.type_around(self.project.symbol(file, call.scope())) else {
                continue;
            };
            let current = open.filter(|(of, _, _)| *of == class);
            match call.name() {
                "aasm" if call.site.flags.has(fathom_syntax::CallFlags::BLOCK) => {
                    let column = call.keyword("column").map(|value| names(&value));
                    let named = call.first().and_then(|first| first.literal()).map(str::to_owned);
                    let field = column.and_then(|names| names.into_iter().next()).or(named);
                    let field = field.unwrap_or_else(|| "aasm_state".to_owned());
                    open = Some((class, self.open(class, &field, true), Gem::Aasm));
                }
                "state_machine" if call.receiver().is_empty() => {
                    let field = call.first().and_then(|first| first.literal()).unwrap_or("state").to_owned();
                    let machine = self.open(class, &field, true);
                    if let Some(initial) = call.keyword("initial") {
                        for name in names(&initial) {
                            self.machines[machine].state(&name, true, &call);
                        }
                    }
                    open = Some((class, machine, Gem::StateMachine));
                }
                "workflow" if call.site.flags.has(fathom_syntax::CallFlags::BLOCK) => {
                    open = Some((class, self.open(class, "workflow_state", true), Gem::Workflow));
                }
                "state" | "transition" if current.is_none() && self.is_statesman(class) => {
                    let machine = self.open(class, "state", false);
                    open = Some((class, machine, Gem::Statesman));
                    self.statement(&call, class, machine, Gem::Statesman);
                }
                "enum" => self.enumeration(&call, class),
                name => {
                    if let Some((_, machine, gem)) = current {
                        if name.ends_with("_transition") && call.receiver().is_empty() {
                            around.push((at, machine));
                        } else {
                            self.statement(&call, class, machine, gem);
                        }
                    }
                }
            }
        }
        for (at, machine) in around {
            let call = self.calls.all[at];
            self.around_transitions(&call, machine);
        }
        self.machines.retain(|machine| !machine.is_empty());
    }

    fn is_statesman(&self, class: SymbolId) -> bool {
        self.project.is_a(class, &["Statesman.Machine"])
    }

    fn open(&mut self, class: SymbolId, field: &str, saves: bool) -> usize {
        let known = |one: &Machine| one.shape.model == class && one.shape.field == field;
        self.machines.iter().position(known).unwrap_or_else(|| {
            self.machines.push(Machine::new(class, field, saves));
            self.machines.len() - 1
        })
    }

    /// The name of the event or state in whose block a call is.
    fn around(&self, call: &Call<'_>, word: &str) -> Option<String> {
        let mut number = call.site.enclosing;
        for _ in 0..AROUND {
            let place = self.calls.all.binary_search_by_key(&number?, |one| one.number).ok()?;
            let outer = &self.calls.all[place];
            if outer.name() == word {
                return outer.first().and_then(|first| first.literal()).map(str::to_owned);
            }
            number = outer.site.enclosing;
        }
        None
    }

    fn statement(&mut self, call: &Call<'_>, class: SymbolId, machine: usize, gem: Gem) {
        if !call.receiver().is_empty() {
            return;
        }
        let event = self.around(call, "event");
        let symbol = |name: &str| event_symbol(self.project, class, name);
        match (call.name(), event) {
            ("state", _) => {
                let initial = call.keyword("initial").is_some_and(|value| value.is_constant("true"));
                let first = self.machines[machine].shape.states.is_empty() && gem == Gem::Workflow;
                for name in call.positional().flat_map(|value| value.literals()) {
                    self.machines[machine].state(name, initial || first, call);
                }
            }
            ("event", _) => {
                let Some(name) = call.first().and_then(|first| first.literal()) else { return };
                let symbol = symbol(name);
                self.machines[machine].event(name, symbol);
                self.machines[machine].hooks(name, symbol, call);
                let target = call.keyword("transitions_to").or_else(|| call.keyword("transition_to"));
                if let Some(target) = target {
                    let from = self.around(call, "state").unwrap_or_else(|| "*".to_owned());
                    for to in names(&target) {
                        self.machines[machine].transition(name, &from, &to, call);
                    }
                }
            }
            ("transitions" | "transition", event) => {
                let on: Vec<String> = call.keyword("on").map(|value| names(&value)).unwrap_or_default();
                let events = event.map_or(on, |event| vec![event]);
                let events = if events.is_empty() { vec![String::new()] } else { events };
                for event in events {
                    let symbol = if event.is_empty() { None } else { symbol(&event) };
                    self.machines[machine].transitions(&event, symbol, call);
                }
            }
            ("before" | "after" | "success" | "after_commit" | "guard", Some(event)) => {
                let when = match call.name() {
                    "before" => "before",
                    "guard" => "guard",
                    "after" => "after",
                    _ => "success",
                };
                let symbol = symbol(&event);
                for name in call.positional().flat_map(|value| names(&value)) {
                    self.machines[machine].hook(&event, symbol, &name, when, "", call.line());
                }
            }
            _ => {}
        }
    }

    /// `after_transition on: :close, do: :notify`: runs with the events it names, or with all.
    fn around_transitions(&mut self, call: &Call<'_>, machine: usize) {
        let when = match call.name() {
            "before_transition" => "before",
            "guard_transition" => "guard",
            _ => "after",
        };
        let listed = |word: &str| call.keyword(word).map(|value| names(&value));
        let mut methods = listed("do").unwrap_or_default();
        methods.extend(
            call.positional()
                .filter(|value| value.kind() == ArgumentKind::Symbol)
                .map(|value| value.text().to_owned()),
        );
        let on = listed("on");
        // `after_transition any => :closed`, `after_transition from: :open, to: :closed`
        let pair = call.keywords().find(|value| !OPTIONS.contains(&value.name()) && value.name() != "from");
        let named = |list: Vec<String>| list.iter().all(|name| !is_any(name)).then_some(list);
        let to =
            listed("to").or_else(|| pair.as_ref().map(names)).filter(|list| !list.is_empty()).and_then(named);
        let from = listed("from").or_else(|| pair.map(|value| states_of(value.name())));
        let from = from.filter(|list| !list.is_empty()).and_then(named);
        let machine = &mut self.machines[machine];
        let events: Vec<(String, Option<SymbolId>)> = machine
            .shape
            .events
            .iter()
            .filter(|event| on.as_ref().is_none_or(|on| on.contains(&event.name)))
            .filter(|event| {
                to.as_ref().is_none_or(|to| {
                    let mut transitions = machine.shape.transitions.iter();
                    transitions.any(|one| one.event == event.name && to.contains(&one.to))
                })
            })
            .filter(|event| {
                from.as_ref().is_none_or(|from| {
                    let mut transitions = machine.shape.transitions.iter();
                    transitions
                        .any(|one| one.event == event.name && (one.from == "*" || from.contains(&one.from)))
                })
            })
            .map(|event| (event.name.clone(), event.symbol))
            .collect();
        for (event, symbol) in events {
            for method in &methods {
                machine.hook(&event, symbol, method, when, "", call.line());
            }
        }
    }

    /// `enum status: { open: 0, closed: 1 }`, `enum :status, %i[open closed]`.
    fn enumeration(&mut self, call: &Call<'_>, class: SymbolId) {
        let first = call.first().and_then(|first| first.literal());
        let mut fields: Vec<(String, Vec<String>)> = Vec::new();
        let named = |value: &crate::frameworks::call::Value<'_>| -> Vec<String> {
            if value.kind() == ArgumentKind::Name {
                return lists::literals(self.project, class, value).unwrap_or_default();
            }
            let elements = value.elements().filter_map(|element| match element.name() {
                "" => element.literal().map(str::to_owned),
                name => Some(name.to_owned()),
            });
            elements.collect()
        };
        match first {
            Some(field) => {
                let list = call.positional().nth(1).map(|value| named(&value));
                let options = [
                    "prefix",
                    "suffix",
                    "scopes",
                    "default",
                    "validate",
                    "instance_methods",
                    "_prefix",
                    "_suffix",
                ];
                let pairs = || {
                    let pairs =
                        call.keywords().map(|value| value.name()).filter(|name| !options.contains(name));
                    pairs.map(str::to_owned).collect()
                };
                fields.push((field.to_owned(), list.filter(|list| !list.is_empty()).unwrap_or_else(pairs)));
            }
            None => {
                for value in call.keywords().filter(|value| !value.name().starts_with('_')) {
                    fields.push((value.name().to_owned(), named(&value)));
                }
            }
        }
        for (field, states) in fields.into_iter().filter(|(_, states)| states.len() > 1) {
            let machine = self.open(class, &field, false);
            for state in states {
                self.machines[machine].state(&state, false, call);
            }
        }
    }
}
