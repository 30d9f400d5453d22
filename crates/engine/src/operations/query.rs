//! `query`: search over symbols and prose by words.

use super::{RankingInputs, filter};
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_protocol::query::{self, DEFAULT_LIMIT, Request, Response};
use fathom_rank::{Definitions, Task, is_answer};
use fathom_syntax::Flags;
use fathom_text::{Hit, Query, SearchOptions, Tokenizer};
use rustc_hash::FxHashMap;
use std::time::Instant;

const SNIPPET: usize = 200;
/// Most symbols of the ranker.
const RANKED: usize = 60;
/// Matches of the words that are fused with them.
const FUSED: usize = 200;
/// Matches that are looked at for each one that is needed in code; the others are prose and tests.
const MATCHES_PER_CODE: usize = 4;
/// The constant of reciprocal ranks.
const SMOOTH: f32 = 20.0;

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
    let words = Query::parse(&mut Tokenizer::new(), &request.query);
    let graph = view.graph;
    let files = filter::files(view, &request.filter)?;
    let keeps = |symbol: u32| files.hold(graph.file_of(SymbolId::new(symbol)));
    let filter: Option<&(dyn Fn(u32) -> bool + Sync)> = if files.are_all() { None } else { Some(&keeps) };
    let first = definitions(view, &request.query, |symbol| keeps(symbol.number()));
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let search = |limit| {
        let options = SearchOptions { limit, filter, ..SearchOptions::default() };
        view.words.search_and_count(&words, &options)
    };
    // With so many matches in code, those after them cannot be in the answer.
    let enough = limit.saturating_add(first.len() + FUSED + RANKED);
    let (mut hits, total) = search(enough.saturating_mul(MATCHES_PER_CODE));
    if hits.len() < total
        && hits.iter().filter(|hit| is_code(view, SymbolId::new(hit.symbol))).count() < enough
    {
        (hits, _) = search(usize::MAX);
    }
    let top = hits.first().map_or(1.0, |hit| hit.score);
    view.check_wanted()?;
    let ranked = ranked(view, request, limit)?;
    let others = fused(view, &hits, &ranked);
    let others = others.into_iter().filter(|(symbol, _)| !first.contains(symbol));
    // A definition of the name counts twice what the best match of its words does.
    let all = first.iter().map(|symbol| (*symbol, 2.0 * top)).chain(others);
    let results = all
        .take(limit)
        .map(|(symbol, score)| {
            let doc = graph.doc(symbol);
            let signature = graph.signature(symbol);
            let text = if doc.is_empty() { signature.to_owned() } else { format!("{signature} – {doc}") };
            query::Hit {
                id: graph.id(symbol),
                title: format!("{} {}", graph.kind(symbol).word(), graph.qualified_name(symbol)),
                snippet: text[..text.floor_char_boundary(SNIPPET)].replace('\n', " "),
                score,
                source_path: graph.path(symbol).to_owned(),
                line: graph.definition(symbol).line,
            }
        })
        .collect();
    Ok(Response { results, total, query_ms: started.elapsed().as_secs_f64() * 1000.0, index: view.state() })
}

/// The symbols that the ranker of `context` puts first for the words of a query.
fn ranked(view: &View<'_>, request: &Request, limit: usize) -> Result<Vec<SymbolId>, EngineError> {
    if request.query.trim().is_empty() {
        return Ok(Vec::new());
    }
    let inputs = RankingInputs { feedback: true, ..RankingInputs::default() };
    inputs.rank_symbols(view, &request.query, &request.filter, limit.min(RANKED))
}

/// Matches of the words and ranked symbols in one order, by reciprocal rank. Those that only the ranker
/// found have the score of a match at their place.
fn fused(view: &View<'_>, hits: &[Hit], ranked: &[SymbolId]) -> Vec<(SymbolId, f32)> {
    let mut places: FxHashMap<SymbolId, f32> = FxHashMap::default();
    let found = hits.iter().map(|hit| SymbolId::new(hit.symbol));
    let (code, rest): (Vec<SymbolId>, Vec<SymbolId>) = found.partition(|symbol| is_code(view, *symbol));
    let reciprocal = |place: usize| 1.0 / (SMOOTH + place as f32);
    for (place, &symbol) in code.iter().take(FUSED).enumerate() {
        *places.entry(symbol).or_default() += reciprocal(place);
    }
    for (place, &symbol) in ranked.iter().enumerate() {
        *places.entry(symbol).or_default() += reciprocal(place);
    }
    let mut order: Vec<(SymbolId, f32)> = places.iter().map(|(symbol, score)| (*symbol, *score)).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let after = code.iter().skip(FUSED).chain(&rest).filter(|symbol| !places.contains_key(*symbol));
    let symbols = order.iter().map(|(symbol, _)| *symbol).chain(after.copied());
    // Scores fall with the place, and stay those of the search as far as they can.
    let scores = hits.iter().map(|hit| hit.score).chain(std::iter::repeat(0.0));
    symbols.zip(scores).collect()
}

/// Whether a match comes before prose, tests and generated code.
fn is_code(view: &View<'_>, symbol: SymbolId) -> bool {
    is_answer(view.graph, symbol) && !view.graph.flags(symbol).has(Flags::GENERATED)
}

/// The definitions of a query that is a name, most central first.
fn definitions(view: &View<'_>, query: &str, keeps: impl Fn(SymbolId) -> bool) -> Vec<SymbolId> {
    let mut symbols = Definitions::of(view.graph, &Task::read(query))
        .map_or_else(Vec::new, |definitions| definitions.symbols);
    symbols.retain(|symbol| keeps(*symbol));
    symbols
}
