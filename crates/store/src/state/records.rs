//! What is kept, as plain records.
//!
//! Times are in seconds since 1970 and come from the caller.

use serde::{Deserialize, Serialize};

/// One symbol judged for one task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The task as it was given.
    pub task: String,
    /// The symbol's id.
    pub symbol: String,
    /// Whether it was of use.
    pub used: bool,
    /// A hash of the symbol's code when it was judged.
    pub code: String,
    /// How often the same was said of the same code in a row.
    pub times: u32,
    /// When it was last said.
    pub time: i64,
}

/// The number of a prediction; later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PredictionId(pub i64);

/// What an expert expects to happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Names the prediction outside of this store: a hash of the question and the answer. A
    /// prediction with a known key is not recorded again. Empty if it has none.
    #[serde(default)]
    pub key: String,
    /// Which expert.
    pub expert: String,
    /// The version of its model; empty if that is not known.
    #[serde(default)]
    pub model: String,
    /// What was asked.
    pub question: String,
    /// The commit of the index that it was made with, if there was one.
    pub commit: Option<String>,
    /// When it was made.
    pub time: i64,
    /// What may happen, in the expert's order.
    pub guesses: Vec<Guess>,
}

/// One thing that may happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guess {
    /// The thing: a path, a test, a symbol's id.
    pub item: String,
    /// How likely it is, from 0 to 1.
    pub probability: f64,
}

/// What became of one item of a prediction, guessed or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The prediction.
    pub prediction: PredictionId,
    /// The item.
    pub item: String,
    /// Whether it happened.
    pub happened: bool,
    /// When that was known.
    pub time: i64,
}

/// The test report that followed a prediction, in numbers. A later one of the same prediction takes
/// its place.
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

/// The number of a transaction; later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TransactionId(pub i64);

/// Credit that moves between accounts. Transactions are added and never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Why.
    pub reason: String,
    /// The prediction that it settles, if it does.
    pub prediction: Option<PredictionId>,
    /// When.
    pub time: i64,
    /// What each account gains or loses; the amounts add up to 0.
    pub entries: Vec<Entry>,
}

/// What one account gains, or loses if it is negative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Whose: an expert's name, or `house`.
    pub account: String,
    /// How much, in the smallest unit.
    pub amount: i64,
}
