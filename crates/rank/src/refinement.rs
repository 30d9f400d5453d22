//! Refining an answer with symbols that were right and wrong.
//!
//! Neighbours of a right symbol in the graph and members of the same type move up, and the words of
//! its name are searched for. Members of a type with a wrong symbol move down. The new answer
//! contains neither the right nor the wrong symbols.

use crate::advice::Advice;
use crate::pool::is_answer;
use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_syntax::Kind;
use std::collections::BTreeMap;

/// Largest weight of a neighbour of a right symbol.
const NEAR: f32 = 0.5;
/// Weight of a sibling of a wrong symbol.
const WRONG: f32 = -0.12;
/// Most neighbours of one symbol that move.
const NEIGHBOURS: usize = 40;

/// Symbols of an earlier answer, as a reader judged them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refinement {
    /// More like these.
    pub more_like: Vec<SymbolId>,
    /// Nothing like these.
    pub unlike: Vec<SymbolId>,
}

impl Refinement {
    /// Whether nothing was judged.
    pub fn is_empty(&self) -> bool {
        self.more_like.is_empty() && self.unlike.is_empty()
    }

    /// Whether a symbol was judged and is therefore not new.
    pub(crate) fn has(&self, symbol: SymbolId) -> bool {
        self.more_like.contains(&symbol) || self.unlike.contains(&symbol)
    }

    /// The words of the right symbols' names.
    pub(crate) fn words(&self, graph: &Graph<'_>) -> String {
        let names = self.more_like.iter().map(|symbol| graph.qualified_name(*symbol));
        names.collect::<Vec<_>>().join(" ")
    }

    /// The advice that follows from it.
    pub(crate) fn advice(&self, graph: &Graph<'_>) -> Vec<Advice> {
        let mut weights: BTreeMap<SymbolId, (f32, String)> = BTreeMap::new();
        for symbol in &self.more_like {
            let near = neighbours(graph, *symbol);
            let share = NEAR / (1.0 + near.len() as f32).ln().max(1.0);
            for other in near {
                let (weight, reason) = weights.entry(other).or_default();
                *weight = (*weight + share).min(1.0);
                if reason.is_empty() {
                    *reason = format!("next to {}, which was right", graph.qualified_name(*symbol));
                }
            }
        }
        for symbol in &self.unlike {
            let Some(owner) = graph.container(*symbol).filter(|owner| graph.kind(*owner).is_type()) else {
                continue;
            };
            for sibling in graph.children(owner).take(NEIGHBOURS) {
                let (weight, reason) = weights.entry(sibling).or_default();
                *weight += WRONG;
                if reason.is_empty() {
                    *reason = format!("beside {}, which was wrong", graph.qualified_name(*symbol));
                }
            }
        }
        let kept = weights.into_iter().filter(|(symbol, _)| is_answer(graph, *symbol) && !self.has(*symbol));
        kept.map(|(symbol, (weight, reason))| Advice { symbol, weight, reason }).collect()
    }
}

/// The container of a symbol, its members, and the symbols that it uses, is used by or is related
/// to.
fn neighbours(graph: &Graph<'_>, symbol: SymbolId) -> Vec<SymbolId> {
    let mut near: Vec<SymbolId> = Vec::new();
    let owner = graph.container(symbol).filter(|owner| graph.kind(*owner) != Kind::File);
    near.extend(owner);
    let members = |of: SymbolId| graph.children(of).filter(|child| graph.kind(*child).is_callable());
    if graph.kind(symbol).is_type() {
        near.extend(members(symbol).take(NEIGHBOURS));
    } else if let Some(owner) = owner {
        near.extend(members(owner).take(NEIGHBOURS));
    }
    let counts = |edge: &&Edge| !matches!(edge.kind(), EdgeKind::Imports | EdgeKind::Mentions);
    near.extend(graph.outgoing(symbol).iter().filter(counts).take(NEIGHBOURS).map(|edge| edge.to));
    near.extend(graph.incoming(symbol).filter(counts).take(NEIGHBOURS).map(|edge| edge.from));
    near.sort_unstable();
    near.dedup();
    near.retain(|other| *other != symbol && is_answer(graph, *other));
    near
}
