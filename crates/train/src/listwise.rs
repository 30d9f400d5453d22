//! A sum of features, each weighed by a line with two bends, learned from whole
//! answers: the weights that make it most probable that, of all candidates of a
//! question, one of the right ones is drawn. The loss is convex and every step is
//! in a fixed order, so that the same examples give the same bytes.

use fathom_rank::{BENDS, Calibration, FEATURES, Model, Signal, Slopes, signal_features, steps};
use rayon::prelude::*;

/// Steps over all examples.
const STEPS: usize = 200;
/// The size of the first step, in standard deviations of a feature.
const RATE: f64 = 0.1;
/// How strongly weights are pulled to 0: changes are few, and not what people ask.
const RIDGE: f64 = 0.3;
/// How strongly the weights of wishes are pulled to those of everything.
const WISH_RIDGE: f64 = 0.01;
/// How much of the steps before is kept in a step, and of their squares in its
/// size (Adam).
const MOMENTUM: f64 = 0.9;
const MEMORY: f64 = 0.999;
/// Which shares of all values lie below the bends.
const BELOW: [f64; BENDS] = [0.7, 0.95];

/// A weight for each feature, and one more behind each of its bends.
const WEIGHTS: usize = FEATURES * (1 + BENDS);
/// Numbers that are multiplied at once.
const LANES: usize = 8;
/// A row of a table, as long as is fast.
const ROW: usize = WEIGHTS.next_multiple_of(LANES);

/// One question to learn from.
#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) features: Vec<[f32; FEATURES]>,
    /// Which candidates are right; at least one is.
    pub(crate) right: Vec<bool>,
    /// How much the question counts.
    pub(crate) weight: f64,
}

/// Learns a model of one set of weights, without bends; its calibration is still
/// empty.
pub(crate) fn fit(examples: &[&Example]) -> Model {
    let bends = bends(examples);
    let scale = Scale::of(examples, &bends);
    let is_bend = |at: usize| !at.is_multiple_of(1 + BENDS);
    let ridges = std::array::from_fn(|at| if is_bend(at) { f64::INFINITY } else { RIDGE });
    let weights = descend(examples, &bends, &scale, &[0.0; WEIGHTS], &ridges);
    let slopes = scale.slopes(&weights);
    Model {
        means: std::array::from_fn(|feature| scale.means[feature * (1 + BENDS)] as f32),
        bends,
        reports: slopes,
        wishes: slopes,
        calibration: Calibration::default(),
    }
}

/// Learns how wishes are read from examples of them, which are enough to learn
/// bends from, not far from what is known already. What a task quotes weighs the same in both: wishes seldom quote, and
/// who does, or names the files at hand, means it.
pub(crate) fn refine(model: &Model, examples: &[&Example]) -> Model {
    let scale = Scale::of(examples, &model.bends);
    let known: [f64; WEIGHTS] =
        std::array::from_fn(|at| f64::from(model.reports.as_flattened()[at]) * scale.spreads[at]);
    let mut ridges = [WISH_RIDGE; WEIGHTS];
    for signal in [Signal::Named, Signal::Path, Signal::Frame, Signal::Quoted] {
        let features = signal_features(signal);
        ridges[features.start * (1 + BENDS)..features.end * (1 + BENDS)].fill(f64::INFINITY);
    }
    let weights = descend(examples, &model.bends, &scale, &known, &ridges);
    Model { wishes: scale.slopes(&weights), ..model.clone() }
}

/// The knots of features: quantiles of their values.
fn bends(examples: &[&Example]) -> [[f32; BENDS]; FEATURES] {
    // Some thousand values are as good as a million.
    let rows: Vec<&[f32; FEATURES]> = examples.iter().flat_map(|example| &example.features).collect();
    let step = rows.len().div_ceil(20_000).max(1);
    std::array::from_fn(|feature| {
        let mut values: Vec<f32> = rows.iter().step_by(step).map(|row| row[feature]).collect();
        values.sort_by(f32::total_cmp);
        BELOW.map(|share| values.get((share * values.len() as f64) as usize).copied().unwrap_or(0.0))
    })
}

/// The mean and the standard deviation of each step of each feature.
struct Scale {
    means: [f64; WEIGHTS],
    spreads: [f64; WEIGHTS],
}

impl Scale {
    fn of(examples: &[&Example], bends: &[[f32; BENDS]; FEATURES]) -> Scale {
        let (mut sums, mut squares, mut count) = ([0.0f64; WEIGHTS], [0.0f64; WEIGHTS], 0.0f64);
        for row in examples.iter().flat_map(|example| &example.features) {
            count += 1.0;
            for (at, value) in all_steps(row, bends).enumerate() {
                sums[at] += f64::from(value);
                squares[at] += f64::from(value) * f64::from(value);
            }
        }
        let means = sums.map(|sum| sum / count.max(1.0));
        let spread = |at: usize| (squares[at] / count.max(1.0) - means[at] * means[at]).max(0.0);
        // A feature that is always the same can decide nothing.
        Scale { means, spreads: std::array::from_fn(|at| spread(at).sqrt().max(1e-3)) }
    }

    /// Weights of steps in standard deviations as weights of the steps.
    fn slopes(&self, weights: &[f64; WEIGHTS]) -> [Slopes; FEATURES] {
        std::array::from_fn(|feature| {
            std::array::from_fn(|bend| {
                let at = feature * (1 + BENDS) + bend;
                (weights[at] / self.spreads[at]) as f32
            })
        })
    }
}

fn all_steps<'r>(
    row: &'r [f32; FEATURES],
    bends: &'r [[f32; BENDS]; FEATURES],
) -> impl Iterator<Item = f32> + 'r {
    row.iter().zip(bends).flat_map(|(value, bends)| steps(*value, bends))
}

/// An example in standard deviations.
struct StandardizedExample<'e> {
    rows: Vec<[f32; ROW]>,
    example: &'e Example,
}

impl<'e> StandardizedExample<'e> {
    fn new(example: &'e Example, bends: &[[f32; BENDS]; FEATURES], scale: &Scale) -> StandardizedExample<'e> {
        let rows = example.features.iter().map(|row| {
            let mut scaled = [0.0; ROW];
            for (at, value) in all_steps(row, bends).enumerate() {
                scaled[at] = ((f64::from(value) - scale.means[at]) / scale.spreads[at]) as f32;
            }
            scaled
        });
        StandardizedExample { rows: rows.collect(), example }
    }

    /// How the loss of the question changes with each weight.
    fn slope(&self, weights: &[f32; ROW]) -> [f32; ROW] {
        let scores: Vec<f64> = self.rows.iter().map(|row| f64::from(product(row, weights))).collect();
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let odds: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
        let all: f64 = odds.iter().sum();
        let right = self.example.right.iter().filter(|right| **right).count() as f64;
        let mut slope = [0.0; ROW];
        for ((row, odds), is_right) in self.rows.iter().zip(odds).zip(&self.example.right) {
            let wanted = if *is_right { 1.0 / right } else { 0.0 };
            let wrong = (self.example.weight * (odds / all - wanted)) as f32;
            slope.iter_mut().zip(row).for_each(|(slope, value)| *slope += wrong * value);
        }
        slope
    }
}

/// The sum of products, several at a time and always in the same order.
fn product(one: &[f32; ROW], other: &[f32; ROW]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// The weights of steps in standard deviations, each pulled to where it starts
/// by its ridge; an infinite one holds it there.
fn descend(
    examples: &[&Example],
    bends: &[[f32; BENDS]; FEATURES],
    scale: &Scale,
    start: &[f64; WEIGHTS],
    ridges: &[f64; WEIGHTS],
) -> [f64; WEIGHTS] {
    let total: f64 = examples.iter().map(|example| example.weight).sum();
    let scaled: Vec<StandardizedExample<'_>> =
        examples.par_iter().map(|example| StandardizedExample::new(example, bends, scale)).collect();
    let mut weights = *start;
    let mut moved = [0.0f64; WEIGHTS];
    let mut squared = [0.0f64; WEIGHTS];
    for step in 1..=STEPS {
        let mut now = [0.0; ROW];
        now.iter_mut().zip(&weights).for_each(|(now, weight)| *now = *weight as f32);
        let slopes: Vec<[f32; ROW]> = scaled.par_iter().map(|one| one.slope(&now)).collect();
        // The last steps are small, so that it does not matter where they end.
        let rate = RATE * (1.0 - (step as f64 - 1.0) / STEPS as f64);
        for at in (0..WEIGHTS).filter(|at| ridges[*at].is_finite()) {
            let sum: f64 = slopes.iter().map(|slope| f64::from(slope[at])).sum();
            let slope = sum / total + ridges[at] * (weights[at] - start[at]);
            moved[at] = MOMENTUM * moved[at] + (1.0 - MOMENTUM) * slope;
            squared[at] = MEMORY * squared[at] + (1.0 - MEMORY) * slope * slope;
            let mean = moved[at] / (1.0 - MOMENTUM.powi(step as i32));
            let size = (squared[at] / (1.0 - MEMORY.powi(step as i32))).sqrt();
            weights[at] -= rate * mean / (size + 1e-8);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::{Example, Model};
    use fathom_rank::{FEATURES, Signal, Slopes, signal_features};

    fn fit(examples: &[Example]) -> Model {
        super::fit(&examples.iter().collect::<Vec<_>>())
    }

    fn refine(model: &Model, examples: &[Example]) -> Model {
        super::refine(model, &examples.iter().collect::<Vec<_>>())
    }

    /// Numbers without order, the same each time.
    fn noise(seed: &mut u64) -> f32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 40) as f32 / (1u64 << 24) as f32
    }

    /// The largest contribution of a feature.
    fn gain(slopes: &[Slopes; FEATURES], feature: usize) -> f32 {
        slopes[feature].iter().sum()
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
        let largest =
            (0..FEATURES).max_by(|a, b| gain(&model.reports, *a).total_cmp(&gain(&model.reports, *b)));
        assert_eq!(largest, Some(5));
    }

    #[test]
    fn wishes_are_learned_from_their_own_examples_and_reports_stay() {
        let model = fit(&examples());
        // In these the same feature has the opposite effect.
        let mut turned = examples();
        for row in turned.iter_mut().flat_map(|example| &mut example.features) {
            row[5] = -row[5];
        }
        let refined = refine(&model, &turned);
        assert_eq!((refined.reports, refined.means), (model.reports, model.means));
        assert!(gain(&refined.wishes, 5) < 0.0 && gain(&model.wishes, 5) > 0.0);
        let quoted = signal_features(Signal::Path);
        assert_eq!(refined.wishes[quoted.clone()], model.reports[quoted]);
        assert_eq!(refine(&model, &turned), refined);
    }

    #[test]
    fn the_same_examples_give_the_same_bytes() {
        assert_eq!(fit(&examples()).to_text(), fit(&examples()).to_text());
    }
}
