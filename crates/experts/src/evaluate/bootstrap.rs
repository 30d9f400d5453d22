//! Intervals by resampling questions.

use serde::Serialize;

const RESAMPLES: usize = 5_000;

/// A range in which a mean lies with 95% confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The 95% percentile interval of the mean. Of paired values, give the differences.
pub fn interval(values: &[f64]) -> Interval {
    if values.is_empty() {
        return Interval::default();
    }
    let mut random = SplitMix64(0x5EED);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let sum: f64 = (0..values.len()).map(|_| values[random.below(values.len())]).sum();
            sum / values.len() as f64
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| means[((means.len() - 1) as f64 * share).round() as usize];
    Interval { low: at(0.025), high: at(0.975) }
}

/// Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn the_interval_of_a_coin_is_about_two_standard_errors() {
        let values: Vec<f64> = (0..400).map(|at| f64::from(at % 2)).collect();
        let interval = interval(&values);
        assert!((interval.low - 0.45).abs() < 0.01 && (interval.high - 0.55).abs() < 0.01, "{interval:?}");
    }
}
