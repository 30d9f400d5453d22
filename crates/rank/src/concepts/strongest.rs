//! Several concepts that say the same are not surer than one.

use super::MatchedConcept;
use fathom_graph::SymbolId;
use std::collections::BTreeMap;

/// Keeps for each symbol the strongest that speaks for it, and of all symbols
/// the `most` with most weight; those that say most come first.
pub fn strongest(mut spoken: Vec<MatchedConcept>, most: usize) -> Vec<MatchedConcept> {
    let mut best: BTreeMap<SymbolId, f32> = BTreeMap::new();
    for advice in spoken.iter().flat_map(|one| &one.advice) {
        let known = best.entry(advice.symbol).or_default();
        *known = known.max(advice.weight);
    }
    let mut order: Vec<(SymbolId, f32)> = best.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.truncate(most);
    for one in &mut spoken {
        one.advice.retain(|advice| {
            let place = order.iter().position(|(symbol, weight)| {
                *symbol == advice.symbol && weight.total_cmp(&advice.weight).is_eq()
            });
            // Taken out, so that of two that are equally strong the first is kept.
            place.map(|place| order.remove(place)).is_some()
        });
    }
    spoken.retain(|one| !one.advice.is_empty());
    let weight = |one: &MatchedConcept| one.advice.iter().map(|advice| advice.weight).fold(0.0, f32::max);
    spoken.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then_with(|| a.reason.cmp(&b.reason)));
    spoken
}

#[cfg(test)]
mod tests {
    use super::{MatchedConcept, strongest};
    use crate::Advice;
    use fathom_graph::SymbolId;

    fn spoken(reason: &str, says: &[(u32, f32)]) -> MatchedConcept {
        let advice = |(symbol, weight): &(u32, f32)| Advice {
            symbol: SymbolId::new(*symbol),
            weight: *weight,
            reason: reason.to_owned(),
        };
        MatchedConcept {
            reason: reason.to_owned(),
            phrases: Vec::new(),
            advice: says.iter().map(advice).collect(),
        }
    }

    fn kept(all: Vec<MatchedConcept>, most: usize) -> Vec<(String, u32)> {
        let advice = strongest(all, most).into_iter().flat_map(|one| one.advice);
        advice.map(|advice| (advice.reason, advice.symbol.number())).collect()
    }

    #[test]
    fn the_strongest_that_speaks_for_a_symbol_is_kept() {
        let all = vec![
            spoken("weak", &[(1, 0.2), (2, 0.5)]),
            spoken("strong", &[(1, 0.8)]),
            spoken("as strong", &[(1, 0.8)]),
        ];
        assert_eq!(kept(all, 10), [("strong".to_owned(), 1), ("weak".to_owned(), 2)]);
    }

    #[test]
    fn only_so_many_symbols_are_kept() {
        let all = vec![spoken("one", &[(1, 0.2), (2, 0.5)]), spoken("two", &[(3, 0.4)])];
        assert_eq!(kept(all, 2), [("one".to_owned(), 2), ("two".to_owned(), 3)]);
    }
}
