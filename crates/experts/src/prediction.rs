//! The answer of an expert, and the model that it comes from.

use serde::{Deserialize, Serialize};

/// An expert. The word is its id in commands, answers, exports and the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExpertId {
    /// The files that a task changes.
    Files,
    /// The tests that a change modifies or breaks.
    Tests,
    /// The files and symbols that the fix of an error changes.
    Error,
    /// The files that a half-done change still lacks.
    Next,
    /// The files most in need of refactoring.
    Refactor,
}

impl ExpertId {
    /// Every expert, in the order in which help lists them.
    pub const ALL: [ExpertId; 5] =
        [ExpertId::Files, ExpertId::Tests, ExpertId::Error, ExpertId::Next, ExpertId::Refactor];

    /// The id.
    pub fn word(self) -> &'static str {
        match self {
            ExpertId::Files => "files",
            ExpertId::Tests => "tests",
            ExpertId::Error => "error",
            ExpertId::Next => "next",
            ExpertId::Refactor => "refactor",
        }
    }

    /// The expert with an id.
    pub fn from_word(word: &str) -> Option<ExpertId> {
        ExpertId::ALL.into_iter().find(|expert| expert.word() == word)
    }
}

impl std::fmt::Display for ExpertId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.word())
    }
}

/// One item that may be part of the event, with the probability that it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The file, from the root of the repository.
    pub path: String,
    /// The test (`file::Class::name[param]`) or symbol in the file, if the expert names one.
    pub id: Option<String>,
    /// Probability of the event, from 0 to 1. It never rises down a list.
    pub probability: f64,
    /// Why, most important first.
    pub reasons: Vec<String>,
}

/// Which model an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelVersion {
    /// The expert.
    pub expert_id: ExpertId,
    /// The version of the method and of the shipped weights.
    pub version: String,
    /// The time of the newest commit that the model has seen, in seconds since 1970. Not the time of
    /// training: equal histories have equal models.
    pub created_at: i64,
    /// Number of commits that the model has seen; merges are not counted.
    pub trained_on_commits: usize,
    /// The commit that the model has seen all ancestors of.
    pub git_hash: String,
}
