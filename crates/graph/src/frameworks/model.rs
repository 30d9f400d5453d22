//! The contributions of framework models to a graph: entry points, filters, state machines and hops.

use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Resolution};
use bytemuck::{Pod, Zeroable};
use fathom_syntax::NONE;
use serde::{Deserialize, Serialize};

/// The results of models, except for edges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    /// The names of the frameworks that the repository uses.
    pub frameworks: Vec<String>,
    /// Entry points, in the order in which they are declared.
    pub endpoints: Vec<Endpoint>,
    /// Handlers without a name, sorted by file and line.
    pub inline_handlers: Vec<InlineHandler>,
    /// Filters, sorted by owner; those of one owner in the order in which they run.
    pub filters: Vec<Filter>,
    /// What runs around the handlers of all routes in its language, in order.
    pub middleware: Vec<Filter>,
    /// State machines, sorted by model and field.
    pub machines: Vec<StateMachine>,
    /// Conditions of hops; see [`Hop::condition`].
    pub conditions: Vec<String>,
}

/// The kind of an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndpointKind {
    /// An HTTP request.
    Route,
    /// Work that is queued.
    Job,
    /// A command of a command line.
    Command,
    /// A task of a build tool or scheduler.
    Task,
    /// A message or an event.
    Event,
}

/// An entry point and what handles it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Endpoint {
    /// Its kind.
    pub kind: EndpointKind,
    /// The HTTP method in capitals, `ANY` for all of them; empty for other kinds.
    pub method: String,
    /// The path with its parameters as `:name`; of other kinds the name it is started by.
    pub path: String,
    /// The handler's qualified name, also where it is not in the repository.
    pub handler: String,
    /// The handler.
    pub symbol: Option<SymbolId>,
    /// The type that the handler runs in, whose filters apply; it may inherit the handler.
    pub owner: Option<SymbolId>,
    /// The file that declares it.
    pub file: FileId,
    /// The line that declares it.
    pub line: u32,
}

/// A handler that is written where its entry point is declared: a block among the arguments of a call.
/// The entry point with this place has the symbol in whose body that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InlineHandler {
    /// The file of the declaration.
    pub file: FileId,
    /// The line of the declaration.
    pub line: u32,
    /// The call, a number among the references of its file.
    pub reference: u32,
}

/// When a filter runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FilterKind {
    /// Before the handler.
    Before,
    /// Around the handler.
    Around,
    /// After the handler.
    After,
}

/// Code that a framework runs around a handler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The handler, or the type whose handlers it applies to.
    pub owner: SymbolId,
    /// When it runs.
    pub kind: FilterKind,
    /// Its name as declared; `block` for code without a name.
    pub name: String,
    /// The code that runs, if it is in the repository.
    pub symbol: Option<SymbolId>,
    /// Names of the only handlers it applies to; `None` for all.
    pub only: Option<Vec<String>>,
    /// Names of handlers it does not apply to.
    pub except: Vec<String>,
    /// Further conditions, as written; or empty.
    pub condition: String,
    /// The file that declares it.
    pub file: FileId,
    /// The line that declares it.
    pub line: u32,
}

impl Filter {
    /// Whether it applies to the handler with this name.
    pub fn applies_to(&self, handler: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|name| name == handler);
        self.only.as_deref().is_none_or(named) && !named(&self.except)
    }
}

/// The states of one field of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateMachine {
    /// The type.
    pub model: SymbolId,
    /// The field or column that holds the state.
    pub field: String,
    /// States, in the order in which they are declared.
    pub states: Vec<State>,
    /// Events, in the order in which they are declared.
    pub events: Vec<StateEvent>,
    /// Transitions, in the order in which they are declared.
    pub transitions: Vec<Transition>,
    /// Code that sets the field itself.
    pub writers: Vec<StateWriter>,
}

/// One state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Whether objects start in it.
    pub initial: bool,
    /// The file that declares it.
    pub file: FileId,
    /// The line that declares it.
    pub line: u32,
}

/// An event that changes a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateEvent {
    /// Its name.
    pub name: String,
    /// The method that fires it, where the repository has one.
    pub symbol: Option<SymbolId>,
    /// Conditions of its transitions.
    pub guards: Vec<String>,
    /// Code that runs with it.
    pub callbacks: Vec<String>,
}

/// One change of state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The event that causes it; or empty.
    pub event: String,
    /// The state before; `*` for any.
    pub from: String,
    /// The state after.
    pub to: String,
    /// The file that declares it.
    pub file: FileId,
    /// The line that declares it.
    pub line: u32,
}

/// Code that sets a state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StateWriter {
    /// The symbol whose body it is in.
    pub symbol: SymbolId,
    /// The state that is set, where it is written out; or empty.
    pub state: String,
    /// The line.
    pub line: u32,
}

/// Code that a framework runs without a call in the symbol's body, in execution order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub struct Hop {
    /// The symbol in whose body it happens.
    pub from: SymbolId,
    /// The reference in `from` that causes it, a number among those of its file.
    reference: u32,
    /// Its place among the hops of one reference.
    pub place: u32,
    /// What runs.
    pub to: SymbolId,
    /// The line with the evidence, in the file of `from`.
    pub line: u32,
    condition: u32,
    kind: u8,
    resolution: u8,
    percent: u8,
    spare: u8,
}

impl Hop {
    /// A hop; `reference` is the call that causes it.
    pub(crate) fn new(
        from: SymbolId,
        to: SymbolId,
        kind: EdgeKind,
        resolution: Resolution,
        line: u32,
        reference: Option<u32>,
    ) -> Hop {
        let percent = match resolution {
            Resolution::Compiler | Resolution::Exact => 100,
            Resolution::Inferred => 70,
            Resolution::Ambiguous => 30,
        };
        Hop {
            from,
            reference: reference.unwrap_or(NONE),
            place: 0,
            to,
            line,
            condition: 0,
            kind: kind as u8,
            resolution: resolution as u8,
            percent,
            spare: 0,
        }
    }

    /// What it is.
    pub fn kind(&self) -> EdgeKind {
        EdgeKind::from_u8(self.kind)
    }

    /// How it was found.
    pub fn resolution(&self) -> Resolution {
        Resolution::from_u8(self.resolution)
    }

    /// The call that causes it; `None` if the definition of `from` does.
    pub fn reference(&self) -> Option<u32> {
        (self.reference != NONE).then_some(self.reference)
    }

    /// The number of its condition in [`Models::conditions`].
    pub fn condition(&self) -> Option<usize> {
        (self.condition as usize).checked_sub(1)
    }

    pub(crate) fn edge(&self) -> Edge {
        let confidence = f32::from(self.percent) / 100.0;
        Edge::new(self.from, self.to, self.kind(), self.resolution(), confidence, self.line)
    }
}

/// The results of all models in one linking.
#[derive(Default)]
pub(crate) struct Contributions {
    pub(crate) models: Models,
    pub(crate) hops: Vec<Hop>,
}

impl Contributions {
    /// Adds a hop that depends on a condition, as written; or on none.
    pub(crate) fn hop(&mut self, mut hop: Hop, condition: &str) {
        if !condition.is_empty() {
            let known = self.models.conditions.iter().rev().take(64).position(|one| one == condition);
            let number = if let Some(back) = known {
                self.models.conditions.len() - back
            } else {
                self.models.conditions.push(condition.to_owned());
                self.models.conditions.len()
            };
            hop.condition = number as u32;
        }
        hop.place = self.hops.len() as u32;
        self.hops.push(hop);
    }

    /// Sorts what was found, and gives each hop its place among those of its reference.
    pub(crate) fn finish(&mut self) {
        self.hops.sort_unstable();
        let mut place = 0;
        for at in 0..self.hops.len() {
            let hop = self.hops[at];
            let before = at.checked_sub(1).map(|before| self.hops[before]);
            let same = before.is_some_and(|one| (one.from, one.reference) == (hop.from, hop.reference));
            place = if same { place + 1 } else { 0 };
            self.hops[at].place = place;
        }
        self.models.inline_handlers.sort_unstable();
        self.models.filters.sort_by_key(|filter| filter.owner);
        self.models.machines.sort_by(|a, b| (a.model, &a.field).cmp(&(b.model, &b.field)));
    }
}

impl Models {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        if *self == Models::default() { Vec::new() } else { postcard::to_stdvec(self).unwrap_or_default() }
    }

    /// Reads what [`Models::to_bytes`] wrote; what cannot be read is nothing. `symbols` and `files`
    /// are how many there are.
    pub(crate) fn from_bytes(bytes: &[u8], symbols: u32, files: usize) -> Models {
        if bytes.is_empty() {
            return Models::default();
        }
        let mut models: Models = postcard::from_bytes(bytes).unwrap_or_default();
        // Only damaged bytes name what is not there.
        let is_symbol = |symbol: SymbolId| symbol.number() < symbols;
        let is_file = |file: FileId| file.index() < files;
        let fits = |symbol: Option<SymbolId>| symbol.is_none_or(is_symbol);
        models.endpoints.retain(|one| fits(one.symbol) && fits(one.owner) && is_file(one.file));
        models.inline_handlers.retain(|one| is_file(one.file));
        models.filters.retain(|one| is_symbol(one.owner) && fits(one.symbol) && is_file(one.file));
        models.middleware.retain(|one| is_symbol(one.owner) && fits(one.symbol) && is_file(one.file));
        models.machines.retain(|one| {
            is_symbol(one.model)
                && one.states.iter().all(|state| is_file(state.file))
                && one.events.iter().all(|event| fits(event.symbol))
                && one.transitions.iter().all(|transition| is_file(transition.file))
                && one.writers.iter().all(|writer| is_symbol(writer.symbol))
        });
        models
    }

    /// The call with the code of an entry point, if its handler has no name.
    pub fn inline_call(&self, endpoint: &Endpoint) -> Option<u32> {
        let place = (endpoint.file, endpoint.line);
        let at = self.inline_handlers.binary_search_by_key(&place, |one| (one.file, one.line)).ok()?;
        Some(self.inline_handlers[at].reference)
    }

    /// The filters that are declared for a type or handler, in the order in which they run.
    pub fn filters_of(&self, owner: SymbolId) -> &[Filter] {
        let start = self.filters.partition_point(|filter| filter.owner < owner);
        let end = self.filters.partition_point(|filter| filter.owner <= owner);
        self.filters.get(start..end).unwrap_or_default()
    }
}
