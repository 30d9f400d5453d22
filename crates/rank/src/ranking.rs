//! From a task to an order: channels, features, the ranker.

use crate::advice;
use crate::at_hand::AtHand;
use crate::channels::{self, Matched};
use crate::features::{CONSTRUCTOR, FEATURES, Read, TASK_LONG, features};
use crate::model::Model;
use crate::past::Past;
use crate::pool::{Cause, Pool, Signal};
use crate::repeats::{CROWDED, REPEAT, crowds, overloads_last, repeats};
use crate::task::Task;
use fathom_graph::{EdgeKind, Graph};
use fathom_syntax::Kind;
use fathom_text::Index;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Candidates that the ranker looks at.
const CANDIDATES: usize = 500;

/// Files that are told.
const FILES: usize = 20;

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
    /// Files by their best symbols, best first.
    pub files: Vec<(usize, f32)>,
}

/// All that any channel found, before the best are kept.
pub(crate) struct Gathered {
    pub(crate) pool: Pool,
    pub(crate) matched: Matched,
}

impl Gathered {
    pub(crate) fn by_channels(
        graph: &Graph<'_>,
        words: &Index<'_>,
        past: Option<&Past<'_>>,
        task: &Task,
    ) -> Gathered {
        let mut pool = Pool::default();
        let matched = channels::words(graph, words, task, &mut pool);
        channels::named(graph, task, &mut pool);
        channels::quoted(graph, task, &mut pool);
        task.at_hand.speak(graph, &mut pool);
        advice::speak(graph, &task.advice, &mut pool);
        if let Some(past) = past {
            channels::history(graph, past, &matched.query, &mut pool);
        }
        channels::echo(graph, words, &matched.query, &mut pool);
        channels::neighbours(graph, &mut pool);
        Gathered { pool, matched }
    }
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
        Candidates::keep(graph, words, past, task, Gathered::by_channels(graph, words, past, task))
    }

    /// The best of what was gathered, with their features.
    pub(crate) fn keep(
        graph: &Graph<'_>,
        words: &Index<'_>,
        past: Option<&Past<'_>>,
        task: &Task,
        gathered: Gathered,
    ) -> Candidates {
        let Gathered { mut pool, matched } = gathered;
        pool.keep(graph, CANDIDATES);
        channels::walk(graph, &mut pool);
        let read = Read::new(graph, words, &matched.query, &pool);
        let features = features(graph, &pool, &read, &matched.files, task, past);
        Candidates { pool, matched, at_hand: task.at_hand.clone(), features }
    }

    /// The symbols, best prior first.
    pub fn symbols(&self) -> impl Iterator<Item = u32> + '_ {
        self.pool.rows.iter().map(|row| row.symbol)
    }

    /// All of them in order.
    pub(crate) fn place(&self, graph: &Graph<'_>, model: &Model, task: &Task) -> Vec<Placed> {
        let symbol = |candidate: usize| self.pool.rows[candidate].symbol;
        let advised = |candidate: usize| {
            let at_hand = task.at_hand.weight(graph, symbol(candidate));
            (advice::weight(&task.advice, symbol(candidate)) + at_hand).clamp(-1.0, 1.0)
        };
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
    let mut files = files(&placed, |candidate| graph.file_of(symbol(candidate)));
    files.truncate(FILES);
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
pub(crate) const SMOOTH: f32 = 60.0;
/// How much the model's order counts; the prior's counts the rest of 2.
const LEARNED: f32 = 1.7;

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
    /// The candidate of the same name that it repeats, for which it comes later.
    pub repeats: Option<usize>,
    /// How many members of its type come before it, for which it comes a little later.
    pub crowd: usize,
}

/// Candidates in order, given best prior first; `advised` is what advice says
/// of each, from -1 to 1, and `id` tells what repeats another.
///
/// What the model learned and what was believed before are joined by their
/// ranks: each errs in its own way, and together they err less than either.
/// What repeats one before it comes later, and so, in the answer to a wish, does
/// each further member of one type: who reports a fault often means one type, who
/// wishes for something several.
pub fn place(
    model: &Model,
    features: &[[f32; FEATURES]],
    advised: impl Fn(usize) -> f32,
    id: impl Fn(usize) -> String,
) -> Vec<Placed> {
    let learned: Vec<f32> = features.par_iter().map(|features| model.score(features)).collect();
    let best = learned.iter().copied().fold(f32::MIN, f32::max);
    let mut ranks: Vec<usize> = (0..learned.len()).collect();
    ranks.sort_by(|a, b| learned[*b].total_cmp(&learned[*a]).then(a.cmp(b)));
    let mut joined: Vec<(f32, usize)> = ranks
        .iter()
        .enumerate()
        .map(|(rank, place)| {
            (LEARNED / (SMOOTH + rank as f32) + (2.0 - LEARNED) / (SMOOTH + *place as f32), *place)
        })
        .collect();
    let best_first = |a: &(f32, usize), b: &(f32, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    joined.sort_by(best_first);
    let ids: Vec<String> = (0..learned.len()).map(id).collect();
    let order: Vec<usize> = joined.iter().map(|(_, place)| *place).collect();
    let is_wish = features.first().is_some_and(|features| features[TASK_LONG] <= 0.0);
    // Who reports a fault may well mean the constructor.
    let constructs = |candidate: usize| is_wish && features[candidate][CONSTRUCTOR] > 0.0;
    let repeats = repeats(&order, &ids, constructs);
    for (score, place) in &mut joined {
        if repeats[*place].is_some() {
            *score *= REPEAT;
        }
    }
    joined.sort_by(best_first);
    let order: Vec<usize> = joined.iter().map(|(_, place)| *place).collect();
    let crowds = if is_wish { crowds(&order, &ids) } else { vec![0; ids.len()] };
    for (score, place) in &mut joined {
        *score *= CROWDED.powi(crowds[*place] as i32);
        *score += advice::WORTH * advised(*place);
    }
    joined.sort_by(best_first);
    overloads_last(joined, &ids)
        .into_iter()
        .enumerate()
        .map(|(rank, (score, candidate))| Placed {
            candidate,
            score,
            learned: learned[candidate],
            probability: model.calibration.probability(learned[candidate], best, rank),
            repeats: repeats[candidate],
            crowd: crowds[candidate],
        })
        .collect()
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
            // That something calls itself is no reason to read it.
            let cause = row.causes[signal as usize]
                .filter(|cause| cause.kind.is_none() || cause.from != row.symbol)?;
            let text = say(graph, past, &candidates.at_hand, signal, cause)?;
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
    let clause = |who: &str, whom: &str| match cause.kind {
        Some(EdgeKind::Type) => format!("{who} uses {whom} as a type"),
        Some(EdgeKind::Decorate) => format!("{who} is decorated by {whom}"),
        kind => format!("{who} {} {whom}", kind.map_or("", EdgeKind::word)),
    };
    Some(match signal {
        Signal::Words => "its words match the task".to_owned(),
        Signal::Names => "its name matches the task".to_owned(),
        Signal::Whole => "the task has every word of its name".to_owned(),
        Signal::Docs => format!("“{}” ({}) mentions it", graph.name(cause.from), place()),
        Signal::Tests => format!("{} ({}) uses it", graph.name(cause.from), place()),
        Signal::Named => format!("the task names `{}`", graph.name(cause.from)),
        Signal::Path => format!("the task names {}", graph.path(cause.from)),
        Signal::Frame => "a stack frame of the task points into it".to_owned(),
        Signal::Owner => format!("{} belongs to it", speaker()),
        Signal::Member => format!("it belongs to {}", speaker()),
        Signal::Callee | Signal::Typed => clause(&speaker(), "it"),
        Signal::Caller => clause("it", &speaker()),
        Signal::Kin => format!("it is kin to {}", speaker()),
        Signal::History => {
            let commit = past?.commits.get(cause.from as usize)?;
            let subject = commit.message.lines().next().unwrap_or_default();
            format!("commit {} changed it: {subject}", &commit.id[..commit.id.len().min(8)])
        }
        Signal::Quoted => format!("the task repeats its message ({})", place()),
        Signal::Echo => "its words are those of the best matches".to_owned(),
        Signal::Title | Signal::File | Signal::Walk => return None,
    })
}

/// How much less each further symbol of a file adds.
const NEXT: f32 = 0.5;

/// Files in order, out of placed candidates and the file of each.
///
/// A file counts by its best symbols, each by its place and by what the model
/// gives it against the best: a file that holds what is surely meant comes
/// before one that holds many things that might be.
pub fn files<F: Copy + Eq + Hash>(placed: &[Placed], file: impl Fn(usize) -> F) -> Vec<(F, f32)> {
    let best = placed.iter().map(|one| one.learned).fold(f32::MIN, f32::max);
    let mut weighed: Vec<(f32, F)> =
        placed.iter().map(|one| (one.score * (one.learned - best).exp(), file(one.candidate))).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut places: FxHashMap<F, (usize, f32)> = FxHashMap::default();
    let mut files: Vec<(F, f32)> = Vec::new();
    for (weight, file) in weighed {
        if let Some((place, factor)) = places.get_mut(&file) {
            *factor *= NEXT;
            files[*place].1 += weight * *factor;
        } else {
            places.insert(file, (files.len(), 1.0));
            files.push((file, weight));
        }
    }
    // Stable: of equal files the one with the better symbol comes first.
    files.sort_by(|a, b| b.1.total_cmp(&a.1));
    files
}

#[cfg(test)]
mod tests;
