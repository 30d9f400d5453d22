//! `trace`: what a symbol leads to.

use super::{edge_type, entry, resolution, unresolved};
use crate::{EngineError, View};
use fathom_graph::{Edge, EdgeKind, Resolution, SymbolId, trace, unresolved_calls_of};
use fathom_protocol::EdgeType;
use fathom_protocol::trace::{DEFAULT_DEPTH, DEFAULT_LIMIT, Request, Response, Step};
use rustc_hash::FxHashMap;

/// Traces a symbol.
///
/// # Examples
///
/// ```
/// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
/// # let place = tempfile::tempdir()?;
/// # let repository = place.path().join("repository");
/// # std::fs::create_dir(&repository)?;
/// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
/// # std::fs::write(repository.join("upload.py"), text)?;
/// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
/// use fathom_engine::operations::trace;
/// use fathom_protocol::trace::Request;
///
/// let request = Request { node: "send".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| trace::run(view, &request))?;
/// assert_eq!(answer.chain[0].node, "upload.py::retry_upload");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = view.graph;
    let entry = entry::find(view, &request.node)?;
    let Some(symbol) = entry.symbol else {
        let handler = entry.endpoint.map_or("", |endpoint| endpoint.handler.as_str());
        return Err(EngineError::Request(format!("`{handler}` is not in this repository")));
    };
    let names_owner = !request.node.contains(['#', '/', ' ']) && entry.endpoint.is_some();
    // A job or a type is named by its class: its name stays that of the answer.
    let alternatives = entry.alternatives;
    let depth = request.max_depth.unwrap_or(DEFAULT_DEPTH);
    let mut steps = trace::trace(graph, symbol, depth, request.limit.unwrap_or(DEFAULT_LIMIT));
    if let Some(owner) = entry.endpoint.and_then(|one| one.owner).filter(|_| names_owner) {
        // The class was named: what runs it is the first step.
        let line = graph.definition(symbol).line;
        let edge = Edge::new(owner, symbol, EdgeKind::Call, Resolution::Exact, 1.0, line);
        steps.insert(
            0,
            trace::Step { symbol, from: owner, depth: 0, edge, dispatched: false, confidence: 1.0 },
        );
    }
    let places: FxHashMap<SymbolId, usize> =
        steps.iter().zip(0..).map(|(step, at)| (step.symbol, at)).collect();
    let chain = steps
        .iter()
        .map(|step| Step {
            node: graph.id(step.symbol),
            name: graph.qualified_name(step.symbol),
            depth: step.depth,
            via: graph.id(step.from),
            parent: if places.contains_key(&step.from) { graph.id(step.from) } else { graph.id(symbol) },
            parent_index: places.get(&step.from).copied(),
            edge_type: if step.dispatched { EdgeType::DispatchesTo } else { edge_type(step.edge.kind()) },
            resolution: resolution(step.edge.resolution()),
            confidence: step.confidence,
            path: graph.path(step.edge.from).to_owned(),
            line: step.edge.line,
        })
        .collect();
    let counts = graph.unresolved(graph.file_of(symbol));
    Ok(Response {
        entry: graph.id(symbol),
        chain,
        unresolved: unresolved::listed(graph, &unresolved_calls_of(graph, symbol)),
        unresolved_in_file: counts.unknown_receiver + counts.missing,
        alternatives,
        index: view.state(),
    })
}
