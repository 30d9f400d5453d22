//! What people and data say of a symbol for a task, beside the channels:
//! feedback on earlier answers, concept packs.
//!
//! The model has not learned from advice, so that it ranks the same where
//! there is none; advice moves a symbol in the finished order instead.

use crate::pool::{Pool, is_answer};
use fathom_graph::{Graph, SymbolId};

/// What full advice counts: as much as the first place in one of the two
/// orders that are joined. What both have at the sixtieth comes to the top.
pub(crate) const WORTH: f32 = 1.0 / crate::ranking::SMOOTH;

/// The most that all advice on a symbol counts.
pub(crate) const MOST: f32 = 1.25;

/// A word for or against one symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The symbol.
    pub symbol: SymbolId,
    /// From -1, surely not needed, to 1, surely needed.
    pub weight: f32,
    /// Who says so and why, in a few words.
    pub reason: String,
}

/// Makes candidates of what is advised for.
pub(crate) fn speak(graph: &Graph<'_>, advice: &[Advice], pool: &mut Pool) {
    for advice in advice.iter().filter(|one| one.weight > 0.0 && is_answer(graph, one.symbol)) {
        pool.row(advice.symbol).advised = true;
    }
}

/// The advice on a symbol.
pub(crate) fn on(advice: &[Advice], symbol: SymbolId) -> impl Iterator<Item = &Advice> {
    advice.iter().filter(move |one| one.symbol == symbol)
}

/// What all advice on a symbol comes to.
pub(crate) fn weight(advice: &[Advice], symbol: SymbolId) -> f32 {
    on(advice, symbol).map(|one| one.weight).sum::<f32>().clamp(-MOST, MOST)
}
