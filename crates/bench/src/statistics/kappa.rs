//! Agreement of two raters on yes-or-no labels of the same items.

use serde::Serialize;

/// The contingency table of two raters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Both yes.
    pub both: usize,
    /// Only the first yes.
    pub first: usize,
    /// Only the second yes.
    pub second: usize,
    /// Both no.
    pub neither: usize,
}

impl Table {
    /// Both tables in one.
    #[must_use]
    pub fn and(self, other: Table) -> Table {
        Table {
            both: self.both + other.both,
            first: self.first + other.first,
            second: self.second + other.second,
            neither: self.neither + other.neither,
        }
    }

    /// Cohen's kappa: agreement beyond chance. `None` if chance alone explains all agreement (both gave
    /// the same label to everything).
    pub fn kappa(self) -> Option<f64> {
        let all = (self.both + self.first + self.second + self.neither) as f64;
        if all == 0.0 {
            return None;
        }
        let observed = (self.both + self.neither) as f64 / all;
        let (first, second) = ((self.both + self.first) as f64 / all, (self.both + self.second) as f64 / all);
        let chance = first * second + (1.0 - first) * (1.0 - second);
        (1.0 - chance > 1e-12).then(|| (observed - chance) / (1.0 - chance))
    }

    /// Positive agreement, also Dice: twice the common yes labels divided by all yes labels. `None`
    /// without a yes.
    pub fn positive(self) -> Option<f64> {
        let yes = 2 * self.both + self.first + self.second;
        (yes > 0).then(|| 2.0 * self.both as f64 / yes as f64)
    }

    /// Jaccard: the common yes labels divided by the labels with a yes of either rater. `None` without
    /// a yes.
    pub fn jaccard(self) -> Option<f64> {
        let any = self.both + self.first + self.second;
        (any > 0).then(|| self.both as f64 / any as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use proptest::prelude::*;

    // The worked example of "Cohen's kappa" in Wikipedia: 50 grant proposals, κ = 0.4.
    #[test]
    fn the_grant_proposals_give_the_published_kappa() {
        let table = Table { both: 20, first: 5, second: 10, neither: 15 };
        assert!((table.kappa().unwrap() - 0.4).abs() < 1e-12);
    }

    // Ibid., equal agreement of 60% with different kappas: 0.1304 and 0.2593.
    #[test]
    fn equal_agreement_can_have_different_kappas() {
        let one = Table { both: 45, first: 15, second: 25, neither: 15 };
        let other = Table { both: 25, first: 35, second: 5, neither: 35 };
        assert!((one.kappa().unwrap() - 0.1304).abs() < 5e-5);
        assert!((other.kappa().unwrap() - 0.2593).abs() < 5e-5);
    }

    #[test]
    fn without_a_choice_there_is_no_kappa() {
        assert_eq!(Table::default().kappa(), None);
        assert_eq!(Table { both: 3, ..Table::default() }.kappa(), None);
        assert_eq!(Table { neither: 3, ..Table::default() }.positive(), None);
    }

    proptest! {
        #[test]
        fn kappa_is_symmetric_and_at_most_one(both in 0usize..50, first in 0usize..50, second in 0usize..50, neither in 0usize..500) {
            let table = Table { both, first, second, neither };
            let turned = Table { first: second, second: first, ..table };
            prop_assert_eq!(table.kappa(), turned.kappa());
            if let Some(kappa) = table.kappa() {
                prop_assert!((-1.0 - 1e-9..=1.0 + 1e-9).contains(&kappa));
                prop_assert!(first + second > 0 || (kappa - 1.0).abs() < 1e-9);
            }
        }
    }
}
