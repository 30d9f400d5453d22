//! Does one system really do better than another?
//!
//! Each pair of systems is tested on the tasks that both were asked, for each main
//! measure. Holm's correction runs over all pairs of one measure. "Better" is
//! claimed only if the corrected p is below 0.05 *and* the effect is above 0.3.

use super::analysis::System;
use super::measure::Measure;
use crate::statistics::cohen::cohen_d;
use crate::statistics::holm::holm;
use crate::statistics::mean;
use crate::statistics::wilcoxon::wilcoxon;
use std::collections::BTreeMap;

/// The corrected p must be below this.
pub const P: f64 = 0.05;
/// The effect must be above this.
pub const D: f64 = 0.3;

/// One pair of systems on one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index of the first system.
    pub first: usize,
    /// Index of the second system.
    pub second: usize,
    /// What was measured.
    pub measure: Measure,
    /// Tasks both have.
    pub tasks: usize,
    /// Mean of the first less mean of the second.
    pub difference: f64,
    /// The p-value of the Wilcoxon signed-rank test.
    pub p: f64,
    /// The same after Holm's correction.
    pub corrected: f64,
    /// Cohen's d of the first over the second.
    pub d: f64,
}

impl Pair {
    /// Which system is better, if that may be claimed.
    pub fn better(&self) -> Option<usize> {
        if self.corrected >= P || self.d.abs() <= D {
            return None;
        }
        Some(if self.d > 0.0 { self.first } else { self.second })
    }
}

/// Tests every pair on every main measure.
pub(super) fn pairs(systems: &[System]) -> Vec<Pair> {
    let mut all = Vec::new();
    for measure in Measure::main() {
        let mut tested = Vec::new();
        for first in 0..systems.len() {
            for second in first + 1..systems.len() {
                let (one, other) = common(&systems[first], &systems[second], measure);
                if one.is_empty() {
                    continue;
                }
                tested.push(Pair {
                    first,
                    second,
                    measure,
                    tasks: one.len(),
                    difference: mean(&one) - mean(&other),
                    p: wilcoxon(&one, &other).p,
                    corrected: 1.0,
                    d: cohen_d(&one, &other),
                });
            }
        }
        let corrected = holm(&tested.iter().map(|pair| pair.p).collect::<Vec<_>>());
        for (pair, corrected) in tested.iter_mut().zip(corrected) {
            pair.corrected = corrected;
        }
        all.extend(tested);
    }
    all
}

/// Values of both on the tasks that both were asked.
pub(super) fn common(first: &System, second: &System, measure: Measure) -> (Vec<f64>, Vec<f64>) {
    let values = |system: &System| -> BTreeMap<usize, f64> {
        let answers = system.answers.iter().filter(|answer| answer.was_asked());
        answers.filter_map(|answer| Some((answer.task, measure.value(&answer.score)?))).collect()
    };
    let seconds = values(second);
    values(first).into_iter().filter_map(|(task, one)| Some((one, *seconds.get(&task)?))).unzip()
}
