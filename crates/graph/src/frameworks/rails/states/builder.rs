//! Puts a state machine together from its declarations.

use super::{EventHook, Machine};
use crate::frameworks::call::{Call, Value};
use crate::frameworks::project::Project;
use crate::frameworks::{State, StateEvent, StateMachine, Transition};
use crate::ids::SymbolId;
use fathom_syntax::ArgumentKind;

/// Options of transitions that are not states.
const OPTIONS: &[&str] = &[
    "on",
    "if",
    "unless",
    "guard",
    "guards",
    "after",
    "before",
    "success",
    "do",
    "from",
    "to",
    "except_from",
    "error",
    "ensure",
    "binding",
    "binding_event",
    "after_commit",
    "before_enter",
];

impl Machine {
    pub(super) fn new(model: SymbolId, field: &str, saves: bool) -> Machine {
        let shape = StateMachine {
            model,
            field: field.to_owned(),
            states: Vec::new(),
            events: Vec::new(),
            transitions: Vec::new(),
            writers: Vec::new(),
        };
        Machine { shape, hooks: Vec::new(), saves }
    }

    pub(super) fn state(&mut self, name: &str, initial: bool, call: &Call<'_>) {
        match self.shape.states.iter_mut().find(|state| state.name == name) {
            Some(state) => state.initial |= initial,
            None => self.shape.states.push(State {
                name: name.to_owned(),
                initial,
                file: call.file,
                line: call.line(),
            }),
        }
    }

    /// The event with a name; declared again it is the same.
    pub(super) fn event(&mut self, name: &str, symbol: Option<SymbolId>) -> &mut StateEvent {
        let at = self.shape.events.iter().position(|event| event.name == name).unwrap_or_else(|| {
            let (guards, callbacks) = (Vec::new(), Vec::new());
            self.shape.events.push(StateEvent { name: name.to_owned(), symbol, guards, callbacks });
            self.shape.events.len() - 1
        });
        let event = &mut self.shape.events[at];
        event.symbol = event.symbol.or(symbol);
        event
    }

    pub(super) fn transition(&mut self, event: &str, from: &str, to: &str, call: &Call<'_>) {
        self.shape.transitions.push(Transition {
            event: event.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            file: call.file,
            line: call.line(),
        });
        for state in [from, to] {
            if !state.is_empty() && state != "*" {
                self.state(state, false, call);
            }
        }
    }

    /// Guards and callbacks that a declaration of an event or of a transition names.
    pub(super) fn hooks(&mut self, event: &str, symbol: Option<SymbolId>, call: &Call<'_>) {
        for (words, when) in [
            (&["guard", "guards", "if", "unless"][..], "guard"),
            (&["before", "before_enter"][..], "before"),
            (&["after", "after_enter"][..], "after"),
            (&["success", "after_commit"][..], "success"),
        ] {
            for word in words {
                if let Some(value) = call.keyword(word) {
                    let negated = if *word == "unless" { "not " } else { "" };
                    for name in names(&value) {
                        self.hook(event, symbol, &name, when, negated, call.line());
                    }
                }
            }
        }
    }

    pub(super) fn hook(
        &mut self,
        event: &str,
        symbol: Option<SymbolId>,
        name: &str,
        when: &'static str,
        negated: &str,
        line: u32,
    ) {
        let known = self.event(event, symbol);
        let list = if when == "guard" { &mut known.guards } else { &mut known.callbacks };
        let shown = format!("{negated}{name}");
        if !list.contains(&shown) {
            list.push(shown);
        }
        if let Some(event) = known.symbol {
            self.hooks.push(EventHook { event, name: name.to_owned(), when, line });
        }
    }

    /// `transitions from: [:a, :b], to: :c`, `transition a: :b`, `transition [:a, :b] => :c`.
    pub(super) fn transitions(&mut self, event: &str, symbol: Option<SymbolId>, call: &Call<'_>) {
        let from = call.keyword("from").map(|value| names(&value));
        let to = call.keyword("to").map(|value| names(&value));
        if let Some(to) = to {
            for to in to {
                for from in
                    from.clone().filter(|from| !from.is_empty()).unwrap_or_else(|| vec!["*".to_owned()])
                {
                    self.transition(event, &from, &to, call);
                }
            }
        } else {
            let pairs = call.keywords().filter(|value| !OPTIONS.contains(&value.name()));
            for pair in pairs.collect::<Vec<_>>() {
                for to in names(&pair) {
                    for from in states_of(pair.name()) {
                        self.transition(event, &from, &to, call);
                    }
                }
            }
        }
        self.hooks(event, symbol, call);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shape.states.is_empty() && self.shape.events.is_empty()
    }
}

/// The names that a value holds; a block is `block`.
pub(super) fn names(value: &Value<'_>) -> Vec<String> {
    match value.kind() {
        ArgumentKind::Text | ArgumentKind::Symbol => vec![value.text().to_owned()],
        ArgumentKind::List => value.elements().flat_map(|element| names(&element)).collect(),
        ArgumentKind::Block => vec!["block".to_owned()],
        ArgumentKind::Name => {
            let name = value.text().trim_end_matches("()");
            vec![name.rsplit('.').next().unwrap_or(name).to_owned()]
        }
        _ => Vec::new(),
    }
}

/// The states of a key as it is written: `open`, `[:open, :held`, `any`, `all - [:closed`.
pub(super) fn states_of(key: &str) -> Vec<String> {
    let key = key.trim();
    if key.starts_with("any") || key.starts_with("all") {
        return vec!["*".to_owned()];
    }
    let parts = key.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '?'));
    parts.filter(|part| !part.is_empty() && *part != "i" && *part != "w").map(str::to_owned).collect()
}

/// The symbol of the declaration of an event: the method that it defines.
pub(super) fn event_symbol(project: &Project<'_, '_>, model: SymbolId, name: &str) -> Option<SymbolId> {
    project.method(model, name)
}
