//! The answer of one system to one task: the raw data that every report is
//! written from. One JSON file each, under `raw/` of a run.

use crate::tasks::Task;
use serde::{Deserialize, Serialize};

/// One symbol that a system found, in its own order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundSymbol {
    /// The name as the system spells it, without file and package.
    pub name: String,
    /// The file, if the system returns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The first line, if the system returns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The last line, if the system returns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
}

/// How a question ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// With an answer, which may be empty.
    Answered,
    /// The system failed.
    Failed {
        /// Its output.
        reason: String,
    },
    /// The limit of time was reached, by indexing or by the question.
    TimedOut {
        /// In which step.
        step: String,
    },
    /// The system could not be installed on this machine.
    NotInstalled {
        /// The installer's output.
        reason: String,
    },
}

/// The cost of a system's index of a repository.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndexCost {
    /// Milliseconds; 0 for a system without an index.
    pub ms: f64,
    /// The largest resident memory of its processes, in bytes.
    pub peak_bytes: Option<u64>,
    /// Size of the index on disk, in bytes.
    pub disk_bytes: Option<u64>,
    /// How often it was made; `ms` is the median. 0 in records of before this was noted, which means once.
    #[serde(default)]
    pub runs: usize,
    /// Milliseconds of the first question on a fresh index: the median over the runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_question_ms: Option<f64>,
}

/// An answer within another budget than the common one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BudgetAnswer {
    /// Tokens that were allowed.
    pub budget: usize,
    /// Tokens of the answer.
    pub tokens: usize,
    /// For each of the record's `found`, whether this answer shows it.
    pub shown: Vec<bool>,
}

/// One system's answer to one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The system.
    pub system: String,
    /// Its version.
    pub version: String,
    /// The task, whole, so that a run can be reported without the corpus.
    pub task: Task,
    /// The main language of the repository.
    pub language: String,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Symbols, best first, as many as 50.
    pub found: Vec<FoundSymbol>,
    /// Files, best first, as many as 20: the system's own order, or that of `found`.
    pub files: Vec<String>,
    /// Tokens (`cl100k_base`) of the raw answer.
    pub tokens: usize,
    /// For each of `found`, whether the text that was measured shows it; empty in records of before
    /// this was noted, where all count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<bool>,
    /// BLAKE3 of the raw answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text_hash: String,
    /// The raw answer, if it was to be kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Answers within other budgets, for systems that accept one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<BudgetAnswer>,
    /// The cost of indexing the repository.
    pub index: IndexCost,
    /// Milliseconds of the first question after the start, process start included.
    pub cold_ms: f64,
    /// Milliseconds of a repeated question: the median of three.
    pub warm_ms: f64,
    /// Expected symbols that the system's index does not hold; `None` if it cannot be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unindexed: Option<Vec<String>>,
}
