//! The records, as plain types.
//!
//! Times are in seconds since 1970 and come from the caller.

use serde::{Deserialize, Serialize};

/// The verdict on one symbol for one task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The task as it was given.
    pub task: String,
    /// The symbol's id.
    pub symbol: String,
    /// Whether it was useful.
    pub used: bool,
    /// A hash of the symbol's code at the time of the verdict.
    pub code: String,
    /// How many equal verdicts on the same code there were in a row.
    pub times: u32,
    /// When the last of them was given.
    pub time: i64,
}

/// The number of a prediction; later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PredictionId(pub i64);

/// A prediction of an expert.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Identifies the prediction outside of this store: a hash of the question and the answer. A
    /// prediction with an existing key is not recorded again. Empty if it has none.
    #[serde(default)]
    pub key: String,
    /// The expert.
    pub expert: String,
    /// The version of its model; empty if unknown.
    #[serde(default)]
    pub model: String,
    /// The question.
    pub question: String,
    /// The commit of the index, if there was one.
    pub commit: Option<String>,
    /// When it was made.
    pub time: i64,
    /// The predicted items, in the expert's order.
    pub guesses: Vec<PredictedItem>,
}

/// One predicted item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictedItem {
    /// A path, a test or the id of a symbol.
    pub item: String,
    /// Its probability, from 0 to 1.
    pub probability: f64,
}

/// The outcome of one item of a prediction, predicted or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The prediction.
    pub prediction: PredictionId,
    /// The item.
    pub item: String,
    /// Whether it happened.
    pub happened: bool,
    /// When the outcome was recorded.
    pub time: i64,
}

/// The numbers of the test report that belongs to a prediction. A later report replaces an earlier one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestRun {
    /// The prediction.
    pub prediction: PredictionId,
    /// When it was recorded.
    pub time: i64,
    /// Number of tests in the suite.
    pub all: u64,
    /// Tests that ran, failed ones included.
    pub ran: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that were skipped.
    pub skipped: u64,
    /// Time of all tests that ran, in seconds, if the report has it.
    pub seconds: Option<f64>,
    /// Time of the predicted tests.
    pub seconds_predicted: Option<f64>,
}

/// The result of one test file in a test report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestFileResult {
    /// The file, from the root of the repository.
    pub file: String,
    /// Whether one of its tests failed.
    pub failed: bool,
    /// Time of its tests, in seconds, if the report has it.
    pub seconds: Option<f64>,
}

/// A part of a work log: the steps from the start of a change to its commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode {
    /// Identifies the episode. One with an existing key replaces it.
    pub key: String,
    /// When it began; 0 if unknown.
    pub time: i64,
    /// What was done, first step first.
    pub steps: Vec<Step>,
}

/// One step of an episode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// `edit`, `command` or `commit`.
    pub kind: String,
    /// The path, the command line or the id of the commit.
    pub text: String,
}

/// The number of a transaction; later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TransactionId(pub i64);

/// Credit that moves between accounts. Transactions are added and never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// The reason.
    pub reason: String,
    /// The prediction that it settles, if any.
    pub prediction: Option<PredictionId>,
    /// When.
    pub time: i64,
    /// What each account gains or loses; the amounts add up to 0.
    pub entries: Vec<Entry>,
}

/// The amount of one account; negative for a loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The account: an expert's name, or `house`.
    pub account: String,
    /// In the smallest unit.
    pub amount: i64,
}
