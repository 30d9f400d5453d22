//! The earnings of settled predictions: the readable record of how far each expert can be trusted.
//!
//! An item with probability `p` puts `p²` at stake. If the event happens it earns `2p - p²`,
//! otherwise the stake is lost. In expectation that is largest if `p` is the true probability (it
//! is the Brier score against never predicting anything), so neither overconfidence nor underconfidence pays: a
//! wrong confident prediction costs more than a wrong timid one, and reward grows with accuracy.

/// Credits are counted in thousandths.
const UNIT: f64 = 1_000.0;

/// The account that pays and collects.
pub const HOUSE: &str = "house";

/// The result of one prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settlement {
    /// The stake.
    pub stake: i64,
    /// The earnings; negative for a loss.
    pub reward: i64,
    /// Items that were predicted.
    pub items: usize,
    /// Items that happened.
    pub happened: usize,
}

impl Settlement {
    /// Of items with their probabilities, and whether they happened.
    pub fn of(items: impl IntoIterator<Item = (f64, bool)>) -> Settlement {
        let mut settlement = Settlement::default();
        for (probability, happened) in items {
            let p = if probability.is_nan() { 0.0 } else { probability.clamp(0.0, 1.0) };
            let stake = p * p;
            let reward = if happened { 2.0 * p - stake } else { -stake };
            settlement.stake += (stake * UNIT).round() as i64;
            settlement.reward += (reward * UNIT).round() as i64;
            settlement.items += 1;
            settlement.happened += usize::from(happened);
        }
        settlement
    }

    /// Why the ledger has an entry.
    pub fn reason(&self, prediction: &str) -> String {
        format!(
            "{prediction}: {} of {} happened, {} at stake",
            self.happened,
            self.items,
            credits(self.stake)
        )
    }
}

/// An amount as it is shown.
pub fn credits(amount: i64) -> String {
    format!("{:.3}", amount as f64 / UNIT)
}

#[cfg(test)]
mod tests {
    use super::{Settlement, credits};
    use proptest::prelude::*;

    fn reward(probability: f64, happened: bool) -> i64 {
        Settlement::of([(probability, happened)]).reward
    }

    #[test]
    fn amounts_are_those_computed_by_hand() {
        let two = Settlement::of([(0.9, true), (0.5, false)]);
        assert_eq!((two.stake, two.reward, two.items, two.happened), (810 + 250, 990 - 250, 2, 1));
        assert_eq!(credits(two.reward), "0.740");
        assert_eq!(two.reason("3fa1"), "3fa1: 1 of 2 happened, 1.060 at stake");
    }

    #[test]
    fn a_wrong_confident_prediction_costs_more_than_a_wrong_timid_one() {
        assert!(reward(0.9, false) < reward(0.2, false));
        assert!(reward(0.9, true) > reward(0.2, true));
    }

    proptest! {
        /// Over many events of one probability, no other probability earns more than the true one.
        #[test]
        fn honest_probabilities_earn_most(truth in 0.0..=1.0f64, other in 0.0..=1.0f64) {
            let expected = |p: f64| truth * (2.0 * p - p * p) - (1.0 - truth) * p * p;
            prop_assert!(expected(truth) >= expected(other) - 1e-12);
        }
    }
}
