//! What the caller already works on: as sure a hint as a name in the task.

use crate::pool::{Pool, Signal, is_answer};
use fathom_graph::{FileId, Graph, SymbolId};

/// How far what refers to a changed definition, or is referred to by it, moves.
const NEXT_TO_CHANGED: f32 = 0.3;
/// References of a symbol that are looked at, and changed definitions.
const EDGES: usize = 60;
const CHANGED: usize = 20;

/// Files and symbols the caller has at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anchors {
    /// Files that are open, as the graph numbers them.
    pub files: Vec<FileId>,
    /// Definitions that are being changed.
    pub symbols: Vec<SymbolId>,
}

impl Anchors {
    /// Whether nothing is at hand.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.symbols.is_empty()
    }

    /// Files speak as paths that the task names, symbols as names in it.
    pub(crate) fn speak(&self, graph: &Graph<'_>, pool: &mut Pool) {
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

    /// How far it moves a symbol in the finished order, from 0 to 1. Signals
    /// alone are not enough: where the words of a task are vague, what is at hand
    /// is all that can be known.
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

    /// Whether it refers to a definition that is being changed, or the other way round.
    fn is_next_to_changed(&self, graph: &Graph<'_>, symbol: SymbolId) -> bool {
        let refers = |from: SymbolId, to: &dyn Fn(SymbolId) -> bool| {
            graph.outgoing(from).iter().take(EDGES).any(|edge| to(edge.to))
        };
        let changed = &self.symbols[..self.symbols.len().min(CHANGED)];
        refers(symbol, &|to| changed.contains(&to))
            || changed.iter().any(|changed| refers(*changed, &|to| to == symbol))
    }

    /// What it says of a symbol that a signal speaks for, in a few words.
    pub(crate) fn say(&self, graph: &Graph<'_>, signal: Signal, symbol: SymbolId) -> Option<String> {
        match signal {
            Signal::Path if self.files.contains(&graph.file_of(symbol)) => {
                Some(format!("you work on {}", graph.path(symbol)))
            }
            Signal::Named if self.symbols.contains(&symbol) => Some("your diff changes it".to_owned()),
            _ => None,
        }
    }
}
