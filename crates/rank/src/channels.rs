//! The channels: each adds scores with reasons to the board.

use crate::ranking::Reason;
use crate::task::Task;
use fathom_graph::lookup::{Fit, lookup};
use fathom_graph::{EdgeKind, Graph};
use fathom_syntax::{Flags, Kind};
use fathom_text::{Index, Query, SearchOptions, Tokenizer};
use rustc_hash::FxHashMap;

/// Hits looked at.
const HITS: usize = 400;
/// Prose sections and tests that may vote.
const VOTERS: usize = 30;
/// Symbols whose neighbours are looked at.
const CENTRES: usize = 25;

const NAMED: f32 = 0.9;
const DOCS: f32 = 0.45;
const TESTS: f32 = 0.35;
const NEAR: f32 = 0.18;

/// Scores with their reasons, by symbol.
#[derive(Default)]
pub(crate) struct Board {
    reasons: FxHashMap<u32, Vec<Reason>>,
}

impl Board {
    /// Adds a score; of one channel the largest counts, the others a little.
    fn add(&mut self, symbol: u32, channel: &'static str, score: f32, text: impl FnOnce() -> String) {
        let reasons = self.reasons.entry(symbol).or_default();
        match reasons.iter_mut().find(|reason| reason.channel == channel) {
            Some(known) if known.score >= score => known.score += score * 0.2,
            Some(known) => {
                known.score = score + known.score * 0.2;
                known.text = text();
            }
            None => reasons.push(Reason { channel, text: text(), score }),
        }
    }

    fn best(&self, graph: &Graph<'_>, count: usize) -> Vec<(u32, f32)> {
        let mut all: Vec<(u32, f32)> = self
            .reasons
            .iter()
            .filter(|(symbol, _)| is_code(graph, **symbol) && !graph.flags(**symbol).has(Flags::TEST))
            .map(|(symbol, reasons)| (*symbol, reasons.iter().map(|reason| reason.score).sum()))
            .collect();
        all.sort_by(|a: &(u32, f32), b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(count);
        all
    }

    /// All symbols, in order of their number.
    pub(crate) fn into_sorted(self) -> Vec<(u32, Vec<Reason>)> {
        let mut all: Vec<(u32, Vec<Reason>)> = self.reasons.into_iter().collect();
        all.sort_unstable_by_key(|(symbol, _)| *symbol);
        all
    }
}

fn is_code(graph: &Graph<'_>, symbol: u32) -> bool {
    !matches!(graph.kind(symbol), Kind::Section | Kind::Key | Kind::File)
}

/// Words of the task in names, paths, docs and bodies; matching prose votes
/// for what it mentions, matching tests for what they call.
pub(crate) fn lexical(graph: &Graph<'_>, words: &Index<'_>, task: &Task, board: &mut Board) {
    let query = Query::parse(&mut Tokenizer::new(), &task.text);
    let options = SearchOptions { limit: HITS, ..SearchOptions::default() };
    let hits = words.search(&query, &options);
    let top = hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let (mut sections, mut tests) = (0, 0);
    for hit in &hits {
        let share = hit.score / top;
        let kind = graph.kind(hit.symbol);
        if kind == Kind::Section && sections < VOTERS {
            sections += 1;
            vote(graph, hit.symbol, share * DOCS, "docs", EdgeKind::Mentions, board);
        }
        let test = graph.flags(hit.symbol).has(Flags::TEST);
        if test && tests < VOTERS {
            tests += 1;
            vote(graph, hit.symbol, share * TESTS, "tests", EdgeKind::Call, board);
        }
        board.add(hit.symbol, "words", share, || "its words match the task".to_owned());
    }
}

/// One voter's score, shared among what it points to.
fn vote(graph: &Graph<'_>, voter: u32, score: f32, channel: &'static str, kind: EdgeKind, board: &mut Board) {
    let targets: Vec<_> = graph
        .outgoing(voter)
        .iter()
        .filter(|edge| edge.kind() == kind || kind == EdgeKind::Call && edge.kind() == EdgeKind::New)
        .filter(|edge| is_code(graph, edge.to) && !graph.flags(edge.to).has(Flags::TEST))
        .collect();
    let share = score / (targets.len() as f32).sqrt().max(1.0);
    for edge in targets {
        board.add(edge.to, channel, share * edge.confidence(), || match channel {
            "docs" => format!("“{}” ({}:{}) mentions it", graph.name(voter), graph.path(voter), edge.line),
            _ => format!("{} ({}:{}) uses it", graph.name(voter), graph.path(voter), edge.line),
        });
    }
}

/// Identifiers and paths quoted in the task; the rarer the name, the more it says.
pub(crate) fn named(graph: &Graph<'_>, task: &Task, board: &mut Board) {
    for name in &task.identifiers {
        let found: Vec<u32> = lookup(graph, name, None, 12)
            .into_iter()
            .filter(|one| one.fit <= Fit::CaseDiffers && is_code(graph, one.symbol))
            .map(|one| one.symbol)
            .collect();
        for &symbol in &found {
            board.add(symbol, "named", NAMED / (found.len() as f32).sqrt(), || {
                format!("the task names `{name}`")
            });
        }
    }
    for path in &task.paths {
        let ending = format!("/{path}");
        for (file, entry) in graph.files().iter().enumerate() {
            if entry.path == path || entry.path.ends_with(&ending) {
                let symbol = graph.file_symbol(file);
                board.add(symbol, "named", NAMED, || format!("the task names {path}"));
                for child in graph.children(symbol) {
                    board.add(child, "named", NAMED * 0.3, || format!("the task names {path}"));
                }
            }
        }
    }
}

/// One step of graph around the best: the type a member belongs to, what it
/// calls and what calls it. Hubs pass on little.
pub(crate) fn neighbours(graph: &Graph<'_>, board: &mut Board) {
    for (centre, score) in board.best(graph, CENTRES) {
        let name = || graph.qualified_name(centre);
        if let Some(container) = graph.container(centre).filter(|container| graph.kind(*container).is_type())
        {
            board.add(container, "near", score * NEAR * 1.4, || format!("{} belongs to it", name()));
        }
        let out: Vec<_> =
            graph.outgoing(centre).iter().filter(|edge| edge.kind() != EdgeKind::Imports).collect();
        let share = score * NEAR / (1.0 + out.len() as f32).ln().max(1.0);
        for edge in out {
            board.add(edge.to, "near", share * edge.confidence(), || {
                format!("{} {} it", name(), edge.kind().word())
            });
        }
        let incoming: Vec<_> = graph
            .incoming(centre)
            .filter(|edge| !matches!(edge.kind(), EdgeKind::Imports | EdgeKind::Mentions))
            .filter(|edge| !graph.flags(edge.from).has(Flags::TEST))
            .collect();
        let share = score * NEAR / (1.0 + incoming.len() as f32).ln().max(1.0);
        for edge in incoming.into_iter().take(64) {
            board.add(edge.from, "near", share * edge.confidence() * 0.8, || {
                format!("it {} {}", edge.kind().word(), name())
            });
        }
    }
}
