//! Advice: evidence for or against a symbol from outside the channels, such as feedback on earlier
//! answers and concept packs.
//!
//! The model is trained without advice, so its order is the same where there is none. Advice moves
//! a symbol in the final order instead.

use crate::pool::{Pool, is_answer};
use fathom_graph::{Graph, SymbolId};

/// The weight of full advice: that of the first rank in one of the two merged orders. It moves a
/// symbol that both orders rank sixtieth to the top.
pub(crate) const WORTH: f32 = 1.0 / crate::ranking::SMOOTH;

/// Upper bound of the summed advice on a symbol.
pub(crate) const MOST: f32 = 1.25;

/// Evidence for or against one symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The symbol.
    pub symbol: SymbolId,
    /// From -1, surely not needed, to 1, surely needed.
    pub weight: f32,
    /// The source of the advice and why it applies, as a short phrase.
    pub reason: String,
}

/// Adds the symbols with positive advice to the candidates.
pub(crate) fn add_candidates(graph: &Graph<'_>, advice: &[Advice], pool: &mut Pool) {
    for advice in advice.iter().filter(|one| one.weight > 0.0 && is_answer(graph, one.symbol)) {
        pool.row(advice.symbol).advised = true;
    }
}

/// The advice on a symbol.
pub(crate) fn on(advice: &[Advice], symbol: SymbolId) -> impl Iterator<Item = &Advice> {
    advice.iter().filter(move |one| one.symbol == symbol)
}

/// The summed weight of the advice on a symbol.
pub(crate) fn weight(advice: &[Advice], symbol: SymbolId) -> f32 {
    on(advice, symbol).map(|one| one.weight).sum::<f32>().clamp(-MOST, MOST)
}
