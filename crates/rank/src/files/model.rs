//! The learned order of files: one table of weights, read from one file.
//!
//! A question belongs to several kinds, each to a degree, and each kind has its own weights, so
//! that one more word in a question changes the order only a little. `fathom-train files fit`
//! writes the table, which is compiled into the binary.

use super::FILE_INPUTS;
use super::features::{FILE_FEATURES, file_feature_name};
use crate::model::ModelError;
use crate::task::Task;
use std::fmt::Write as _;

/// The kinds of question that files have weights for.
pub const FILE_KINDS: [&str; 5] = ["phrase", "name", "question", "wish", "report"];

/// The start of the first lines: short questions, then long ones.
const CALIBRATION: &str = "calibration";

/// The degree to which a question is of each kind; the sum is 1.
pub(super) fn file_kinds(task: &Task, is_name: bool) -> [f32; FILE_KINDS.len()] {
    if is_name {
        return [0.0, 1.0, 0.0, 0.0, 0.0];
    }
    let kinds = task.kinds();
    [kinds.phrase + kinds.name, 0.0, kinds.question, kinds.wish, kinds.report + kinds.trace + kinds.code]
}

/// Logistic regressions from the score of a file to a probability: one for short questions, whose weights
/// are fitted, and one for wishes and reports, whose scores have another scale.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FileCalibration {
    /// The weight of each input of [`super::file_inputs`], for short and for long questions.
    pub weights: [[f32; FILE_INPUTS]; 2],
}

impl FileCalibration {
    /// The probability that a file is needed for a question of these kinds.
    pub fn probability(&self, kinds: &[f32; FILE_KINDS.len()], inputs: &[f32; FILE_INPUTS]) -> f32 {
        let long = is_long(kinds);
        let [short, of_long] = self.weights.map(|weights| {
            let sum: f32 = inputs.iter().zip(weights).map(|(input, weight)| input * weight).sum();
            1.0 / (1.0 + (-sum).exp())
        });
        (1.0 - long) * short + long * of_long
    }
}

/// The degree to which a question is a wish or a report.
pub fn is_long(kinds: &[f32; FILE_KINDS.len()]) -> f32 {
    (kinds[3] + kinds[4]).clamp(0.0, 1.0)
}

/// A weighted sum of features for each kind of question.
#[derive(Clone, Debug, PartialEq)]
pub struct FileModel {
    /// The weight of each feature by kind.
    pub weights: [[f32; FILE_KINDS.len()]; FILE_FEATURES],
    /// From scores to probabilities.
    pub calibration: FileCalibration,
}

impl Default for FileModel {
    /// A model that finds all files equal.
    fn default() -> FileModel {
        FileModel {
            weights: [[0.0; FILE_KINDS.len()]; FILE_FEATURES],
            calibration: FileCalibration::default(),
        }
    }
}

impl FileModel {
    /// The model that is compiled into the binary.
    pub fn built_in() -> Result<FileModel, ModelError> {
        FileModel::read(include_str!("../../model/files.tsv"))
    }

    /// The score of a file for a question of these kinds.
    pub fn score(&self, kinds: &[f32; FILE_KINDS.len()], features: &[f32; FILE_FEATURES]) -> f32 {
        let weight = |weights: &[f32; FILE_KINDS.len()]| -> f32 {
            weights.iter().zip(kinds).map(|(weight, share)| weight * share).sum()
        };
        self.weights.iter().zip(features).map(|(weights, value)| weight(weights) * value).sum()
    }

    /// Writes a model file.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for weights in self.calibration.weights {
            text.push_str(CALIBRATION);
            for weight in weights {
                let _ = write!(text, "\t{weight}");
            }
            text.push('\n');
        }
        for (feature, weights) in self.weights.iter().enumerate() {
            text.push_str(file_feature_name(feature));
            for weight in weights {
                let _ = write!(text, "\t{weight}");
            }
            text.push('\n');
        }
        text
    }

    /// Reads a model file.
    pub fn read(text: &str) -> Result<FileModel, ModelError> {
        let mut lines = text.strip_suffix('\n').ok_or(ModelError::Damaged)?.lines();
        let mut model = FileModel::default();
        for weights in &mut model.calibration.weights {
            let line = lines.next().and_then(|line| line.strip_prefix(CALIBRATION));
            *weights = crate::model::numbers(line.ok_or(ModelError::OtherVersion)?)?;
        }
        for (feature, weights) in model.weights.iter_mut().enumerate() {
            let line = lines.next().ok_or(ModelError::Damaged)?;
            let rest = line.strip_prefix(file_feature_name(feature)).ok_or(ModelError::OtherVersion)?;
            *weights = crate::model::numbers(rest)?;
        }
        if lines.next().is_some() {
            return Err(ModelError::OtherVersion);
        }
        Ok(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> FileModel {
        let mut model = FileModel::default();
        model.weights[2] = [1.0, -2.0, 0.5, 0.0, 0.0];
        let short = [-1.0, 0.5, 0.0, 0.25, 0.0, -0.5, 0.0, 0.0, 0.125];
        model.calibration.weights = [short, short.map(|weight| 2.0 * weight)];
        model
    }

    #[test]
    fn a_model_survives_its_file_and_a_damaged_one_is_refused() {
        let text = model().to_text();
        assert_eq!(FileModel::read(&text), Ok(model()));
        for cut in 0..text.len() {
            assert!(FileModel::read(&text[..cut]).is_err(), "cut at {cut}");
        }
        assert_eq!(FileModel::read(&text.replace("stem asked", "stem other")), Err(ModelError::OtherVersion));
    }

    #[test]
    fn a_question_between_two_kinds_is_scored_between_them() {
        let mut features = [0.0; FILE_FEATURES];
        features[2] = 1.0;
        let score = |kinds: [f32; 5]| model().score(&kinds, &features);
        assert!((score([0.5, 0.0, 0.5, 0.0, 0.0]) - 0.75).abs() < 1e-6);
    }

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert!(FileModel::built_in().unwrap().weights.iter().flatten().any(|weight| *weight != 0.0));
    }
}
