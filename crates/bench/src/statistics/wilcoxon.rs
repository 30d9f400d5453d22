//! The Wilcoxon signed-rank test for pairs: do two systems differ on the same
//! tasks?
//!
//! Tasks on which both score the same are dropped (Wilcoxon's own way), equal
//! differences share their mean rank. Up to [`EXACT`] pairs the p-value is
//! exact, also with shared ranks: it counts the signs that would give a sum as
//! far out as the one seen. Above that, the normal approximation with the
//! correction for ties and for continuity.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// Most pairs for which the p-value is computed exactly.
const EXACT: usize = 50;
/// Differences this small come from adding in another order, not from systems.
const SAME: f64 = 1e-12;

/// The test's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wilcoxon {
    /// Pairs that differ.
    pub pairs: usize,
    /// Sum of the ranks where the first is greater.
    pub plus: f64,
    /// Sum of the ranks where the second is greater.
    pub minus: f64,
    /// The two-sided p-value; 1 if no pair differs.
    pub p: f64,
    /// Whether `p` is exact.
    pub exact: bool,
}

/// Tests two lists of equal length, pair by pair.
pub fn wilcoxon(first: &[f64], second: &[f64]) -> Wilcoxon {
    let differences: Vec<f64> = first
        .iter()
        .zip(second)
        .map(|(one, other)| one - other)
        .filter(|difference| difference.abs() > SAME)
        .collect();
    let ranks = ranks(&differences);
    let sum = |positive: bool| -> f64 {
        let own = ranks.iter().zip(&differences).filter(|(_, difference)| (**difference > 0.0) == positive);
        own.map(|(rank, _)| *rank).sum()
    };
    let (plus, minus) = (sum(true), sum(false));
    let pairs = differences.len();
    let exact = pairs <= EXACT;
    let least = plus.min(minus);
    let p = match pairs {
        0 => 1.0,
        _ if exact => exact_p(&ranks, least),
        _ => normal_p(&ranks, least),
    };
    Wilcoxon { pairs, plus, minus, p, exact }
}

/// Ranks of the absolute values, from 1; equal ones share their mean.
fn ranks(differences: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..differences.len()).collect();
    order.sort_by(|a, b| differences[*a].abs().total_cmp(&differences[*b].abs()));
    let mut ranks = vec![0.0; differences.len()];
    let mut start = 0;
    while start < order.len() {
        let value = differences[order[start]].abs();
        let mut end = start;
        while end < order.len() && (differences[order[end]].abs() - value).abs() <= SAME {
            end += 1;
        }
        // The mean of start + 1 … end.
        let rank = (start + 1 + end) as f64 / 2.0;
        for &index in &order[start..end] {
            ranks[index] = rank;
        }
        start = end;
    }
    ranks
}

/// The share of all signs whose lesser sum is at most `least`.
fn exact_p(ranks: &[f64], least: f64) -> f64 {
    // Shared ranks are halves: twice a rank is whole.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (rank * 2.0).round() as usize).collect();
    let total: usize = doubled.iter().sum();
    let mut ways = vec![0.0f64; total + 1];
    ways[0] = 1.0;
    for rank in doubled {
        for sum in (rank..=total).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let limit = (least * 2.0).round() as usize;
    let tail: f64 = ways[..=limit].iter().sum();
    (2.0 * tail / 2f64.powi(ranks.len() as i32)).min(1.0)
}

fn normal_p(ranks: &[f64], least: f64) -> f64 {
    let n = ranks.len() as f64;
    let mean = n * (n + 1.0) / 4.0;
    let mut sorted = ranks.to_vec();
    sorted.sort_by(f64::total_cmp);
    let ties: f64 = sorted
        .chunk_by(|a, b| (a - b).abs() < SAME)
        .map(|group| {
            let size = group.len() as f64;
            size.powi(3) - size
        })
        .sum();
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    if variance <= 0.0 {
        return 1.0;
    }
    let z = (least - mean + 0.5).min(0.0) / variance.sqrt();
    (2.0 * Normal::standard().cdf(z)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zeros(count: usize) -> Vec<f64> {
        vec![0.0; count]
    }

    // Hollander and Wolfe, Nonparametric Statistical Methods (1973), 29f., as in R's help of
    // wilcox.test: V = 40, one-sided p = 0.01953.
    #[test]
    #[allow(clippy::approx_constant, reason = "3.14 was measured")]
    fn the_depression_scale_data_give_the_published_p() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let test = wilcoxon(&before, &after);
        assert!((test.plus - 40.0).abs() < 1e-9);
        assert!((test.p / 2.0 - 0.019_53).abs() < 5e-6, "{}", test.p);
    }

    // Darwin's cross- and self-fertilised maize, as in SciPy's documentation of
    // scipy.stats.wilcoxon: statistic 24.0, p = 0.041259765625.
    #[test]
    fn the_maize_data_give_the_published_p() {
        let differences: [f64; 15] =
            [6., 8., 14., 16., 23., 24., 28., 29., 41., -48., 49., 56., 60., -67., 75.];
        let test = wilcoxon(&differences, &zeros(15));
        assert!((test.minus - 24.0).abs() < 1e-9);
        assert!((test.p - 0.041_259_765_625).abs() < 1e-12);
    }

    // Student's sleep data in R: wilcox.test(extra ~ group, paired) warns of ties and gives
    // V = 0, p = 0.009091 by the normal approximation with continuity correction.
    #[test]
    fn shared_ranks_are_corrected_for_as_in_the_sleep_data() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let differences: Vec<f64> =
            first.iter().zip(second).map(|(a, b)| a - b).filter(|d: &f64| d.abs() > SAME).collect();
        assert_eq!(differences.len(), 9);
        let p = normal_p(&ranks(&differences), 0.0);
        assert!((p - 0.009_091).abs() < 5e-7, "{p}");
        // Exactly: only two of 2^9 signs are as far out.
        assert!((wilcoxon(&first, &second).p - 2.0 / 512.0).abs() < 1e-12);
    }

    // SciPy 1.17, wilcoxon(d, method="approx", correction=True): 853.5, p = 0.0010001411728411721.
    #[test]
    fn many_pairs_with_ties_agree_with_scipy() {
        let differences: Vec<f64> = (0..80).map(|i| f64::from((i * 37) % 23 - 8)).collect();
        let test = wilcoxon(&differences, &zeros(80));
        assert!(!test.exact);
        assert!((test.plus.min(test.minus) - 853.5).abs() < 1e-9);
        assert!((test.p - 0.001_000_141_172_841_172_1).abs() < 1e-9, "{}", test.p);
    }

    #[test]
    fn equal_lists_do_not_differ() {
        let test = wilcoxon(&[0.1, 0.2], &[0.1, 0.2]);
        assert_eq!(test.pairs, 0);
        assert!((test.p - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_test_is_symmetric_and_a_probability(
            pairs in proptest::collection::vec((0u8..11, 0u8..11), 1..70)
        ) {
            let first: Vec<f64> = pairs.iter().map(|(a, _)| f64::from(*a) / 10.0).collect();
            let second: Vec<f64> = pairs.iter().map(|(_, b)| f64::from(*b) / 10.0).collect();
            let (one, other) = (wilcoxon(&first, &second), wilcoxon(&second, &first));
            prop_assert!((one.p - other.p).abs() < 1e-9);
            prop_assert!(one.p > 0.0 && one.p <= 1.0);
            let n = one.pairs as f64;
            prop_assert!((one.plus + one.minus - n * (n + 1.0) / 2.0).abs() < 1e-6);
        }
    }
}
