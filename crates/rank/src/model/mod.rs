//! The learned ranker: the weight of each feature, read from one file.
//!
//! A wish of one line and a report of several paragraphs are read differently: the first line of a
//! report and the names quoted in it are stronger evidence than any single word of a wish. So each
//! feature has two weights.
//!
//! The contribution of a feature is piecewise linear with two knots: the step from half of the best
//! score to all of it differs from the step from zero to half.
//!
//! `cargo xtask train` writes the file, which is compiled into the binary. It is a readable table:
//! each line names a feature, its mean, its knots, and its slopes for a report and for a wish: the
//! first slope, and the change of slope at each knot. A table for other features is an error.

mod calibration;
mod scorer;

pub use calibration::Calibration;
pub(crate) use scorer::Scorer;

use crate::features::{FEATURES, TASK_LONG, feature_name};
use std::fmt::Write as _;

/// The start of the first line; the calibration follows.
const CALIBRATION: &str = "calibration";

/// Number of knots of a feature, at which its weight changes.
pub const BENDS: usize = 2;

/// The slopes of a feature: the first slope, and the change of slope at each knot.
pub type Slopes = [f32; 1 + BENDS];

/// A weighted sum of features, and how it becomes a probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The mean of each feature; only the difference from it counts.
    pub means: [f32; FEATURES],
    /// The knots of each feature.
    pub bends: [[f32; BENDS]; FEATURES],
    /// The slopes of each feature where the task is a report: a title and a text.
    pub reports: [Slopes; FEATURES],
    /// The slopes where the task is a wish of one line.
    pub wishes: [Slopes; FEATURES],
    /// From scores to probabilities.
    pub calibration: Calibration,
}

/// A model file that cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// It is not a model, or is truncated.
    #[error("the model file is damaged; make it again with `cargo xtask train`")]
    Damaged,
    /// It was trained with other features.
    #[error("the model file is of another version; make it again with `cargo xtask train`")]
    OtherVersion,
}

impl Default for Model {
    /// A model that finds all candidates equal.
    fn default() -> Model {
        let nothing = [Slopes::default(); FEATURES];
        Model {
            means: [0.0; FEATURES],
            bends: [[0.0; BENDS]; FEATURES],
            reports: nothing,
            wishes: nothing,
            calibration: Calibration::default(),
        }
    }
}

impl Model {
    /// The model that is compiled into the binary.
    pub fn built_in() -> Result<Model, ModelError> {
        Model::read(include_str!("../../model/ranker.tsv"))
    }

    /// The score of a candidate.
    pub fn score(&self, features: &[f32; FEATURES]) -> f32 {
        self.explain(features).iter().sum()
    }

    /// The contribution of each feature to a candidate's score.
    pub fn explain(&self, features: &[f32; FEATURES]) -> [f32; FEATURES] {
        let weights = if features[TASK_LONG] > 0.0 { &self.reports } else { &self.wishes };
        std::array::from_fn(|feature| {
            let steps = steps(features[feature], &self.bends[feature]);
            let from = self::steps(self.means[feature], &self.bends[feature]);
            let parts = weights[feature].iter().zip(steps).zip(from);
            parts.map(|((weight, step), from)| weight * (step - from)).sum()
        })
    }

    /// The numbers of a feature's line.
    fn line(&self, feature: usize) -> impl Iterator<Item = f32> {
        let of_tasks = self.reports[feature].into_iter().chain(self.wishes[feature]);
        std::iter::once(self.means[feature]).chain(self.bends[feature]).chain(of_tasks)
    }

    /// Writes a model file.
    pub fn to_text(&self) -> String {
        let mut text = CALIBRATION.to_owned();
        for weight in self.calibration.weights {
            let _ = write!(text, "\t{weight}");
        }
        text.push('\n');
        for feature in 0..FEATURES {
            text.push_str(&feature_name(feature));
            for number in self.line(feature) {
                let _ = write!(text, "\t{number}");
            }
            text.push('\n');
        }
        text
    }

    /// Reads a model file.
    pub fn read(text: &str) -> Result<Model, ModelError> {
        // A file that is cut inside its last number would still parse.
        let mut lines = text.strip_suffix('\n').ok_or(ModelError::Damaged)?.lines();
        let mut model = Model::default();
        let first = lines.next().and_then(|line| line.strip_prefix(CALIBRATION));
        model.calibration.weights = numbers(first.ok_or(ModelError::Damaged)?)?;
        for feature in 0..FEATURES {
            let line = lines.next().ok_or(ModelError::Damaged)?;
            let name = feature_name(feature);
            let rest = line.strip_prefix(name.as_str()).ok_or(ModelError::OtherVersion)?;
            let [mean, bend, next_bend, report @ .., wish, wish_more, wish_most] = numbers::<9>(rest)?;
            model.means[feature] = mean;
            model.bends[feature] = [bend, next_bend];
            model.reports[feature] = report;
            model.wishes[feature] = [wish, wish_more, wish_most];
        }
        if lines.next().is_some() {
            return Err(ModelError::OtherVersion);
        }
        Ok(model)
    }
}

/// A value, and its distance beyond each knot.
pub fn steps(value: f32, bends: &[f32; BENDS]) -> Slopes {
    [value, (value - bends[0]).max(0.0), (value - bends[1]).max(0.0)]
}

/// Reads exactly `N` numbers, each after a tab.
pub(crate) fn numbers<const N: usize>(text: &str) -> Result<[f32; N], ModelError> {
    let mut cells = text.split('\t');
    if cells.next() != Some("") {
        return Err(ModelError::OtherVersion);
    }
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        let cell = cells.next().ok_or(ModelError::Damaged)?;
        *number = cell.parse().ok().filter(|value: &f32| value.is_finite()).ok_or(ModelError::Damaged)?;
    }
    if cells.next().is_some() { Err(ModelError::Damaged) } else { Ok(numbers) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model that weighs feature 3 alone, in wishes only half.
    fn model() -> Model {
        let mut model = Model::default();
        model.means[3] = 0.2;
        model.bends[3] = [2.2, 3.2];
        model.reports[3] = [-3.0, 0.0, 0.0];
        model.wishes[3] = [-1.5, 1.0, -2.0];
        model.calibration.weights = [-1.0, 0.5, 0.25, 1e-7, 3.0];
        model
    }

    #[test]
    fn only_what_differs_from_the_mean_counts() {
        let mut features = [0.0; FEATURES];
        features[3] = 0.2;
        assert!(model().score(&features).abs() < f32::EPSILON);
        features[3] = 1.2;
        assert!((model().score(&features) - -1.5).abs() < 1e-6);
        assert!((model().explain(&features)[3] - -1.5).abs() < 1e-6);
        features[TASK_LONG] = 2.0;
        assert!((model().score(&features) - -3.0).abs() < 1e-6);
    }

    #[test]
    fn behind_a_bend_a_feature_weighs_otherwise() {
        let at = |value: f32| {
            let mut features = [0.0; FEATURES];
            features[3] = value;
            model().score(&features)
        };
        assert!((at(2.2) - -3.0).abs() < 1e-5);
        assert!((at(3.2) - -3.5).abs() < 1e-5, "half of what was lost before");
        assert!((at(4.2) - -6.0).abs() < 1e-5);
    }

    #[test]
    fn a_model_survives_its_file() {
        assert_eq!(Model::read(&model().to_text()), Ok(model()));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let text = model().to_text();
        for cut in 0..text.len() {
            assert!(Model::read(&text[..cut]).is_err(), "cut at {cut}");
        }
        assert_eq!(Model::read(&text.replace("words share", "worms share")), Err(ModelError::OtherVersion));
        assert_eq!(Model::read(&text.replace("-1.5\t", "NaN\t")), Err(ModelError::Damaged));
        assert_eq!(Model::read(&format!("{text}more\t1\t2\n")), Err(ModelError::OtherVersion));
    }

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert!(Model::built_in().unwrap().wishes.iter().flatten().any(|weight| *weight != 0.0));
    }
}
