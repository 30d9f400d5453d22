//! What is measured on a system apart from its answers to tasks: does it
//! learn, how soon does it see an edit, does it depend on the wording, does it
//! say the same twice. One file, `measures.json`, beside `raw/` of a run.

use serde::{Deserialize, Serialize};

/// All such measurements of a run; each list may be empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measures {
    /// Learning from feedback.
    pub learning: Vec<Learning>,
    /// Time from an edit to the right answer.
    pub staleness: Vec<Staleness>,
    /// Overlap of results over paraphrases.
    pub robustness: Vec<Robustness>,
    /// Equal answers to equal questions.
    pub determinism: Vec<Determinism>,
}

/// P@10 after each round of feedback; the first value is before any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learning {
    /// The system.
    pub system: String,
    /// On the tasks the feedback came from.
    pub same: Vec<f64>,
    /// On other tasks.
    pub other: Vec<f64>,
}

/// How long an edit stays unseen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staleness {
    /// The system.
    pub system: String,
    /// What was done: rename, add, delete.
    pub edit: String,
    /// Milliseconds from the edit to the right answer; `None` if it never came.
    pub ms: Option<f64>,
}

/// How much of an answer stays when the task is said in other words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Robustness {
    /// The system.
    pub system: String,
    /// Jaccard of the first 10 for each pair of wordings.
    pub overlaps: Vec<f64>,
}

/// Whether a system says the same again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Determinism {
    /// The system.
    pub system: String,
    /// How often it was asked.
    pub runs: usize,
    /// Questions asked.
    pub questions: usize,
    /// Questions whose answers were equal, byte for byte.
    pub equal: usize,
}
