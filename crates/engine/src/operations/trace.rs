//! `trace`: what a symbol leads to.

use super::{named, others};
use crate::{EngineError, Freshness, View};
use fathom_graph::SymbolId;
use fathom_graph::trace;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// From where and how far.
#[derive(Clone, Debug)]
pub struct Request {
    /// A name in any form.
    pub symbol: String,
    /// Calls in a row.
    pub depth: u32,
    /// Most steps.
    pub limit: usize,
}

/// The calls, breadth first.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// Where it starts.
    pub entry: String,
    /// Step by step.
    pub chain: Vec<Step>,
    /// Calls made by the entry that could not be resolved are not in the
    /// chain: how many of its file's references stayed unresolved.
    pub unresolved_in_file: u32,
    /// Others the name could mean.
    pub also: Vec<String>,
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// One step.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What is reached.
    pub node: String,
    /// Its qualified name, for text.
    #[serde(skip)]
    pub(crate) name: String,
    /// How many calls from the entry.
    pub depth: u32,
    /// What it is reached from.
    pub via: String,
    /// The step it is reached from, by its place in the chain; `None` for the entry.
    /// Ids do not tell: definitions of one name in one place share theirs.
    #[serde(skip)]
    pub parent: Option<usize>,
    /// How: `calls`, `creates`, or `dispatches to`.
    pub edge_type: &'static str,
    /// compiler, exact, inferred or ambiguous.
    pub resolution: &'static str,
    /// How sure the way is.
    pub confidence: f32,
    /// The file with the evidence.
    pub path: String,
    /// The line with the evidence.
    pub line: u32,
}

/// Traces a symbol.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = &view.graph;
    let found = named(view, &request.symbol)?;
    let steps = trace::trace(graph, found[0], request.depth, request.limit);
    let places: FxHashMap<SymbolId, usize> =
        steps.iter().zip(0..).map(|(step, at)| (step.symbol, at)).collect();
    let chain = steps
        .iter()
        .map(|step| Step {
            node: graph.id(step.symbol),
            name: graph.qualified_name(step.symbol),
            depth: step.depth,
            via: graph.id(step.from),
            parent: places.get(&step.from).copied(),
            edge_type: if step.dispatched { "dispatches to" } else { step.edge.kind().word() },
            resolution: step.edge.resolution().word(),
            confidence: step.confidence,
            path: graph.path(step.edge.from).to_owned(),
            line: step.edge.line,
        })
        .collect();
    let unresolved = graph.unresolved(graph.file_of(found[0]));
    Ok(Response {
        entry: graph.id(found[0]),
        chain,
        unresolved_in_file: unresolved.unknown_receiver + unresolved.missing,
        also: others(graph, &found),
        index: view.freshness.clone(),
    })
}
