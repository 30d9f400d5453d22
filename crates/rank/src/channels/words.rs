//! Words: symbols, prose and tests whose text matches the task.
//!
//! Prose that matches votes for the symbols it mentions, a test that matches for the symbols it
//! calls. A voter divides its vote among its targets, so a changelog that mentions everything adds
//! little to each.

use crate::pool::{Pool, Signal, is_answer};
use crate::search_results::{HITS, SearchResults, symbol_of};
use crate::task::Task;
use fathom_graph::{EdgeKind, FileId, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use fathom_text::{Hit, Index, Query, SearchOptions, Term, Tokenizer};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Most prose sections and tests that vote.
const VOTERS: usize = 40;
/// Factor by which each further symbol of a file adds less to the file's score.
const NEXT: f32 = 0.7;

/// The results of the word search, for the other channels and for features.
pub(crate) struct WordMatches {
    /// The whole task.
    pub(crate) query: Query,
    /// Tests that match, best first, as shares of the best hit.
    pub(crate) tests: Vec<(SymbolId, f32)>,
    /// Files by how well they match the task, best first.
    pub(crate) files: Vec<(FileId, f32)>,
    /// The words of the best matches, heaviest first; see [`super::echo`].
    pub(crate) expansion: Vec<Term>,
    /// All hits.
    pub(crate) results: Arc<SearchResults>,
}

pub(crate) fn words(graph: &Graph<'_>, index: &Index<'_>, task: &Task, pool: &mut Pool) -> WordMatches {
    let found = task.found.clone().unwrap_or_else(|| Arc::new(SearchResults::search(graph, index, task)));
    let SearchResults { query, hits, named, whole, .. } = &*found;
    let mut matched = WordMatches {
        query: query.clone(),
        tests: Vec::new(),
        files: Vec::new(),
        expansion: Vec::new(),
        results: Arc::clone(&found),
    };
    let top = hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let mut sections = 0;
    for hit in hits {
        let share = hit.score / top;
        let symbol = symbol_of(*hit);
        if graph.kind(symbol) == Kind::Section {
            sections += 1;
            if sections <= VOTERS {
                vote(graph, symbol, share, Signal::Docs, pool);
            }
        } else if graph.flags(symbol).has(Flags::TEST) {
            if matched.tests.len() < VOTERS {
                vote(graph, symbol, share, Signal::Tests, pool);
            }
            matched.tests.push((symbol, share));
        } else if is_answer(graph, symbol) {
            pool.add(symbol, Signal::Words, hit.score, symbol, 0, None);
        }
    }
    matched.files = files(graph, hits, top);
    title(graph, index, task, pool);
    for hit in named {
        let symbol = symbol_of(*hit);
        pool.add(symbol, Signal::Names, hit.score, symbol, 0, None);
    }
    let of_file: FxHashMap<FileId, f32> = matched.files.iter().copied().collect();
    for row in &mut pool.rows {
        let file = graph.file_of(row.symbol);
        row.signals[Signal::File as usize] = of_file.get(&file).copied().unwrap_or(0.0);
    }
    super::whole(graph, whole, pool);
    matched
}

/// Searches for the first line alone: in a long issue it summarises the rest.
fn title(graph: &Graph<'_>, index: &Index<'_>, task: &Task, pool: &mut Pool) {
    if task.body.is_empty() {
        for row in &mut pool.rows {
            row.signals[Signal::Title as usize] = row.signals[Signal::Words as usize];
        }
        return;
    }
    let query = Query::parse(&mut Tokenizer::of_thread(), &task.title);
    let options = SearchOptions { limit: HITS / 2, ..SearchOptions::default() };
    for hit in index.search(&query, &options) {
        let symbol = symbol_of(hit);
        if is_answer(graph, symbol) {
            pool.add(symbol, Signal::Title, hit.score, symbol, 0, None);
        }
    }
}

/// Files by the sum of the scores of their symbols, each further symbol counting less.
fn files(graph: &Graph<'_>, hits: &[Hit], top: f32) -> Vec<(FileId, f32)> {
    let mut sums: FxHashMap<FileId, (f32, f32)> = FxHashMap::default();
    for hit in hits {
        let symbol = symbol_of(*hit);
        let flags = graph.flags(symbol);
        // A section of a file without a grammar is the file's own text, not prose about it.
        let is_prose = graph.kind(symbol) == Kind::Section && !flags.has(Flags::UNPARSED);
        if is_prose || flags.has(Flags::TEST) || flags.has(Flags::GENERATED) {
            continue;
        }
        let (sum, factor) = sums.entry(graph.file_of(symbol)).or_insert((0.0, 1.0));
        *sum += hit.score / top * *factor;
        *factor *= NEXT;
    }
    let mut files: Vec<(FileId, f32)> = sums.into_iter().map(|(file, (sum, _))| (file, sum)).collect();
    files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    files
}

/// Divides one voter's score among the symbols it points to.
fn vote(graph: &Graph<'_>, voter: SymbolId, score: f32, signal: Signal, pool: &mut Pool) {
    let counts = |kind: EdgeKind| match signal {
        Signal::Docs => kind == EdgeKind::Mentions,
        _ => matches!(kind, EdgeKind::Call | EdgeKind::New),
    };
    let targets: Vec<_> = graph
        .outgoing(voter)
        .iter()
        .filter(|edge| counts(edge.kind()) && is_answer(graph, edge.to))
        .collect();
    let share = score / (targets.len() as f32).sqrt().max(1.0);
    for edge in targets {
        pool.add(edge.to, signal, share * edge.confidence(), voter, edge.line, None);
    }
}
