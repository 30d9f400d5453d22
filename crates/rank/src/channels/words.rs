//! Words: what the text of symbols, prose and tests has of the task.
//!
//! Prose that matches votes for the symbols it mentions, a test that matches
//! for what it calls. A voter shares its vote among its targets, so that a
//! changelog that mentions everything says little of each.

use crate::pool::{Pool, Signal, is_answer};
use crate::search_results::{HITS, SearchResults, symbol_of};
use crate::task::Task;
use fathom_graph::{EdgeKind, FileId, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use fathom_text::{Hit, Index, Query, SearchOptions, Term, Tokenizer};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Prose sections and tests that may vote.
const VOTERS: usize = 40;
/// How much less each further symbol of a file adds to what the file has.
const NEXT: f32 = 0.7;

/// What the words found, for the other channels and for features.
pub(crate) struct WordMatches {
    /// The whole task.
    pub(crate) query: Query,
    /// Tests that match, best first, as shares of the best hit.
    pub(crate) tests: Vec<(SymbolId, f32)>,
    /// Files by what they have of the task, best first.
    pub(crate) files: Vec<(FileId, f32)>,
    /// The words of the best matches, those that weigh most first; see [`super::echo`].
    pub(crate) heard: Vec<Term>,
    /// All that the words found.
    pub(crate) results: Arc<SearchResults>,
}

pub(crate) fn words(graph: &Graph<'_>, index: &Index<'_>, task: &Task, pool: &mut Pool) -> WordMatches {
    let found = task.found.clone().unwrap_or_else(|| Arc::new(SearchResults::search(graph, index, task)));
    let SearchResults { query, hits, named, whole, .. } = &*found;
    let mut matched = WordMatches {
        query: query.clone(),
        tests: Vec::new(),
        files: Vec::new(),
        heard: Vec::new(),
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

/// The first line alone: in a long issue it says what the rest is about.
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

/// Files by the sum of what they hold, each further symbol counting less.
fn files(graph: &Graph<'_>, hits: &[Hit], top: f32) -> Vec<(FileId, f32)> {
    let mut sums: FxHashMap<FileId, (f32, f32)> = FxHashMap::default();
    for hit in hits {
        let symbol = symbol_of(*hit);
        let flags = graph.flags(symbol);
        // A piece of a file without a grammar is its text, no prose about it.
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

/// One voter's score, shared among what it points to.
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
