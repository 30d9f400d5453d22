//! Measures of a system apart from its answers to tasks: whether it learns, how soon an edit is in its
//! answers, whether they depend on the wording, whether they are deterministic. One file,
//! `measures.json`, next to `raw/` of a run.

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

/// Answers after each round of feedback; the first round is before any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learning {
    /// The system.
    pub system: String,
    /// On the tasks the feedback came from.
    pub same: Vec<Round>,
    /// On other tasks.
    pub other: Vec<Round>,
}

/// How good the answers were after one round; by task, the same order in each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Lenient P@10.
    pub precision: Vec<f64>,
    /// Strict R@10.
    pub recall: Vec<f64>,
}

/// One measure on one half of the tasks, over the rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureSeries<'a> {
    /// Which tasks.
    pub tasks: &'static str,
    /// Which measure.
    pub measure: &'static str,
    /// Values by round and task.
    pub rounds: Vec<&'a [f64]>,
}

impl Learning {
    /// Both measures on both halves.
    pub fn courses(&self) -> Vec<MeasureSeries<'_>> {
        let mut courses = Vec::new();
        for (tasks, rounds) in [("the same tasks", &self.same), ("other tasks", &self.other)] {
            let precision = rounds.iter().map(|round| round.precision.as_slice()).collect();
            let recall = rounds.iter().map(|round| round.recall.as_slice()).collect();
            courses.push(MeasureSeries { tasks, measure: "lenient P@10", rounds: precision });
            courses.push(MeasureSeries { tasks, measure: "strict R@10", rounds: recall });
        }
        courses
    }
}

impl MeasureSeries<'_> {
    /// The gain of each task from before the first round to the last.
    pub fn gains(&self) -> Vec<f64> {
        let (Some(before), Some(after)) = (self.rounds.first(), self.rounds.last()) else {
            return Vec::new();
        };
        after.iter().zip(*before).map(|(after, before)| after - before).collect()
    }
}

/// How long an edit stays unseen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staleness {
    /// The system.
    pub system: String,
    /// The edit: rename, add, delete.
    pub edit: String,
    /// Milliseconds from the edit to the right answer; `None` if it never came.
    pub ms: Option<f64>,
}

/// How much of an answer stays the same for a paraphrase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Robustness {
    /// The system.
    pub system: String,
    /// Jaccard of the first 10 for each pair of wordings.
    pub overlaps: Vec<f64>,
}

/// Whether a system gives the same answer again.
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
