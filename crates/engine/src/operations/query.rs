//! `query`: search over symbols and prose by words.

use super::filter;
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_protocol::query::{DEFAULT_LIMIT, Hit, Request, Response};
use fathom_rank::{Definitions, Task};
use fathom_text::{Query, SearchOptions, Tokenizer};
use std::time::Instant;

const SNIPPET: usize = 200;

/// Searches.
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
/// use fathom_engine::operations::query;
/// use fathom_protocol::query::Request;
///
/// let request = Request { query: "upload job".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| query::run(view, &request))?;
/// assert!(answer.results.iter().any(|hit| hit.id == "upload.py::retry_upload"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let started = Instant::now();
    let query = Query::parse(&mut Tokenizer::new(), &request.query);
    let graph = view.graph;
    let files = filter::files(view, &request.filter)?;
    let keeps = |symbol: u32| files.hold(graph.file_of(SymbolId::new(symbol)));
    let filter: Option<&(dyn Fn(u32) -> bool + Sync)> = if files.are_all() { None } else { Some(&keeps) };
    let options = SearchOptions { limit: usize::MAX, filter, ..SearchOptions::default() };
    let hits = view.words.search(&query, &options);
    let first = definitions(view, &request.query, |symbol| keeps(symbol.number()));
    let top = hits.first().map_or(1.0, |hit| hit.score);
    let others = hits.iter().map(|hit| (SymbolId::new(hit.symbol), hit.score));
    let others = others.filter(|(symbol, _)| !first.contains(symbol));
    // A definition of the name counts twice what the best match of its words does.
    let all = first.iter().map(|symbol| (*symbol, 2.0 * top)).chain(others);
    let results = all
        .take(request.limit.unwrap_or(DEFAULT_LIMIT))
        .map(|(symbol, score)| {
            let doc = graph.doc(symbol);
            let signature = graph.signature(symbol);
            let text = if doc.is_empty() { signature.to_owned() } else { format!("{signature} – {doc}") };
            Hit {
                id: graph.id(symbol),
                title: format!("{} {}", graph.kind(symbol).word(), graph.qualified_name(symbol)),
                snippet: text[..text.floor_char_boundary(SNIPPET)].replace('\n', " "),
                score,
                source_path: graph.path(symbol).to_owned(),
                line: graph.definition(symbol).line,
            }
        })
        .collect();
    Ok(Response {
        results,
        total: hits.len(),
        query_ms: started.elapsed().as_secs_f64() * 1000.0,
        index: view.state(),
    })
}

/// The definitions of a query that is a name, most central first.
fn definitions(view: &View<'_>, query: &str, keeps: impl Fn(SymbolId) -> bool) -> Vec<SymbolId> {
    let mut symbols = Definitions::of(view.graph, &Task::read(query))
        .map_or_else(Vec::new, |definitions| definitions.symbols);
    symbols.retain(|symbol| keeps(*symbol));
    symbols
}
