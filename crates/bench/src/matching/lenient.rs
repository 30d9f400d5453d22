//! The public matching.
//!
//! Which names resemble each other is that of [`PublicName`](super::PublicName), to the letter.
//!
//! Every returned symbol that resembles any expected one is a hit. An expected
//! symbol is found by the first returned symbol that resembles it; one
//! returned symbol may find several.

use super::{ExpectedSymbol, MatchedAnswer, Name, NormalizedSymbol, may_be_like};

/// Whether two names resemble each other in our own reading, which is kinder than the public one.
/// The ranker is trained with it; no figure is.
pub fn resembles(one: &Name, other: &Name) -> bool {
    one.is_same_or_suffix(other) || one.shares_qualifier(other) || one.contains_either_way(other)
}

pub(super) fn judge(wanted: &[ExpectedSymbol], found: &[NormalizedSymbol<'_>]) -> MatchedAnswer {
    let mut judged = MatchedAnswer::nothing(wanted.len());
    for (index, returned) in found.iter().enumerate() {
        let mut hit = false;
        for (expected, rank) in wanted.iter().zip(&mut judged.ranks) {
            if may_be_like(expected, returned) {
                hit = true;
                rank.get_or_insert(index + 1);
            }
        }
        judged.hits.push(hit);
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::super::{Matching, found, judge, want};
    use super::*;

    fn resemble(one: &str, other: &str) -> bool {
        resembles(&Name::new(one), &Name::new(other)) && resembles(&Name::new(other), &Name::new(one))
    }

    #[test]
    fn each_rule_has_its_example() {
        assert!(resemble("Basket.total", "basket#Total"), "equal");
        assert!(resemble("Basket.total", "shop.Basket.total"), "suffix");
        assert!(resemble("total", "shop::Basket::total"), "suffix of one part");
        assert!(resemble("shop.Basket.total", "shop.Order.total"), "shared qualifier");
        assert!(resemble("Basket", "shop.Basket.total"), "containment");
        assert!(!resemble("Basket.total", "Order.total"));
        assert!(!resemble("Basket.total", "Basket.add"), "a shared qualifier alone is not enough");
        assert!(!resemble("Basket", "BasketItem"));
    }

    #[test]
    fn every_returned_symbol_that_resembles_an_expected_one_is_a_hit() {
        let judged = judge(
            Matching::Lenient,
            &want(&["Basket", "pay"]),
            &found(&["Basket.add", "Other", "Basket.total"]),
        );
        assert_eq!(judged.hits, [true, false, true]);
        assert_eq!(judged.ranks, [Some(1), None]);
    }

    #[test]
    fn one_returned_symbol_may_find_several() {
        let judged = judge(Matching::Lenient, &want(&["Basket", "Basket.add"]), &found(&["Basket.add"]));
        assert_eq!(judged.ranks, [Some(1), Some(1)]);
        assert_eq!(judged.hits_within(10), 1);
        assert_eq!(judged.found_within(10), 2);
    }

    #[test]
    fn a_symbol_of_another_file_is_another_symbol() {
        let wanted = [ExpectedSymbol::new("run", Some("a.py".into()))];
        let mut returned = found(&["run", "run"]);
        returned[0].path = Some("b.py".into());
        let judged = judge(Matching::Lenient, &wanted, &returned);
        assert_eq!(judged.hits, [false, true]);
    }
}
