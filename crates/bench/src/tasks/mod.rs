//! Tasks, and what a good answer contains.
//!
//! A [`Task`] is asked of every system alike. Where it comes from (a labelled
//! YAML file, an issue with the change that fixed it, a commit of the
//! repository itself) decides only how its expectation was made, never how it
//! is asked.

pub mod changed;
mod error;
pub mod hints;
pub mod issues;
mod sample;
pub mod yaml;

pub use error::TaskError;
pub use sample::sample;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much of a repository a task spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// One module.
    Easy,
    /// Several modules.
    Medium,
    /// Cross-cutting.
    Hard,
}

/// Where a task comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Written and labelled by hand.
    Manual,
    /// A commit: its message asks, what it changed answers.
    Commit,
    /// An issue and the change that fixed it.
    Issue,
    /// Made by a program.
    Synthetic,
}

/// How sure a label is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Confidence {
    /// The task cannot be done without it.
    #[default]
    High,
    /// It gives needed context.
    Medium,
}

/// One expected symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The nesting of names, joined with dots, without file and package.
    pub symbol: String,
    /// How sure.
    #[serde(default)]
    pub confidence: Confidence,
    /// Why, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The expected content of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// These symbols, by name.
    Symbols(Vec<Label>),
    /// The files and lines that a change touched: path to first and last
    /// lines in the version before the change.
    Change(BTreeMap<String, Vec<(u32, u32)>>),
}

/// One question to every system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Unique in a run.
    pub id: String,
    /// The repository's name in the corpus, or `owner/name`.
    pub repo: String,
    /// The commit to ask about; `None` is the one the corpus pins.
    pub commit: Option<String>,
    /// How much of the repository it spans.
    pub tier: Tier,
    /// The question.
    pub description: String,
    /// Where it comes from.
    pub source: Source,
    /// The expected content of an answer.
    pub expected: Expected,
    /// Free words.
    pub tags: Vec<String>,
    /// Of a change: the innermost definitions that hold the changed lines. Read
    /// from the tree at `commit` with [`changed::locate`], so that a record
    /// can be judged without the repository.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<DefinitionLocation>,
}

/// A definition and its location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DefinitionLocation {
    /// The file, relative to the repository.
    pub path: String,
    /// The nesting of names, joined with dots.
    pub symbol: String,
    /// The first line.
    pub line: u32,
    /// The last line.
    pub end_line: u32,
}
