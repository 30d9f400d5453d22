//! Whole names: definitions of whose name the task has every word.
//!
//! A task's nouns often name the central types of the domain, in words that are
//! so common there that search weighs them next to nothing. A name without a
//! rest is meant more likely than a longer one, and more so the more use it.

use crate::pool::{Pool, Signal, is_answer};
use fathom_graph::Graph;
use fathom_syntax::Kind;
use fathom_text::Hit;

/// Definitions that may speak.
const SPEAKERS: usize = 100;
/// Users that are counted.
const USERS: usize = 400;

pub(crate) fn whole(graph: &Graph<'_>, hits: &[Hit], pool: &mut Pool) {
    let mut found: Vec<(f32, u32)> = hits
        .iter()
        .filter(|hit| is_answer(graph, hit.symbol))
        .map(|hit| (hit.score * weight(graph, hit.symbol), hit.symbol))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (score, symbol) in found.into_iter().take(SPEAKERS) {
        pool.add(symbol, Signal::Whole, score, symbol, 0, None);
    }
}

/// Types are named for what they are; much that is called `name` or `path` is a
/// field of something else.
fn weight(graph: &Graph<'_>, symbol: u32) -> f32 {
    let kind = graph.kind(symbol);
    let named_for = match kind {
        _ if kind.is_type() => 1.0,
        Kind::Field | Kind::Constant | Kind::Variable | Kind::Variant => 0.2,
        _ => 0.6,
    };
    let users = graph.incoming(symbol).take(USERS).count() as f32;
    named_for * (2.0 + users).ln()
}
