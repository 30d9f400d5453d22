//! Whether probabilities hold: of all predictions with probability 0.3, three in ten should happen.

use crate::gate::log_loss;
use serde::Serialize;

/// Bins of equal width.
const BINS: usize = 10;

/// A probability and whether the event happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The probability.
    pub probability: f64,
    /// Whether it happened.
    pub happened: bool,
}

/// The predictions of a range of probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// Their mean probability.
    pub predicted: f64,
    /// The share that happened.
    pub happened: f64,
    /// Their number.
    pub count: usize,
}

/// Calibration of some predictions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibration {
    /// Expected calibration error: the mean of |predicted - happened| over the bins, weighted by count.
    pub ece: f64,
    /// Mean squared error of the probabilities.
    pub brier: f64,
    /// Mean of `-ln` of the probability that was given to what happened.
    pub log_loss: f64,
    /// The reliability curve: ten bins of equal width, empty ones left out.
    pub curve: Vec<Bin>,
    /// Number of predictions.
    pub count: usize,
}

impl Calibration {
    /// Of predictions.
    pub fn of(samples: &[Sample]) -> Calibration {
        let count = samples.len().max(1) as f64;
        let mut sums = [(0.0, 0.0, 0usize); BINS];
        let (mut brier, mut loss) = (0.0, 0.0);
        for sample in samples {
            let happened = f64::from(u8::from(sample.happened));
            let bin = &mut sums[((sample.probability * BINS as f64) as usize).min(BINS - 1)];
            *bin = (bin.0 + sample.probability, bin.1 + happened, bin.2 + 1);
            brier += (sample.probability - happened).powi(2);
            loss += log_loss(sample.probability, sample.happened);
        }
        let bin = |(predicted, happened, number): &(f64, f64, usize)| Bin {
            predicted: predicted / *number as f64,
            happened: happened / *number as f64,
            count: *number,
        };
        let curve: Vec<Bin> = sums.iter().filter(|(_, _, number)| *number > 0).map(bin).collect();
        let error = |bin: &Bin| (bin.predicted - bin.happened).abs() * bin.count as f64;
        Calibration {
            ece: curve.iter().map(error).sum::<f64>() / count,
            brier: brier / count,
            log_loss: loss / count,
            curve,
            count: samples.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Calibration, Sample};

    #[test]
    fn probabilities_that_hold_have_no_error() {
        let sample = |at: usize| Sample { probability: 0.25, happened: at.is_multiple_of(4) };
        let samples: Vec<Sample> = (0..100).map(sample).collect();
        let calibration = Calibration::of(&samples);
        assert!(calibration.ece < 1e-9 && (calibration.brier - 0.1875).abs() < 1e-9);
        assert_eq!((calibration.curve.len(), calibration.curve[0].count), (1, 100));
    }
}
