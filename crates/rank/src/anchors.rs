//! Anchors: the files and symbols that the caller is working on. They are as reliable as a name in
//! the task.

use crate::pool::{Pool, Signal, is_answer};
use fathom_graph::{FileId, Graph, SymbolId};

/// Weight of a symbol that refers to a changed definition or is referred to by one.
const NEXT_TO_CHANGED: f32 = 0.3;
/// References of a symbol that are followed, and changed definitions that are compared.
const EDGES: usize = 60;
const CHANGED: usize = 20;

/// Files and symbols that the caller is working on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anchors {
    /// Files that are open, as the graph numbers them.
    pub files: Vec<FileId>,
    /// Definitions that are being changed.
    pub symbols: Vec<SymbolId>,
}

impl Anchors {
    /// Whether there are no anchors.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.symbols.is_empty()
    }

    /// Adds a path signal for the symbols of each file and a name signal for each symbol, as if the
    /// task named them.
    pub(crate) fn add_signals(&self, graph: &Graph<'_>, pool: &mut Pool) {
        for file in &self.files {
            let first = graph.file_symbol(*file);
            let count = graph.files()[file.index()].facts.definitions.len() as u32;
            for symbol in first.up_to(first + count).filter(|symbol| is_answer(graph, *symbol)) {
                pool.add(symbol, Signal::Path, 1.0, symbol, 0, None);
            }
        }
        for symbol in self.symbols.iter().filter(|symbol| is_answer(graph, **symbol)) {
            pool.add(*symbol, Signal::Named, 1.0, *symbol, 0, None);
        }
    }

    /// How far the anchors move a symbol in the final order, from 0 to 1. Signals alone are not
    /// enough: for a vague task, the anchors are the only evidence.
    pub(crate) fn weight(&self, graph: &Graph<'_>, symbol: SymbolId) -> f32 {
        if self.symbols.contains(&symbol) {
            1.0
        } else if self.files.contains(&graph.file_of(symbol)) {
            0.5
        } else if self.is_next_to_changed(graph, symbol) {
            NEXT_TO_CHANGED
        } else {
            0.0
        }
    }

    /// Whether the symbol refers to a changed definition, or the other way round.
    fn is_next_to_changed(&self, graph: &Graph<'_>, symbol: SymbolId) -> bool {
        let refers = |from: SymbolId, to: &dyn Fn(SymbolId) -> bool| {
            graph.outgoing(from).iter().take(EDGES).any(|edge| to(edge.to))
        };
        let changed = &self.symbols[..self.symbols.len().min(CHANGED)];
        refers(symbol, &|to| changed.contains(&to))
            || changed.iter().any(|changed| refers(*changed, &|to| to == symbol))
    }

    /// The reason for a signal that comes from an anchor.
    pub(crate) fn reason(&self, graph: &Graph<'_>, signal: Signal, symbol: SymbolId) -> Option<String> {
        match signal {
            Signal::Path if self.files.contains(&graph.file_of(symbol)) => {
                Some(format!("you work on {}", graph.path(symbol)))
            }
            Signal::Named if self.symbols.contains(&symbol) => Some("your diff changes it".to_owned()),
            _ => None,
        }
    }
}
