//! The calls downstream of a symbol, breadth first. What a framework runs for a call (jobs,
//! callbacks, changes of state) counts as called.

use crate::ids::SymbolId;
use crate::impact::DISPATCH;
use crate::model::{Edge, EdgeKind, Resolution};
use crate::view::Graph;
use fathom_syntax::Kind;
use rustc_hash::FxHashSet;

/// One step of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The symbol reached.
    pub symbol: SymbolId,
    /// The symbol it was reached from.
    pub from: SymbolId,
    /// Calls between it and the start.
    pub depth: u32,
    /// The edge; for a dispatch the `overrides` edge, walked backwards.
    pub edge: Edge,
    /// Reached because it implements what is called.
    pub dispatched: bool,
    /// Product of the confidences on the way.
    pub confidence: f32,
}

/// Walks calls, instantiations and what frameworks run up to `depth`, at most `limit` steps. A call
/// to a method also reaches the methods that override or implement it. A type starts with all its
/// methods, which are steps of depth 0.
pub fn trace(graph: &Graph<'_>, start: SymbolId, depth: u32, limit: usize) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
    seen.insert(start);
    // Members whose overriding ones were reached.
    let mut dispatched: FxHashSet<SymbolId> = FxHashSet::default();
    let mut level = vec![(start, 1.0f32)];
    if graph.kind(start).is_type() || graph.kind(start) == Kind::Module {
        let methods = graph.children(start).filter(|child| graph.kind(*child).is_callable());
        for method in methods.take(limit) {
            let line = graph.definition(method).line;
            let edge = Edge::new(start, method, EdgeKind::Call, Resolution::Exact, 1.0, line);
            let (symbol, from, dispatched) = (method, start, false);
            steps.push(Step { symbol, from, depth: 0, edge, dispatched, confidence: 1.0 });
            seen.insert(method);
            level.push((method, 1.0));
        }
    }
    for current in 1..=depth {
        // Each symbol is reached once, whatever the depth.
        if level.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for (from, confidence) in level {
            let mut edges: Vec<&Edge> =
                graph.outgoing(from).iter().filter(|edge| is_step(graph, edge)).collect();
            edges.sort_by_key(|edge| (edge.line, edge.to));
            for edge in edges {
                let confidence = confidence * edge.confidence();
                if seen.insert(edge.to) {
                    steps.push(Step {
                        symbol: edge.to,
                        from,
                        depth: current,
                        edge: *edge,
                        dispatched: false,
                        confidence,
                    });
                    next.push((edge.to, confidence));
                }
                let overriding = dispatched.insert(edge.to).then(|| graph.incoming(edge.to));
                for over in overriding.into_iter().flatten().filter(|e| e.kind() == EdgeKind::Overrides) {
                    if seen.insert(over.from) {
                        let confidence = confidence * over.confidence() * DISPATCH;
                        let symbol = over.from;
                        steps.push(Step {
                            symbol,
                            from: edge.to,
                            depth: current,
                            edge: over.through(edge),
                            dispatched: true,
                            confidence,
                        });
                        next.push((symbol, confidence));
                    }
                }
                if steps.len() >= limit {
                    steps.truncate(limit);
                    return steps;
                }
            }
        }
        level = next;
    }
    steps
}

/// Whether an edge makes something run. A call that only reads a field of a model makes nothing run.
fn is_step(graph: &Graph<'_>, edge: &Edge) -> bool {
    let is_read = || {
        edge.kind() == EdgeKind::Call
            && graph.kind(edge.to) == Kind::Field
            && graph.language(edge.to).names.calls_read_fields
    };
    edge.kind().is_run() && !is_read()
}
