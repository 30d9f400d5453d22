//! Whole names: definitions whose name consists only of words of the task.
//!
//! A task's nouns often name the central types of the domain, in words so common there that search
//! gives them little weight. A name that the task covers completely is more likely meant than a
//! longer one, and more so the more code uses it.

use crate::pool::{Pool, Signal, is_answer};
use crate::search_results::symbol_of;
use fathom_graph::{Graph, SymbolId};
use fathom_syntax::Kind;
use fathom_text::Hit;
use std::cmp::Ordering;

/// Most definitions that get the signal.
const DEFINITIONS: usize = 100;
/// Most users that are counted.
const USERS: usize = 400;

pub(crate) fn whole(graph: &Graph<'_>, hits: &[Hit], pool: &mut Pool) {
    // Many fields are called `name`, and counting users is expensive. Users are counted only for
    // definitions whose upper bound can still be among the first.
    let mut by_bound: Vec<(f32, SymbolId)> = hits
        .iter()
        .filter(|hit| is_answer(graph, symbol_of(**hit)))
        .map(|hit| (hit.score * named_for(graph.kind(symbol_of(*hit))), symbol_of(*hit)))
        .collect();
    by_bound.sort_by(|a, b| best_first(*a, *b));
    let mut best: Vec<(f32, SymbolId)> = Vec::with_capacity(DEFINITIONS + 1);
    for (part, symbol) in by_bound {
        if best.get(DEFINITIONS - 1).is_some_and(|last| part * often(USERS) < last.0) {
            break;
        }
        let users = graph.incoming(symbol).take(USERS).count();
        let scored = (part * often(users), symbol);
        let place = best.partition_point(|other| best_first(*other, scored).is_lt());
        best.insert(place, scored);
        best.truncate(DEFINITIONS);
    }
    for (score, symbol) in best {
        pool.add(symbol, Signal::Whole, score, symbol, 0, None);
    }
}

fn best_first(a: (f32, SymbolId), b: (f32, SymbolId)) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

/// Weight by kind: a type is named for what it is, while a definition called `name` or `path` is
/// usually a field of something else.
fn named_for(kind: Kind) -> f32 {
    match kind {
        _ if kind.is_type() => 1.0,
        Kind::Field | Kind::Constant | Kind::Variable | Kind::Variant => 0.2,
        _ => 0.6,
    }
}

/// Weight by number of users.
fn often(users: usize) -> f32 {
    (2.0 + users as f32).ln()
}
