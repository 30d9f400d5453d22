//! A weighted sum of features, learned from whole answers: the weights that
//! make it most probable that, of all candidates of a question, one of the
//! right ones is drawn. The loss is convex and every step is in a fixed order,
//! so that the same examples give the same bytes.

use fathom_rank::{Calibration, FEATURES, Model, Signal, signal_features};
use rayon::prelude::*;

/// Steps over all examples.
const STEPS: usize = 300;
/// The size of the first step, in standard deviations of a feature.
const RATE: f64 = 0.1;
/// How strongly weights are pulled to 0.
const RIDGE: f64 = 1e-4;
/// How strongly the weights of wishes are pulled to those of everything: their
/// examples are few.
const WISH_RIDGE: f64 = 0.03;
/// How much of the steps before is kept in a step, and of their squares in its
/// size (Adam).
const MOMENTUM: f64 = 0.9;
const MEMORY: f64 = 0.999;

/// One question to learn from.
#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) features: Vec<[f32; FEATURES]>,
    /// Which candidates are right; at least one is.
    pub(crate) right: Vec<bool>,
    /// How much the question counts.
    pub(crate) weight: f64,
}

/// Learns a model of one set of weights; its calibration is still empty.
pub(crate) fn fit(examples: &[Example]) -> Model {
    let (means, spreads) = scale(examples);
    let weights = descend(examples, &means, &spreads, &[0.0; FEATURES], &[RIDGE; FEATURES]);
    let weights = std::array::from_fn(|feature| (weights[feature] / spreads[feature]) as f32);
    Model {
        means: means.map(|mean| mean as f32),
        reports: weights,
        wishes: weights,
        calibration: Calibration::default(),
    }
}

/// Learns how wishes are read from a few examples of them, not far from what
/// is known already. What a task quotes weighs the same in both: wishes seldom
/// quote, and who does, or names the files at hand, means it.
pub(crate) fn refine(model: &Model, examples: &[Example]) -> Model {
    let (_, spreads) = scale(examples);
    let means = model.means.map(f64::from);
    let known = std::array::from_fn(|feature| f64::from(model.reports[feature]) * spreads[feature]);
    let mut ridges = [WISH_RIDGE; FEATURES];
    for signal in [Signal::Named, Signal::Path, Signal::Frame, Signal::Quoted] {
        ridges[signal_features(signal)].fill(f64::INFINITY);
    }
    let weights = descend(examples, &means, &spreads, &known, &ridges);
    let wishes = std::array::from_fn(|feature| (weights[feature] / spreads[feature]) as f32);
    Model { wishes, ..model.clone() }
}

/// The weights of features in standard deviations, each pulled to where it
/// starts by its ridge; an infinite one holds it there.
fn descend(
    examples: &[Example],
    means: &[f64; FEATURES],
    spreads: &[f64; FEATURES],
    start: &[f64; FEATURES],
    ridges: &[f64; FEATURES],
) -> [f64; FEATURES] {
    let total: f64 = examples.iter().map(|example| example.weight).sum();
    let mut weights = *start;
    let mut moved = [0.0f64; FEATURES];
    let mut squared = [0.0f64; FEATURES];
    for step in 1..=STEPS {
        let slopes: Vec<[f64; FEATURES]> =
            examples.par_iter().map(|example| slope(example, &weights, means, spreads)).collect();
        // The last steps are small, so that it does not matter where they end.
        let rate = RATE * (1.0 - (step as f64 - 1.0) / STEPS as f64);
        for feature in (0..FEATURES).filter(|feature| ridges[*feature].is_finite()) {
            let sum: f64 = slopes.iter().map(|slope| slope[feature]).sum();
            let slope = sum / total + ridges[feature] * (weights[feature] - start[feature]);
            moved[feature] = MOMENTUM * moved[feature] + (1.0 - MOMENTUM) * slope;
            squared[feature] = MEMORY * squared[feature] + (1.0 - MEMORY) * slope * slope;
            let mean = moved[feature] / (1.0 - MOMENTUM.powi(step as i32));
            let size = (squared[feature] / (1.0 - MEMORY.powi(step as i32))).sqrt();
            weights[feature] -= rate * mean / (size + 1e-8);
        }
    }
    weights
}

/// The mean and the standard deviation of each feature.
fn scale(examples: &[Example]) -> ([f64; FEATURES], [f64; FEATURES]) {
    let (mut sums, mut squares, mut count) = ([0.0f64; FEATURES], [0.0f64; FEATURES], 0.0f64);
    for row in examples.iter().flat_map(|example| &example.features) {
        count += 1.0;
        for (feature, value) in row.iter().enumerate() {
            sums[feature] += f64::from(*value);
            squares[feature] += f64::from(*value) * f64::from(*value);
        }
    }
    let means = sums.map(|sum| sum / count.max(1.0));
    let spread =
        |feature: usize| (squares[feature] / count.max(1.0) - means[feature] * means[feature]).max(0.0);
    // A feature that is always the same can decide nothing.
    (means, std::array::from_fn(|feature| spread(feature).sqrt().max(1e-3)))
}

/// How the loss of one question changes with each weight.
fn slope(
    example: &Example,
    weights: &[f64; FEATURES],
    means: &[f64; FEATURES],
    spreads: &[f64; FEATURES],
) -> [f64; FEATURES] {
    let scaled =
        |row: &[f32; FEATURES], feature: usize| (f64::from(row[feature]) - means[feature]) / spreads[feature];
    let scores: Vec<f64> = example
        .features
        .iter()
        .map(|row| (0..FEATURES).map(|feature| weights[feature] * scaled(row, feature)).sum())
        .collect();
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let odds: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
    let all: f64 = odds.iter().sum();
    let right = example.right.iter().filter(|right| **right).count() as f64;
    let mut slope = [0.0; FEATURES];
    for ((row, odds), is_right) in example.features.iter().zip(odds).zip(&example.right) {
        let wanted = if *is_right { 1.0 / right } else { 0.0 };
        let wrong = example.weight * (odds / all - wanted);
        for (feature, slope) in slope.iter_mut().enumerate() {
            *slope += wrong * scaled(row, feature);
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::{Example, fit, refine};
    use fathom_rank::{FEATURES, Signal, signal_features};

    /// Numbers without order, the same each time.
    fn noise(seed: &mut u64) -> f32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Questions whose right answer has a large feature 5, among noise.
    fn examples() -> Vec<Example> {
        let mut seed = 7;
        (0..60)
            .map(|question| {
                let right = question % 20;
                let features = (0..20)
                    .map(|row| {
                        let mut values: [f32; FEATURES] = std::array::from_fn(|_| noise(&mut seed));
                        if row == right {
                            values[5] += 0.9;
                        }
                        values
                    })
                    .collect();
                Example { features, right: (0..20).map(|row| row == right).collect(), weight: 1.0 }
            })
            .collect()
    }

    #[test]
    fn what_decides_is_learned() {
        let examples = examples();
        let model = fit(&examples);
        let first = examples.iter().filter(|example| {
            let score = |row: &usize| model.score(&example.features[*row]);
            (0..20).max_by(|a, b| score(a).total_cmp(&score(b))).is_some_and(|best| example.right[best])
        });
        assert!(first.count() > 55);
        let largest = (0..FEATURES).max_by(|a, b| model.reports[*a].total_cmp(&model.reports[*b]));
        assert_eq!(largest, Some(5));
    }

    #[test]
    fn wishes_are_learned_from_their_own_examples_and_reports_stay() {
        let model = fit(&examples());
        // In these the same feature says the opposite.
        let mut turned = examples();
        for row in turned.iter_mut().flat_map(|example| &mut example.features) {
            row[5] = -row[5];
        }
        let refined = refine(&model, &turned);
        assert_eq!((refined.reports, refined.means), (model.reports, model.means));
        assert!(refined.wishes[5] < 0.0 && model.wishes[5] > 0.0);
        let quoted = signal_features(Signal::Path);
        assert_eq!(refined.wishes[quoted.clone()], model.reports[quoted]);
        assert_eq!(refine(&model, &turned), refined);
    }

    #[test]
    fn the_same_examples_give_the_same_bytes() {
        assert_eq!(fit(&examples()).to_text(), fit(&examples()).to_text());
    }
}
