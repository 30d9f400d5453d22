//! Cohen's d for pairs: how large a difference is, not only whether it is one.
//!
//! The mean difference by the standard deviation of the differences, also
//! called `d_z`. If every pair differs by the same amount there is no
//! deviation to measure it by: the effect is then without bound in its direction.

use super::{deviation, mean};

/// Below this a deviation is rounding.
const NONE: f64 = 1e-12;

/// The effect of the first over the second.
pub fn cohen_d(first: &[f64], second: &[f64]) -> f64 {
    let differences: Vec<f64> = first.iter().zip(second).map(|(one, other)| one - other).collect();
    let (mean, deviation) = (mean(&differences), deviation(&differences));
    if deviation > NONE {
        mean / deviation
    } else if mean.abs() <= NONE {
        0.0
    } else {
        f64::INFINITY.copysign(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::cohen_d;

    // Lakens, Calculating and reporting effect sizes, Frontiers in Psychology 4 (2013), Table 1:
    // ten ratings of two movies, d_z = 1.50.
    #[test]
    fn the_movie_ratings_give_the_published_effect() {
        let first = [9., 7., 8., 9., 8., 9., 9., 10., 9., 9.];
        let second = [9., 6., 7., 8., 7., 9., 8., 8., 8., 7.];
        assert!((cohen_d(&first, &second) - 1.5).abs() < 1e-9);
        assert!((cohen_d(&second, &first) + 1.5).abs() < 1e-9);
    }

    #[test]
    fn no_difference_is_no_effect_and_a_constant_one_has_no_bound() {
        assert!(cohen_d(&[0.1, 0.2], &[0.1, 0.2]).abs() < 1e-12);
        assert!(cohen_d(&[1.0, 1.0], &[0.5, 0.5]).is_infinite());
        assert!(cohen_d(&[], &[]).abs() < 1e-12);
    }
}
