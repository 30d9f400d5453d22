//! From a matched concept to advice.
//!
//! A role may select hundreds of symbols, but a task is about a few of them. Only the selected
//! symbols that match the task's words best get advice. The less specific the selection, the
//! smaller its weight.

use super::roles::Selector;
use super::{Concept, Question};
use crate::advice::Advice;
use crate::pool::is_answer;
use crate::search_results::symbol_of;
use fathom_graph::SymbolId;
use fathom_text::Hit;

/// Most symbols of a concept that each get its full weight; more than these share it.
const FEW: f32 = 5.0;
/// Weight of the best symbol of a specific selection by role.
const ROLE: f32 = 0.5;
/// Most symbols of a selection that get advice.
const SELECTED: usize = 8;

/// The advice of a matched concept.
pub fn advise(question: &Question<'_, '_>, concept: &Concept, reason: &str) -> Vec<Advice> {
    let graph = question.graph;
    let named: Vec<SymbolId> =
        concept.symbols.iter().copied().filter(|symbol| is_answer(graph, *symbol)).collect();
    let weight = (FEW / named.len().max(1) as f32).sqrt().min(1.0);
    let mut advice: Vec<Advice> =
        named.iter().map(|symbol| Advice { symbol: *symbol, weight, reason: reason.to_owned() }).collect();
    if concept.roles.is_empty() {
        return advice;
    }
    let within = |symbol: SymbolId| {
        concept.within.is_empty()
            || concept.within.iter().any(|at| graph.path(symbol).starts_with(at.as_str()))
    };
    let answers: Vec<&Hit> = question
        .found
        .hits
        .iter()
        .filter(|hit| is_answer(graph, symbol_of(**hit)) && within(symbol_of(**hit)))
        .collect();
    let mut selector = Selector::new(&concept.roles, graph);
    let selected: Vec<&Hit> =
        answers.iter().copied().filter(|hit| selector.selects(symbol_of(**hit))).collect();
    let Some(best) = selected.first().map(|hit| hit.score.max(f32::MIN_POSITIVE)) else { return advice };
    let weight = ROLE * specificity(selected.len(), answers.len());
    let further = selected.into_iter().take(SELECTED).filter(|hit| !named.contains(&symbol_of(**hit)));
    advice.extend(further.map(|hit| Advice {
        symbol: symbol_of(*hit),
        weight: weight * hit.score / best,
        reason: reason.to_owned(),
    }));
    advice
}

/// How specific a selection is: 0 if it selects all symbols, largest if it selects one.
fn specificity(selected: usize, all: usize) -> f32 {
    let all = 1.0 + all as f32;
    (all / (1.0 + selected as f32)).ln() / all.ln()
}

#[cfg(test)]
mod tests {
    use super::specificity;

    #[test]
    fn a_selection_of_everything_has_no_weight() {
        assert!(specificity(100, 100).abs() < 1e-6);
        assert!(specificity(2, 1_000) > 0.8);
        assert!(specificity(30, 1_000) > specificity(300, 1_000));
    }
}
