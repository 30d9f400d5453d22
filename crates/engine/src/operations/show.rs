//! `show`: a symbol with its source, its callers and what it calls; a file as its signatures.

mod fit;

pub use fit::within;

use super::{named, outline, relation, symbol as record};
use crate::{EngineError, View};
use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_protocol::Symbol;
use fathom_protocol::show::{DEFAULT_LIMIT, OutlineLine, Request, Response};
use fathom_syntax::Kind;

/// Shows one symbol.
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
/// use fathom_engine::operations::show;
/// use fathom_protocol::show::Request;
///
/// let request = Request { symbol: "retry_upload".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| show::run(view, &request))?;
/// assert_eq!(answer.code.as_deref(), Some("def retry_upload(job):\n    return job"));
/// assert_eq!(answer.caller_count, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = view.graph;
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let named::Meaning { symbol, alternatives, .. } = named::meaning(view, &request.symbol)?;
    let mut callers: Vec<&Edge> = graph.incoming(symbol).collect();
    callers.sort_by(|a, b| b.confidence().total_cmp(&a.confidence()).then(a.from.cmp(&b.from)));
    let (mentions, callers): (Vec<&Edge>, Vec<&Edge>) =
        callers.into_iter().partition(|e| e.kind() == EdgeKind::Mentions);
    let mut callees: Vec<_> = graph.outgoing(symbol).iter().collect();
    callees.sort_by_key(|edge| (edge.line, edge.to));
    let members: Vec<Symbol> = if graph.kind(symbol).is_callable() {
        Vec::new()
    } else {
        graph.children(symbol).take(limit.max(50)).map(|child| record(graph, child)).collect()
    };
    let outline = if graph.kind(symbol) == Kind::File { outlined(graph, symbol) } else { Vec::new() };
    let code = if outline.is_empty() { view.code(symbol) } else { None };
    Ok(Response {
        symbol: record(graph, symbol),
        doc: graph.doc(symbol).to_owned(),
        code,
        outline,
        lines_left_out: 0,
        caller_count: callers.len(),
        callers: callers.iter().take(limit).map(|edge| relation(graph, edge.from, edge)).collect(),
        callee_count: callees.len(),
        callees: callees.iter().take(limit).map(|edge| relation(graph, edge.to, edge)).collect(),
        members,
        mention_count: mentions.len(),
        mentioned_in: mentions.iter().take(limit).map(|edge| relation(graph, edge.from, edge)).collect(),
        alternatives,
        index: view.state(),
    })
}

fn outlined(graph: &Graph<'_>, file: SymbolId) -> Vec<OutlineLine> {
    let lines = outline::file(graph, graph.file_of(file), None);
    // The doc of a key is its value, which its signature has.
    let doc = |symbol: SymbolId| match graph.kind(symbol) {
        Kind::Key => "",
        _ => graph.doc(symbol).lines().next().unwrap_or_default().trim(),
    };
    (file + 1)
        .following()
        .zip(lines)
        .map(|(at, symbol)| OutlineLine { symbol, doc: doc(at).to_owned() })
        .collect()
}
