//! `trace`: what a symbol leads to.

use super::{edge_type, named, resolution};
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_graph::trace;
use fathom_protocol::EdgeType;
use fathom_protocol::trace::{DEFAULT_DEPTH, DEFAULT_LIMIT, Request, Response, Step};
use rustc_hash::FxHashMap;

/// Traces a symbol.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = &view.graph;
    let named::Meaning { symbol, alternatives, .. } = named::meaning(view, &request.node)?;
    let depth = request.max_depth.unwrap_or(DEFAULT_DEPTH);
    let steps = trace::trace(graph, symbol, depth, request.limit.unwrap_or(DEFAULT_LIMIT));
    let places: FxHashMap<SymbolId, usize> =
        steps.iter().zip(0..).map(|(step, at)| (step.symbol, at)).collect();
    let chain = steps
        .iter()
        .map(|step| Step {
            node: graph.id(step.symbol),
            name: graph.qualified_name(step.symbol),
            depth: step.depth,
            via: graph.id(step.from),
            parent: graph.id(step.from),
            parent_index: places.get(&step.from).copied(),
            edge_type: if step.dispatched { EdgeType::DispatchesTo } else { edge_type(step.edge.kind()) },
            resolution: resolution(step.edge.resolution()),
            confidence: step.confidence,
            path: graph.path(step.edge.from).to_owned(),
            line: step.edge.line,
        })
        .collect();
    let unresolved = graph.unresolved(graph.file_of(symbol));
    Ok(Response {
        entry: graph.id(symbol),
        chain,
        unresolved_in_file: unresolved.unknown_receiver + unresolved.missing,
        alternatives,
        index: view.state(),
    })
}
