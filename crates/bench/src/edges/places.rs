//! From places in the text to Fathom's definitions.

use super::oracle::{Callee, Oracle};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_syntax::{Definition, Kind};
use std::collections::BTreeMap;

/// Which of Fathom's definitions is which callee of the oracle.
pub(super) struct CalleeMap {
    callees: BTreeMap<SymbolId, Callee>,
    /// Whether a callee has a definition in Fathom.
    pub(super) is_defined: Vec<bool>,
}

impl CalleeMap {
    pub(super) fn new(graph: &Graph<'_>, oracle: &Oracle) -> CalleeMap {
        let mut places =
            CalleeMap { callees: BTreeMap::new(), is_defined: vec![false; oracle.callees.len()] };
        for defined in &oracle.definitions {
            let Some(file) = graph.file_at(&defined.path) else { continue };
            let facts = graph.files()[file.index()].facts;
            let found = innermost(facts.definitions, defined.offset, |definition| {
                facts.text(definition.name) == defined.name
            });
            let Some(found) = found else { continue };
            let symbol = owner_of_constructor(graph, graph.file_symbol(file) + found);
            // A name inside a definition of the same name is not that definition.
            let callee = *places.callees.entry(symbol).or_insert(defined.callee);
            places.is_defined[callee] = true;
        }
        places
    }

    /// The symbols that are a callee.
    pub(super) fn symbols_of(&self, callee: Callee) -> impl Iterator<Item = SymbolId> + '_ {
        self.callees.iter().filter(move |(_, other)| **other == callee).map(|(symbol, _)| *symbol)
    }

    /// The callee a symbol is, a constructor being its class.
    pub(super) fn callee(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<Callee> {
        self.callees.get(&owner_of_constructor(graph, symbol)).copied()
    }
}

/// The class of a constructor; anything else is itself.
fn owner_of_constructor(graph: &Graph<'_>, symbol: SymbolId) -> SymbolId {
    let constructs = graph.kind(symbol) == Kind::Constructor
        || matches!(graph.name(symbol), "__init__" | "__new__" | "constructor");
    let owner = graph.container(symbol).filter(|owner| graph.kind(*owner).is_type());
    owner.filter(|_| constructs).unwrap_or(symbol)
}

/// The definition that contains a call at a place: the innermost function, class or module around
/// it, else the file.
pub(super) fn caller(graph: &Graph<'_>, file: FileId, offset: usize) -> SymbolId {
    let definitions = graph.files()[file.index()].facts.definitions;
    graph.file_symbol(file)
        + innermost(definitions, offset, |definition| is_caller(definition.kind())).unwrap_or(0)
}

/// The caller an edge starts from: code in a field or constant belongs to
/// what is around it.
pub(super) fn caller_of(graph: &Graph<'_>, from: SymbolId) -> SymbolId {
    if is_caller(graph.kind(from)) {
        return from;
    }
    caller(graph, graph.file_of(from), graph.definition(from).start as usize)
}

fn is_caller(kind: Kind) -> bool {
    kind.is_callable() || kind.is_type() || matches!(kind, Kind::Module | Kind::File)
}

fn innermost(definitions: &[Definition], offset: usize, fits: impl Fn(&Definition) -> bool) -> Option<u32> {
    let around =
        |definition: &Definition| definition.start as usize <= offset && offset < definition.end as usize;
    let fitting =
        definitions.iter().enumerate().filter(|(_, definition)| around(definition) && fits(definition));
    fitting.max_by_key(|(index, definition)| (definition.start, *index)).map(|(index, _)| index as u32)
}
