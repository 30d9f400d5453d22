//! From a task to an order: channels, features, the ranker.

use crate::advice;
use crate::at_hand::AtHand;
use crate::channels::{self, Matched};
use crate::features::{FEATURES, containers, features};
use crate::model::Model;
use crate::past::Past;
use crate::pool::{Cause, Pool, Signal};
use crate::task::Task;
use fathom_graph::Graph;
use fathom_syntax::Kind;
use fathom_text::{Index, SearchOptions};
use rustc_hash::FxHashSet;

/// Candidates that the ranker looks at.
const CANDIDATES: usize = 500;

/// Why a symbol is where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
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
    /// The probability of being needed.
    pub probability: f32,
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

/// What the ranker sees of a task: candidates and their features, in the
/// order of what was believed before.
pub struct Candidates {
    pub(crate) pool: Pool,
    pub(crate) matched: Matched,
    pub(crate) at_hand: AtHand,
    /// The features of each, in the same order as [`Candidates::symbols`].
    pub features: Vec<[f32; FEATURES]>,
}

impl Candidates {
    /// The candidates of a task.
    pub fn find(graph: &Graph<'_>, words: &Index<'_>, past: Option<&Past<'_>>, task: &Task) -> Candidates {
        let mut pool = Pool::default();
        let matched = channels::words(graph, words, task, &mut pool);
        channels::named(graph, task, &mut pool);
        task.at_hand.speak(graph, &mut pool);
        advice::speak(graph, &task.advice, &mut pool);
        if let Some(past) = past {
            channels::history(graph, past, &matched.query, &mut pool);
        }
        channels::echo(graph, words, &matched.query, &mut pool);
        channels::neighbours(graph, &mut pool);
        pool.keep(CANDIDATES);
        channels::walk(graph, &mut pool);
        let symbols: Vec<u32> = pool.rows.iter().map(|row| row.symbol).collect();
        let evidence = words.evidence(&matched.query, &SearchOptions::default(), &symbols);
        let containers = containers(graph, words, &matched.query, &symbols);
        let features = features(
            graph,
            &pool,
            &evidence,
            &containers,
            &matched.files,
            task,
            past.map(Past::churn).as_ref(),
        );
        Candidates { pool, matched, at_hand: task.at_hand.clone(), features }
    }

    /// The symbols, best prior first.
    pub fn symbols(&self) -> impl Iterator<Item = u32> + '_ {
        self.pool.rows.iter().map(|row| row.symbol)
    }

    /// All of them in order.
    pub(crate) fn place(&self, graph: &Graph<'_>, model: &Model, task: &Task) -> Vec<Placed> {
        let symbol = |candidate: usize| self.pool.rows[candidate].symbol;
        let advised = |candidate: usize| advice::weight(&task.advice, symbol(candidate));
        place(model, &self.features, advised, |candidate| graph.id(symbol(candidate)))
    }
}

/// Ranks a repository's symbols for a task.
pub fn rank(
    graph: &Graph<'_>,
    words: &Index<'_>,
    past: Option<&Past<'_>>,
    model: &Model,
    task: &Task,
    limit: usize,
) -> Ranking {
    let candidates = Candidates::find(graph, words, past, task);
    let symbol = |candidate: usize| candidates.pool.rows[candidate].symbol;
    let placed = candidates.place(graph, model, task);
    let files = files(graph, placed.iter().map(|placed| (symbol(placed.candidate), placed.score)));
    let symbols: Vec<Ranked> = placed
        .iter()
        .take(limit)
        .map(|placed| Ranked {
            symbol: symbol(placed.candidate),
            score: placed.score,
            probability: placed.probability,
            reasons: reasons(graph, past, model, task, &candidates, placed.candidate),
        })
        .collect();
    let mut tests: Vec<(u32, f32)> = candidates.matched.tests;
    tests.retain(|(test, _)| graph.kind(*test).is_callable() || graph.kind(*test) == Kind::Test);
    tests.truncate(10);
    Ranking { symbols, tests, files }
}

/// How little the first ranks differ when two orders are joined.
pub(crate) const SMOOTH: f32 = 10.0;

/// Where a candidate is placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which candidate, in the order of the pool.
    pub candidate: usize,
    /// What it is ordered by.
    pub score: f32,
    /// What the model alone says.
    pub learned: f32,
    /// The probability of being needed.
    pub probability: f32,
}

/// Candidates in order, given best prior first; `advised` is what advice says
/// of each, from -1 to 1, and `id` tells overloads.
///
/// What the model learned from changes and what was believed before are joined
/// by their ranks: each errs in its own way, and together they err less than
/// either.
pub fn place(
    model: &Model,
    features: &[[f32; FEATURES]],
    advised: impl Fn(usize) -> f32,
    id: impl Fn(usize) -> String,
) -> Vec<Placed> {
    let learned: Vec<f32> = features.iter().map(|features| model.score(features)).collect();
    let best = learned.iter().copied().fold(f32::MIN, f32::max);
    let mut ranks: Vec<usize> = (0..learned.len()).collect();
    ranks.sort_by(|a, b| learned[*b].total_cmp(&learned[*a]).then(a.cmp(b)));
    let mut joined: Vec<(f32, usize)> = ranks
        .iter()
        .enumerate()
        .map(|(rank, place)| {
            let joined = 1.0 / (SMOOTH + rank as f32) + 1.0 / (SMOOTH + *place as f32);
            (joined + advice::WORTH * advised(*place), *place)
        })
        .collect();
    joined.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    overloads_last(joined, id)
        .into_iter()
        .enumerate()
        .map(|(rank, (score, candidate))| Placed {
            candidate,
            score,
            learned: learned[candidate],
            probability: model.calibration.probability(learned[candidate], best, rank),
        })
        .collect()
}

/// Puts what has the same id as one before it at the end: five overloads of a
/// method are one thing to read about.
fn overloads_last(ranked: Vec<(f32, usize)>, id: impl Fn(usize) -> String) -> Vec<(f32, usize)> {
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let (mut first, again): (Vec<_>, Vec<_>) =
        ranked.into_iter().partition(|(_, place)| seen.insert(id(*place)));
    first.extend(again);
    first
}

/// Why a candidate is where it is: what it was advised for, then each signal
/// with what it changed in the model's score, largest first; last, what speaks
/// against it.
fn reasons(
    graph: &Graph<'_>,
    past: Option<&Past<'_>>,
    model: &Model,
    task: &Task,
    candidates: &Candidates,
    candidate: usize,
) -> Vec<Reason> {
    let row = &candidates.pool.rows[candidate];
    let features = &candidates.features[candidate];
    let parts = model.explain(features);
    let mut reasons: Vec<Reason> = Signal::ALL
        .into_iter()
        .filter_map(|signal| {
            let share = features[2 * signal as usize];
            let text = say(graph, past, &candidates.at_hand, signal, row.causes[signal as usize]?)?;
            let learned = parts[2 * signal as usize] + parts[2 * signal as usize + 1];
            (share > 0.0).then_some(Reason { text, score: share + learned })
        })
        .chain(advice::on(&task.advice, row.symbol).map(|advice| Reason {
            text: advice.reason.clone(),
            // Advice comes first: it is why the symbol is not where it was.
            score: f32::MAX * advice.weight.signum(),
        }))
        .collect();
    reasons.sort_by(|a, b| b.score.total_cmp(&a.score));
    reasons
}

/// A cause in a few words; `None` for what only repeats another.
pub(crate) fn say(
    graph: &Graph<'_>,
    past: Option<&Past<'_>>,
    at_hand: &AtHand,
    signal: Signal,
    cause: Cause,
) -> Option<String> {
    if let Some(text) = at_hand.say(graph, signal, cause.from) {
        return Some(text);
    }
    let speaker = || graph.qualified_name(cause.from);
    let place = || format!("{}:{}", graph.path(cause.from), cause.line);
    let verb = || cause.kind.map_or("", fathom_graph::EdgeKind::word);
    Some(match signal {
        Signal::Words => "its words match the task".to_owned(),
        Signal::Names => "its name matches the task".to_owned(),
        Signal::Docs => format!("“{}” ({}) mentions it", graph.name(cause.from), place()),
        Signal::Tests => format!("{} ({}) uses it", graph.name(cause.from), place()),
        Signal::Named => format!("the task names `{}`", graph.name(cause.from)),
        Signal::Path => format!("the task names {}", graph.path(cause.from)),
        Signal::Frame => "a stack frame of the task points into it".to_owned(),
        Signal::Owner => format!("{} belongs to it", speaker()),
        Signal::Member => format!("it belongs to {}", speaker()),
        Signal::Callee | Signal::Typed => format!("{} {} it", speaker(), verb()),
        Signal::Caller => format!("it {} {}", verb(), speaker()),
        Signal::Kin => format!("it is kin to {}", speaker()),
        Signal::History => {
            let commit = past?.commits.get(cause.from as usize)?;
            let subject = commit.message.lines().next().unwrap_or_default();
            format!("commit {} changed it: {subject}", &commit.id[..commit.id.len().min(8)])
        }
        Signal::Echo => "its words are those of what matches".to_owned(),
        Signal::Title | Signal::File | Signal::Walk => return None,
    })
}

fn files(graph: &Graph<'_>, symbols: impl Iterator<Item = (u32, f32)>) -> Vec<(usize, f32)> {
    let mut scores: Vec<(usize, f32, f32)> = Vec::new();
    for (symbol, score) in symbols.take(100) {
        let file = graph.file_of(symbol);
        // The second symbol of a file adds half as much as the first, and so on.
        match scores.iter_mut().find(|(known, ..)| *known == file) {
            Some((_, sum, factor)) => {
                *factor /= 2.0;
                *sum += score * *factor;
            }
            None => scores.push((file, score, 1.0)),
        }
    }
    let mut files: Vec<(usize, f32)> = scores.into_iter().map(|(file, sum, _)| (file, sum)).collect();
    files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    files.truncate(20);
    files
}

#[cfg(test)]
mod tests;
