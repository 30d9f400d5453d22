//! Adding the channels up.

use crate::channels::{self, Board};
use crate::task::Task;
use fathom_graph::Graph;
use fathom_syntax::{Flags, Kind, Visibility};
use fathom_text::Index;
use rustc_hash::FxHashMap;

/// Why a symbol is where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The channel: `words`, `named`, `docs`, `tests`, `near`.
    pub channel: &'static str,
    /// In a few words.
    pub text: String,
    /// Its part of the score.
    pub score: f32,
}

/// A symbol with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The symbol.
    pub symbol: u32,
    /// Comparable inside one answer only.
    pub score: f32,
    /// Largest part first.
    pub reasons: Vec<Reason>,
}

/// The answer to a task.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Symbols to read, best first.
    pub symbols: Vec<Ranked>,
    /// Tests that belong to them, best first.
    pub tests: Vec<(u32, f32)>,
    /// Files by the sum of their best symbols.
    pub files: Vec<(usize, f32)>,
}

/// Ranks a repository's symbols for a task.
pub fn rank(graph: &Graph<'_>, words: &Index<'_>, task: &Task, limit: usize) -> Ranking {
    let mut board = Board::default();
    channels::lexical(graph, words, task, &mut board);
    channels::named(graph, task, &mut board);
    channels::neighbours(graph, &mut board);

    let mut symbols: Vec<Ranked> = Vec::new();
    let mut tests: Vec<(u32, f32)> = Vec::new();
    for (symbol, mut reasons) in board.into_sorted() {
        let sum: f32 = reasons.iter().map(|reason| reason.score).sum();
        let score = sum * weight(graph, symbol);
        if graph.flags(symbol).has(Flags::TEST) {
            if graph.kind(symbol).is_callable() {
                tests.push((symbol, score));
            }
            continue;
        }
        reasons.sort_by(|a, b| b.score.total_cmp(&a.score));
        symbols.push(Ranked { symbol, score, reasons });
    }
    symbols.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.symbol.cmp(&b.symbol)));
    tests.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    tests.truncate(10);
    let files = files(graph, &symbols);
    symbols.truncate(limit);
    Ranking { symbols, tests, files }
}

/// What is seldom wanted for itself counts less.
fn weight(graph: &Graph<'_>, symbol: u32) -> f32 {
    let definition = graph.definition(symbol);
    let by_kind = match definition.kind() {
        Kind::Field | Kind::Variable | Kind::Constant | Kind::Variant => 0.6,
        Kind::Module => 0.8,
        Kind::File | Kind::Key => 0.25,
        Kind::Section => 0.2,
        _ => 1.0,
    };
    let hidden = if definition.visibility() == Visibility::Private { 0.9 } else { 1.0 };
    let announced = if definition.flags().has(Flags::DECLARATION) { 0.5 } else { 1.0 };
    by_kind * hidden * announced
}

fn files(graph: &Graph<'_>, symbols: &[Ranked]) -> Vec<(usize, f32)> {
    let mut scores: FxHashMap<usize, f32> = FxHashMap::default();
    let mut seen: FxHashMap<usize, u32> = FxHashMap::default();
    for ranked in symbols.iter().take(100) {
        let file = graph.file_of(ranked.symbol);
        let count = seen.entry(file).or_default();
        *count += 1;
        // The second symbol of a file adds half as much as the first, and so on.
        *scores.entry(file).or_default() += ranked.score / 2f32.powi(*count as i32 - 1);
    }
    let mut files: Vec<(usize, f32)> = scores.into_iter().collect();
    files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    files.truncate(20);
    files
}
