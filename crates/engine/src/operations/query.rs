//! `query`: search over symbols and prose by words.

use super::Filter;
use crate::{EngineError, Freshness, View};
use fathom_graph::SymbolId;
use fathom_text::{Query, SearchOptions, Tokenizer};
use serde::Serialize;
use std::time::Instant;

/// What to search for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Words.
    pub query: String,
    /// Most results.
    pub limit: usize,
    /// Which files may answer.
    pub filter: Filter,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// Best first.
    pub results: Vec<Hit>,
    /// How many fit in all.
    pub total: usize,
    /// Milliseconds for the search itself.
    pub query_ms: f64,
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// One result.
#[derive(Clone, Debug, Serialize)]
pub struct Hit {
    /// `path::Qualified.name`.
    pub id: String,
    /// Kind and name.
    pub title: String,
    /// Signature, or the start of the text.
    pub snippet: String,
    /// BM25F score.
    pub score: f32,
    /// Where it stands.
    pub source_path: String,
    /// First line.
    pub line: u32,
}

const SNIPPET: usize = 200;

/// Searches.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let started = Instant::now();
    let query = Query::parse(&mut Tokenizer::new(), &request.query);
    let graph = &view.graph;
    let files = request.filter.files(view)?;
    let keeps = |symbol: u32| files.hold(graph.file_of(SymbolId::new(symbol)));
    let filter: Option<&(dyn Fn(u32) -> bool + Sync)> = if files.are_all() { None } else { Some(&keeps) };
    let options = SearchOptions { limit: usize::MAX, filter, ..SearchOptions::default() };
    let hits = view.words.search(&query, &options);
    let results = hits
        .iter()
        .take(request.limit)
        .map(|hit| {
            let symbol = SymbolId::new(hit.symbol);
            let doc = graph.doc(symbol);
            let signature = graph.signature(symbol);
            let text = if doc.is_empty() { signature.to_owned() } else { format!("{signature} – {doc}") };
            Hit {
                id: graph.id(symbol),
                title: format!("{} {}", graph.kind(symbol).word(), graph.qualified_name(symbol)),
                snippet: text[..text.floor_char_boundary(SNIPPET)].replace('\n', " "),
                score: hit.score,
                source_path: graph.path(symbol).to_owned(),
                line: graph.definition(symbol).line,
            }
        })
        .collect();
    Ok(Response {
        results,
        total: hits.len(),
        query_ms: started.elapsed().as_secs_f64() * 1000.0,
        index: view.freshness.clone(),
    })
}
