//! Which objects a call may be made on.
//!
//! `Closing.call` and `Opening.call` call the one `Service.call` that both inherit. Of the two, only the
//! first reaches what `Closing` defines. The type of the receiver is kept with each such call.

use crate::ids::SymbolId;
use crate::model::{Edge, EdgeKind};
use crate::view::Graph;
use rustc_hash::FxHashMap;

/// Types above a type that are looked at.
const ANCESTORS: usize = 64;

/// The types of receivers; ancestors are found once for each type.
pub(crate) struct Receivers<'w, 'a> {
    graph: &'w Graph<'a>,
    ancestors: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl<'w, 'a> Receivers<'w, 'a> {
    pub(crate) fn new(graph: &'w Graph<'a>) -> Receivers<'w, 'a> {
        Receivers { graph, ancestors: FxHashMap::default() }
    }

    /// Whether an edge may be about an object of this type: a call that may be made on it, a member that
    /// may override one of it. A call whose receiver is not known may.
    pub(crate) fn may_receive(&mut self, edge: &Edge, on: SymbolId) -> bool {
        match edge.kind() {
            EdgeKind::Call => {}
            EdgeKind::Overrides => {
                let owner = self.graph.container(edge.from);
                return owner.is_none_or(|owner| self.is_related(owner, on));
            }
            _ => return true,
        }
        let graph = self.graph;
        let mut calls = graph.calls(edge.from).iter().filter(|call| call.to == edge.to).peekable();
        calls.peek().is_none()
            || calls.any(|call| call.on().is_none_or(|receiver| self.is_related(receiver, on)))
    }

    fn is_related(&mut self, one: SymbolId, other: SymbolId) -> bool {
        self.is_below(one, other) || self.is_below(other, one)
    }

    /// Whether objects of a type have a member.
    pub(crate) fn inherits(&mut self, on: SymbolId, member: SymbolId) -> bool {
        self.graph.container(member).is_some_and(|of| of != on && self.is_below(on, of))
    }

    fn is_below(&mut self, of: SymbolId, above: SymbolId) -> bool {
        let graph = self.graph;
        self.ancestors.entry(of).or_insert_with(|| ancestors(graph, of)).contains(&above)
    }
}

/// A type and those above it.
fn ancestors(graph: &Graph<'_>, of: SymbolId) -> Vec<SymbolId> {
    let is_base = |kind: EdgeKind| matches!(kind, EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes);
    let mut found = vec![of];
    let mut next = 0;
    while next < found.len() && found.len() < ANCESTORS {
        for edge in graph.outgoing(found[next]).iter().filter(|edge| is_base(edge.kind())) {
            if !found.contains(&edge.to) {
                found.push(edge.to);
            }
        }
        next += 1;
    }
    found
}
