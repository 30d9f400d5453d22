//! Removes duplicate advice: several concepts with the same target are no stronger than one.

use super::MatchedConcept;
use fathom_graph::SymbolId;
use std::collections::BTreeMap;

/// Keeps for each symbol its strongest concept, and of all symbols the `most` with the largest
/// weight. Strongest concepts come first.
pub fn strongest(mut concepts: Vec<MatchedConcept>, most: usize) -> Vec<MatchedConcept> {
    let mut best: BTreeMap<SymbolId, f32> = BTreeMap::new();
    for advice in concepts.iter().flat_map(|one| &one.advice) {
        let known = best.entry(advice.symbol).or_default();
        *known = known.max(advice.weight);
    }
    let mut order: Vec<(SymbolId, f32)> = best.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.truncate(most);
    for one in &mut concepts {
        one.advice.retain(|advice| {
            let place = order.iter().position(|(symbol, weight)| {
                *symbol == advice.symbol && weight.total_cmp(&advice.weight).is_eq()
            });
            // Removed, so that the first of two equally strong ones is kept.
            place.map(|place| order.remove(place)).is_some()
        });
    }
    concepts.retain(|one| !one.advice.is_empty());
    let weight = |one: &MatchedConcept| one.advice.iter().map(|advice| advice.weight).fold(0.0, f32::max);
    concepts.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then_with(|| a.reason.cmp(&b.reason)));
    concepts
}

#[cfg(test)]
mod tests {
    use super::{MatchedConcept, strongest};
    use crate::Advice;
    use fathom_graph::SymbolId;

    fn concept(reason: &str, targets: &[(u32, f32)]) -> MatchedConcept {
        let advice = |(symbol, weight): &(u32, f32)| Advice {
            symbol: SymbolId::new(*symbol),
            weight: *weight,
            reason: reason.to_owned(),
        };
        MatchedConcept {
            reason: reason.to_owned(),
            phrases: Vec::new(),
            advice: targets.iter().map(advice).collect(),
        }
    }

    fn kept(all: Vec<MatchedConcept>, most: usize) -> Vec<(String, u32)> {
        let advice = strongest(all, most).into_iter().flat_map(|one| one.advice);
        advice.map(|advice| (advice.reason, advice.symbol.number())).collect()
    }

    #[test]
    fn the_strongest_concept_of_a_symbol_is_kept() {
        let all = vec![
            concept("weak", &[(1, 0.2), (2, 0.5)]),
            concept("strong", &[(1, 0.8)]),
            concept("as strong", &[(1, 0.8)]),
        ];
        assert_eq!(kept(all, 10), [("strong".to_owned(), 1), ("weak".to_owned(), 2)]);
    }

    #[test]
    fn only_so_many_symbols_are_kept() {
        let all = vec![concept("one", &[(1, 0.2), (2, 0.5)]), concept("two", &[(3, 0.4)])];
        assert_eq!(kept(all, 2), [("one".to_owned(), 2), ("two".to_owned(), 3)]);
    }
}
