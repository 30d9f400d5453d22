//! Predictions from a repository's history: which files a task will touch, which tests a change
//! can break, where an error comes from, what a half-done change still lacks.
//!
//! 1. [`past`] reads all commits once and follows files through renames.
//! 2. [`scene`] is the moment of a prediction: the commits that count and the files of the tree.
//! 3. [`signals`] compares a question with every file; [`baseline`] is the simplest such signal.
//! 4. [`gate`] mixes the signals into probabilities, adapts to the repository and recalibrates.
//! 5. [`replay`] asks about past commits; [`evaluate`] measures the answers.
//!
//! Around the experts: [`error`] reads traces, [`test_id`] is the grammar of test ids, [`reports`] reads
//! test reports, [`work_log`] reads logs of work, [`runners`] writes selections, [`quality`] and [`ledger`]
//! judge recorded predictions.
//!
//! The crate reads commits (`fathom-history`) and the words of files (`fathom-text`). It uses no
//! clock and no network, and gives equal output for equal input.

pub mod baseline;
pub mod content;
pub mod error;
pub mod evaluate;
pub mod flat;
pub mod gate;
pub mod ledger;
pub mod past;
pub mod paths;
mod prediction;
pub mod quality;
pub mod refactor;
pub mod replay;
pub mod reports;
#[cfg(test)]
mod repository;
pub mod runners;
pub mod scene;
pub mod signals;
pub mod test_id;
mod titles;
pub mod work_log;

pub use prediction::{ExpertId, ModelVersion, Prediction};
