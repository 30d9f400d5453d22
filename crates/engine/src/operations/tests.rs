//! `tests`: the tests that reach a change, nearest and surest first.

use super::named::files;
use super::{diff, named};
use crate::{EngineError, View};
use fathom_graph::impact::{self, Impacted};
use fathom_graph::{Graph, SymbolId};
use fathom_protocol::tests::{DEFAULT_LIMIT, Request, Response, Test};
use fathom_syntax::Flags;

/// References in a row between a test and the change.
const DEPTH: u32 = 4;
/// How much less likely each further reference makes it that a test notices the change.
const DECAY: f32 = 0.6;

/// Finds the tests that reach a change.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = view.graph;
    let (changed, mut notes) = changed(view, request)?;
    let options = impact::Options { depth: DEPTH, ..impact::Options::default() };
    view.check_wanted()?;
    let found = impact::impact(graph, &changed, &options);
    view.check_wanted()?;
    let mut tests: Vec<Test> = Vec::new();
    for symbol in changed.iter().copied().filter(|symbol| is_test(graph, *symbol)) {
        tests.push(test(graph, symbol, 1.0, "the change touches it".to_owned()));
    }
    for one in found.iter().filter(|one| is_test(graph, one.symbol)) {
        let probability = one.confidence * DECAY.powi(one.depth.saturating_sub(1) as i32);
        tests.push(test(graph, one.symbol, probability, reason(graph, one)));
    }
    tests.sort_by(|a, b| b.probability.total_cmp(&a.probability).then_with(|| a.id.cmp(&b.id)));
    let mut seen = std::collections::BTreeSet::new();
    tests.retain(|test| seen.insert(test.id.clone()));
    notes.push(
        "from the call graph alone: probabilities are confidences of the path, not learned from history"
            .into(),
    );
    let total = tests.len();
    tests.truncate(request.limit.unwrap_or(DEFAULT_LIMIT));
    Ok(Response { tests, total, notes, index: view.state() })
}

/// The symbols that change, and notes on paths that are not in the index.
fn changed(view: &View<'_>, request: &Request) -> Result<(Vec<SymbolId>, Vec<String>), EngineError> {
    let graph = view.graph;
    let mut notes = Vec::new();
    if let Some(text) = &request.diff {
        let touched = diff::touched(graph, &text.0)
            .map_err(|why| EngineError::Request(format!("cannot read the diff: {why}")))?;
        if touched.is_empty() {
            notes.push(format!("{}.", diff::untouched(&text.0)));
        }
        return Ok((touched, notes));
    }
    if let Some(since) = &request.since {
        return diff::touched_since(view, since);
    }
    if request.files.is_empty() {
        return Err(EngineError::Request(
            "nothing was given; name changed files, or give a diff or a branch".into(),
        ));
    }
    let mut changed = Vec::new();
    for path in &request.files.0 {
        let path = named::from_root(view.root(), path);
        let found = files(view, &path);
        if found.is_empty() {
            notes.push(format!("{path} is not in the index and was not used."));
        }
        for file in found {
            let first = graph.file_symbol(file);
            let count = graph.files()[file.index()].facts.definitions.len() as u32;
            changed.extend(first.up_to(first + count));
        }
    }
    Ok((changed, notes))
}

fn is_test(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    graph.flags(symbol).has(Flags::TEST) && graph.kind(symbol).is_callable()
}

fn test(graph: &Graph<'_>, symbol: SymbolId, probability: f32, reason: String) -> Test {
    Test { id: graph.id(symbol), path: graph.path(symbol).to_owned(), probability, reasons: vec![reason] }
}

fn reason(graph: &Graph<'_>, one: &Impacted) -> String {
    let place = format!("{}:{}", graph.path(one.edge.from), one.edge.line);
    let verb = one.edge.kind().word();
    match one.depth {
        1 => format!("{verb} {} ({place})", graph.qualified_name(one.via)),
        depth => {
            format!("{verb} {}, {depth} references from the change ({place})", graph.qualified_name(one.via))
        }
    }
}
