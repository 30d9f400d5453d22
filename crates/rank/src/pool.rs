//! The candidates of one task, and the signals of each.
//!
//! A channel writes a *signal*: a number that is comparable inside the task only. The pool keeps
//! the signals separate for the ranker and for `explain`.

use crate::place::Place;
use fathom_graph::{EdgeKind, FileId, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Ordering;

/// One kind of evidence for a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Signal {
    /// All words of the task, in all fields.
    Words,
    /// The words of its first line.
    Title,
    /// The words, in names alone.
    Names,
    /// How well its file matches the task.
    File,
    /// Prose that matches mentions it.
    Docs,
    /// A test that matches calls it.
    Tests,
    /// The task names it.
    Named,
    /// The task names its file.
    Path,
    /// A stack frame of the task points into it.
    Frame,
    /// A type whose members match.
    Owner,
    /// A member of a type that matches.
    Member,
    /// Something that matches calls it.
    Callee,
    /// It calls something that matches.
    Caller,
    /// Something that matches has it as a type.
    Typed,
    /// A super- or subtype, or an overridden member, of what matches.
    Kin,
    /// Two steps of graph from all that matches.
    Walk,
    /// A commit whose message matches changed it.
    History,
    /// It contains words of the best matches that the task does not have.
    Echo,
    /// The task quotes a message of its code.
    Quoted,
    /// The task contains every word of its name.
    Whole,
}

/// Number of signals.
pub(crate) const SIGNALS: usize = 20;

impl Signal {
    /// Every signal, in the order of their numbers.
    pub const ALL: [Signal; SIGNALS] = [
        Signal::Words,
        Signal::Title,
        Signal::Names,
        Signal::File,
        Signal::Docs,
        Signal::Tests,
        Signal::Named,
        Signal::Path,
        Signal::Frame,
        Signal::Owner,
        Signal::Member,
        Signal::Callee,
        Signal::Caller,
        Signal::Typed,
        Signal::Kin,
        Signal::Walk,
        Signal::History,
        Signal::Echo,
        Signal::Quoted,
        Signal::Whole,
    ];

    /// The word in output.
    pub fn word(self) -> &'static str {
        match self {
            Signal::Words => "words",
            Signal::Title => "title",
            Signal::Names => "names",
            Signal::File => "file",
            Signal::Docs => "docs",
            Signal::Tests => "tests",
            Signal::Named => "named",
            Signal::Path => "path",
            Signal::Frame => "frame",
            Signal::Owner => "owner",
            Signal::Member => "member",
            Signal::Callee => "callee",
            Signal::Caller => "caller",
            Signal::Typed => "typed",
            Signal::Kin => "kin",
            Signal::Walk => "walk",
            Signal::History => "history",
            Signal::Echo => "echo",
            Signal::Quoted => "quoted",
            Signal::Whole => "whole",
        }
    }
}

/// The source of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A section, a test, a neighbour; the symbol itself for words.
    Symbol(SymbolId),
    /// A commit, by its place in the log.
    Commit(u32),
}

impl From<SymbolId> for Source {
    fn from(symbol: SymbolId) -> Source {
        Source::Symbol(symbol)
    }
}

/// Where the largest part of a signal comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cause {
    /// The source.
    pub(crate) from: Source,
    /// The line of the evidence in the file of the source; 0 for none.
    pub(crate) line: u32,
    /// How the two are connected, for neighbours.
    pub(crate) kind: Option<EdgeKind>,
    score: f32,
}

/// One candidate.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) symbol: SymbolId,
    pub(crate) signals: [f32; SIGNALS],
    pub(crate) causes: [Option<Cause>; SIGNALS],
    /// Whether there is positive advice on it, which keeps it among the candidates.
    pub(crate) advised: bool,
    /// The role of its file; `None` until it is computed.
    pub(crate) place: Option<Place>,
}

/// Candidates that most tasks have at least: a row is large, and a list that grows is copied.
const USUAL: usize = 2_048;

/// The candidates of a task.
pub(crate) struct Pool {
    pub(crate) rows: Vec<Row>,
    places: FxHashMap<SymbolId, u32>,
}

impl Default for Pool {
    fn default() -> Pool {
        let places = FxHashMap::with_capacity_and_hasher(USUAL, FxBuildHasher);
        Pool { rows: Vec::with_capacity(USUAL), places }
    }
}

impl Pool {
    /// The row of a symbol, which becomes a candidate.
    pub(crate) fn row(&mut self, symbol: SymbolId) -> &mut Row {
        let place = *self.places.entry(symbol).or_insert_with(|| {
            self.rows.push(Row {
                symbol,
                signals: [0.0; SIGNALS],
                causes: [None; SIGNALS],
                advised: false,
                place: None,
            });
            self.rows.len() as u32 - 1
        });
        &mut self.rows[place as usize]
    }

    /// The row of a symbol if it is a candidate.
    pub(crate) fn get(&self, symbol: SymbolId) -> Option<&Row> {
        self.places.get(&symbol).map(|place| &self.rows[*place as usize])
    }

    /// Adds to a signal; the largest part is kept as its cause.
    pub(crate) fn add(
        &mut self,
        symbol: SymbolId,
        signal: Signal,
        score: f32,
        from: impl Into<Source>,
        line: u32,
        kind: Option<EdgeKind>,
    ) {
        let row = self.row(symbol);
        row.signals[signal as usize] += score;
        let cause = &mut row.causes[signal as usize];
        if cause.is_none_or(|known| known.score < score) {
            *cause = Some(Cause { from: from.into(), line, kind, score });
        }
    }

    /// Keeps the candidates for which `keeps` is true.
    pub(crate) fn retain(&mut self, keeps: impl Fn(SymbolId) -> bool) {
        self.rows.retain(|row| keeps(row.symbol));
        self.places = (0u32..).zip(&self.rows).map(|(place, row)| (row.symbol, place)).collect();
    }

    /// Computes the places of the candidates that do not have one yet.
    fn look(&mut self, graph: &Graph<'_>) {
        let mut files: FxHashMap<FileId, Place> = FxHashMap::default();
        for row in self.rows.iter_mut().filter(|row| row.place.is_none()) {
            let file = graph.file_of(row.symbol);
            row.place =
                Some(*files.entry(file).or_insert_with(|| Place::of(graph.files()[file.index()].path)));
        }
    }

    /// Keeps the `count` candidates with the largest prior, in order of it,
    /// and those that are advised.
    pub(crate) fn keep(&mut self, graph: &Graph<'_>, count: usize) {
        self.look(graph);
        let largest = self.largest();
        let mut order: Vec<(SymbolId, f32)> =
            self.rows.iter().map(|row| (row.symbol, prior(row, &largest))).collect();
        let mut below = first(&mut order, count);
        below.retain(|(symbol, _)| self.get(*symbol).is_some_and(|row| row.advised));
        below.sort_unstable_by(|a, b| best_first(*a, *b));
        order.extend(below);
        let rows = order.iter().map(|(symbol, _)| self.rows[self.places[symbol] as usize].clone()).collect();
        self.rows = rows;
        self.places = (0u32..).zip(&self.rows).map(|(place, row)| (row.symbol, place)).collect();
    }

    /// The candidates with the largest prior, best first.
    pub(crate) fn best(&mut self, graph: &Graph<'_>, count: usize) -> Vec<(SymbolId, f32)> {
        self.look(graph);
        let largest = self.largest();
        let mut all: Vec<(SymbolId, f32)> =
            self.rows.iter().map(|row| (row.symbol, prior(row, &largest))).collect();
        first(&mut all, count);
        all
    }

    /// The largest value of each signal.
    pub(crate) fn largest(&self) -> [f32; SIGNALS] {
        let mut largest = [f32::MIN_POSITIVE; SIGNALS];
        for row in &self.rows {
            for (best, value) in largest.iter_mut().zip(row.signals) {
                *best = best.max(value);
            }
        }
        largest
    }
}

/// Keeps the first `count`, in order; gives the others.
fn first(all: &mut Vec<(SymbolId, f32)>, count: usize) -> Vec<(SymbolId, f32)> {
    let mut others = Vec::new();
    if count > 0 && count < all.len() {
        all.select_nth_unstable_by(count - 1, |a, b| best_first(*a, *b));
    }
    if count < all.len() {
        others = all.split_off(count);
    }
    all.sort_unstable_by(|a, b| best_first(*a, *b));
    others
}

fn best_first(a: (SymbolId, f32), b: (SymbolId, f32)) -> Ordering {
    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
}

/// The prior: a score that needs no model, good enough to choose whose neighbours to visit and
/// which candidates to keep.
pub(crate) fn prior(row: &Row, largest: &[f32; SIGNALS]) -> f32 {
    let beside = row.place.is_some_and(Place::is_beside);
    weighted(beside, |signal, weight| weight * row.signals[signal as usize] / largest[signal as usize])
}

/// Factor for code that is not the product itself.
const BESIDE: f32 = 0.5;

/// The weighted sum of all signals.
pub(crate) fn weighted(beside: bool, part: impl Fn(Signal, f32) -> f32) -> f32 {
    const WEIGHTS: [(Signal, f32); 18] = [
        (Signal::Words, 0.5),
        (Signal::Title, 0.5),
        (Signal::Names, 0.2),
        (Signal::File, 0.6),
        (Signal::Docs, 0.15),
        (Signal::Tests, 0.35),
        (Signal::Named, 0.9),
        (Signal::Path, 0.3),
        (Signal::Frame, 0.9),
        (Signal::Owner, 0.2),
        (Signal::Callee, 0.5),
        (Signal::Caller, 0.5),
        (Signal::Typed, 0.2),
        (Signal::Kin, 0.1),
        (Signal::History, 0.6),
        (Signal::Echo, 0.3),
        (Signal::Quoted, 0.4),
        (Signal::Whole, 0.2),
    ];
    let sum: f32 = WEIGHTS.iter().map(|(signal, weight)| part(*signal, *weight)).sum();
    if beside { sum * BESIDE } else { sum }
}

/// Whether a symbol can be an answer: code that people write, and no test.
pub fn is_answer(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let flags = graph.flags(symbol);
    !matches!(graph.kind(symbol), Kind::Section | Kind::Key | Kind::File)
        && !flags.has(Flags::TEST)
        && !flags.has(Flags::GENERATED)
}
