//! Whole names: definitions of whose name the task has every word.
//!
//! A task's nouns often name the central types of the domain, in words that are
//! so common there that search weighs them next to nothing. A name without a
//! rest is meant more likely than a longer one, and more so the more use it.

use crate::pool::{Pool, Signal, is_answer};
use crate::search_results::symbol_of;
use fathom_graph::{Graph, SymbolId};
use fathom_syntax::Kind;
use fathom_text::Hit;
use std::cmp::Ordering;

/// Definitions that may speak.
const SPEAKERS: usize = 100;
/// Users that are counted.
const USERS: usize = 400;

pub(crate) fn whole(graph: &Graph<'_>, hits: &[Hit], pool: &mut Pool) {
    // Fields called `name` are many, and counting users is dear: only of those are they
    // counted that can be among the first.
    let mut by_bound: Vec<(f32, SymbolId)> = hits
        .iter()
        .filter(|hit| is_answer(graph, symbol_of(**hit)))
        .map(|hit| (hit.score * named_for(graph.kind(symbol_of(*hit))), symbol_of(*hit)))
        .collect();
    by_bound.sort_by(|a, b| best_first(*a, *b));
    let mut speakers: Vec<(f32, SymbolId)> = Vec::with_capacity(SPEAKERS + 1);
    for (part, symbol) in by_bound {
        if speakers.get(SPEAKERS - 1).is_some_and(|last| part * often(USERS) < last.0) {
            break;
        }
        let users = graph.incoming(symbol).take(USERS).count();
        let speaker = (part * often(users), symbol);
        let place = speakers.partition_point(|other| best_first(*other, speaker).is_lt());
        speakers.insert(place, speaker);
        speakers.truncate(SPEAKERS);
    }
    for (score, symbol) in speakers {
        pool.add(symbol, Signal::Whole, score, symbol, 0, None);
    }
}

fn best_first(a: (f32, SymbolId), b: (f32, SymbolId)) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

/// Types are named for what they are; much that is called `name` or `path` is a
/// field of something else.
fn named_for(kind: Kind) -> f32 {
    match kind {
        _ if kind.is_type() => 1.0,
        Kind::Field | Kind::Constant | Kind::Variable | Kind::Variant => 0.2,
        _ => 0.6,
    }
}

/// How much it counts to be used so often.
fn often(users: usize) -> f32 {
    (2.0 + users as f32).ln()
}
