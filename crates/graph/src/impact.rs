//! What depends on a symbol: everything that refers to it, upstream.

use crate::model::{Edge, EdgeKind};
use crate::view::Graph;
use fathom_syntax::Kind;
use rustc_hash::FxHashMap;

/// One symbol that a change may reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impacted {
    /// The symbol.
    pub symbol: u32,
    /// The symbol it depends on directly.
    pub via: u32,
    /// References between it and the changed symbol.
    pub depth: u32,
    /// The edge it was reached by; its line is the evidence.
    pub edge: Edge,
    /// Product of the confidences on the way.
    pub confidence: f32,
}

/// What to follow.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// References to follow in a row.
    pub depth: u32,
    /// Only edges of this kind.
    pub kind: Option<EdgeKind>,
    /// Ways less sure than this are not followed.
    pub least_confidence: f32,
}

impl Default for Options {
    fn default() -> Options {
        Options { depth: 3, kind: None, least_confidence: 0.1 }
    }
}

/// Everything that depends on `changed`, by depth, then confidence, then place.
///
/// A changed type also changes its members; a changed member may be called
/// through the member it overrides.
pub fn impact(graph: &Graph<'_>, changed: &[u32], options: &Options) -> Vec<Impacted> {
    let mut reached: FxHashMap<u32, Impacted> = FxHashMap::default();
    let mut level: Vec<(u32, f32)> = Vec::new();
    for &symbol in changed {
        for part in with_members(graph, symbol) {
            if !level.iter().any(|(known, _)| *known == part) {
                level.push((part, 1.0));
            }
        }
    }
    let start: Vec<u32> = level.iter().map(|(symbol, _)| *symbol).collect();
    for depth in 1..=options.depth {
        let mut next: Vec<(u32, f32)> = Vec::new();
        for (symbol, confidence) in level {
            for edge in referring(graph, symbol) {
                let fits = options.kind.is_none_or(|kind| edge.kind() == kind);
                let sure = confidence * edge.confidence();
                if !fits || sure < options.least_confidence || start.contains(&edge.from) {
                    continue;
                }
                let found = Impacted { symbol: edge.from, via: symbol, depth, edge: *edge, confidence: sure };
                match reached.get_mut(&edge.from) {
                    Some(known) if known.depth < depth || !says_more(&found, known) => {}
                    Some(known) => *known = found,
                    None => {
                        reached.insert(edge.from, found);
                        next.push((edge.from, sure));
                    }
                }
            }
        }
        next.sort_unstable_by_key(|(symbol, _)| *symbol);
        level = next;
    }
    let mut all: Vec<Impacted> = reached.into_values().collect();
    all.sort_by(|a, b| {
        a.depth.cmp(&b.depth).then(b.confidence.total_cmp(&a.confidence)).then(a.symbol.cmp(&b.symbol))
    });
    all
}

/// The surer way says more; of two that are equally sure, the one through
/// inheritance, since naming a base class also reads it.
fn says_more(found: &Impacted, known: &Impacted) -> bool {
    let inherits = |one: &Impacted| {
        matches!(
            one.edge.kind(),
            EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes | EdgeKind::Overrides
        )
    };
    match found.confidence.total_cmp(&known.confidence) {
        std::cmp::Ordering::Equal => inherits(found) && !inherits(known),
        order => order.is_gt(),
    }
}

/// Edges to a symbol, and calls to what it overrides.
fn referring<'a>(graph: &Graph<'a>, symbol: u32) -> Vec<&'a Edge> {
    let mut edges: Vec<&Edge> =
        graph.incoming(symbol).filter(|edge| edge.kind() != EdgeKind::Mentions).collect();
    for over in graph.outgoing(symbol).iter().filter(|edge| edge.kind() == EdgeKind::Overrides) {
        edges.extend(graph.incoming(over.to).filter(|edge| edge.kind() == EdgeKind::Call));
    }
    edges
}

/// A symbol with everything inside it.
pub fn with_members(graph: &Graph<'_>, symbol: u32) -> Vec<u32> {
    let kind = graph.kind(symbol);
    let mut all = vec![symbol];
    if kind == Kind::File || kind.is_type() || kind == Kind::Module {
        let mut next = 0;
        while next < all.len() {
            let children: Vec<u32> = graph.children(all[next]).collect();
            all.extend(children);
            next += 1;
        }
    }
    all
}
