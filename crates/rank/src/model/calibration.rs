//! From scores to probabilities.

/// A logistic regression over a score and its context in the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calibration {
    /// For 1, the score, the score below the best, the logarithm of the rank,
    /// and the task's best score.
    pub weights: [f32; 5],
}

impl Calibration {
    /// The inputs of the regression for a candidate; `rank` starts at 0.
    pub fn inputs(score: f32, best: f32, rank: usize) -> [f32; 5] {
        [1.0, score, best - score, (rank as f32).ln_1p(), best]
    }

    /// The probability that a candidate is needed.
    pub fn probability(&self, score: f32, best: f32, rank: usize) -> f32 {
        let sum: f32 = Self::inputs(score, best, rank).iter().zip(self.weights).map(|(x, w)| x * w).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::Calibration;

    #[test]
    fn a_higher_score_is_more_probable_if_its_weight_is_positive() {
        let calibration = Calibration { weights: [-1.0, 2.0, 0.0, 0.0, 0.0] };
        assert!(calibration.probability(1.0, 1.0, 0) > calibration.probability(0.0, 1.0, 3));
        assert!((calibration.probability(0.5, 1.0, 1) - 0.5).abs() < 1e-6);
    }
}
