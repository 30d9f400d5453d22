//! Intervals by resampling: how much would the mean move with other tasks of
//! the same sort?
//!
//! The generator is `SplitMix64`, ten lines whose output is the same on every
//! machine and in every version, which no crate promises.

use super::quantile;
use serde::Serialize;

/// Resamples of an interval.
pub const RESAMPLES: usize = 10_000;

/// A range in which the mean lies with 95% confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The 95% percentile interval of the mean.
pub fn interval(values: &[f64], seed: u64) -> Interval {
    let means = resampled_means(values, RESAMPLES, seed);
    Interval { low: quantile(&means, 0.025), high: quantile(&means, 0.975) }
}

/// The same where values come in groups: groups are drawn first, then values within each. Tasks of
/// one repository resemble each other, so an interval over tasks alone is too narrow for a claim
/// about other repositories.
pub fn cluster_interval(groups: &[Vec<f64>], seed: u64) -> Interval {
    if groups.is_empty() {
        return Interval::default();
    }
    let mut random = SplitMix64(seed);
    let mut draw = || -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for _ in 0..groups.len() {
            let group = &groups[random.below(groups.len())];
            sum += (0..group.len()).map(|_| group[random.below(group.len())]).sum::<f64>();
            count += group.len();
        }
        sum / count.max(1) as f64
    };
    let means: Vec<f64> = (0..RESAMPLES).map(|_| draw()).collect();
    Interval { low: quantile(&means, 0.025), high: quantile(&means, 0.975) }
}

/// Means of samples drawn from the values, with replacement.
fn resampled_means(values: &[f64], resamples: usize, seed: u64) -> Vec<f64> {
    if values.is_empty() {
        return Vec::new();
    }
    let mut random = SplitMix64(seed);
    let mut draw = || -> f64 {
        let sum: f64 = (0..values.len()).map(|_| values[random.below(values.len())]).sum();
        sum / values.len() as f64
    };
    (0..resamples).map(|_| draw()).collect()
}

/// Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014).
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, by multiplication (Lemire); the bias is below 2^-50 for lists.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::{deviation, mean};
    use super::*;
    use proptest::prelude::*;

    // Vigna's splitmix64.c with seed 1234567, as listed at Rosetta Code, "Pseudo-random
    // numbers/Splitmix64".
    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut random = SplitMix64(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([(); 5].map(|()| random.next()), expected);
    }

    // Efron and Tibshirani, An Introduction to the Bootstrap (1993), Table 2.2: the mean of the
    // treated mice is 86.86, its bootstrap standard error for B = ∞ is 23.36.
    #[test]
    fn the_mouse_data_give_the_published_standard_error() {
        let treated = [94., 197., 16., 38., 99., 141., 23.];
        assert!((mean(&treated) - 86.86).abs() < 0.005);
        let error = deviation(&resampled_means(&treated, 100_000, 1));
        assert!((error - 23.36).abs() < 0.2, "{error}");
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let values = [0.1, 0.4, 0.2, 0.9];
        assert_eq!(interval(&values, 7), interval(&values, 7));
        assert_ne!(resampled_means(&values, 9, 7), resampled_means(&values, 9, 8));
        assert_eq!(interval(&[], 7), Interval::default());
    }

    #[test]
    fn groups_that_differ_make_the_interval_wider() {
        let groups = [vec![0.1, 0.2, 0.1, 0.2], vec![0.8, 0.9, 0.8, 0.9], vec![0.4, 0.5, 0.4, 0.5]];
        let all: Vec<f64> = groups.concat();
        let (plain, clustered) = (interval(&all, 7), cluster_interval(&groups, 7));
        assert!(clustered.low < plain.low && clustered.high > plain.high, "{plain:?} {clustered:?}");
        assert_eq!(cluster_interval(&groups, 7), clustered);
        assert_eq!(cluster_interval(&[], 7), Interval::default());
        // One value a group is the plain bootstrap.
        let single: Vec<Vec<f64>> = all.iter().map(|value| vec![*value]).collect();
        let again = cluster_interval(&single, 9);
        assert!((again.low - plain.low).abs() < 0.03 && (again.high - plain.high).abs() < 0.03);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn the_interval_lies_within_the_values(values in proptest::collection::vec(0.0f64..1.0, 1..30)) {
            let interval = interval(&values, 3);
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            prop_assert!(least - 1e-9 <= interval.low && interval.low <= interval.high);
            prop_assert!(interval.high <= most + 1e-9);
        }
    }
}
