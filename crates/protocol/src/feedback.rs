//! `feedback`: which symbols of an answer were of use.

use crate::words::words;
use crate::{IndexState, OneOrMany};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// Whether a symbol was of use.
    Verdict {
        /// It was.
        Used = "used",
        /// It was not.
        Unused = "unused",
    }
}

words! {
    /// What to do.
    Action {
        /// Record verdicts.
        Record = "record",
        /// List recorded verdicts.
        List = "list",
        /// Delete the verdicts of a task, or all.
        Forget = "forget",
    }
}

/// Symbols that were useful for a task, and symbols that were not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// The task as it was given to `context`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Symbols that were of use, by id or by a name that means one symbol.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub used: OneOrMany,
    /// Symbols that were not of use.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub unused: OneOrMany,
    /// `record` (the default), `list` or `forget`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Response {
    /// Verdicts were recorded.
    Recorded(RecordedVerdicts),
    /// The verdicts on record.
    Listed(VerdictList),
    /// Verdicts were deleted.
    Forgotten {
        /// How many.
        forgotten: usize,
    },
}

/// The recorded verdicts, and those that could not be recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedVerdicts {
    /// The task.
    pub task: String,
    /// The symbols as they are recorded.
    pub recorded: Vec<SymbolVerdict>,
    /// Names that mean no symbol, or several.
    pub not_recorded: Vec<RefusedName>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// A verdict on a symbol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SymbolVerdict {
    /// `path::Qualified.name`.
    pub symbol: String,
    /// Whether it was of use.
    pub verdict: Verdict,
}

/// A name that was not recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedName {
    /// The name as given.
    pub symbol: String,
    /// Whether it was of use.
    pub verdict: Verdict,
    /// Why it was refused, and what to give instead.
    pub reason: String,
    /// Ids of some symbols that the name can mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
}

/// All verdicts on record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerdictList {
    /// By task and symbol.
    pub feedback: Vec<VerdictRecord>,
    /// Which state of the repository they were compared with.
    pub index: IndexState,
}

/// One verdict on record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerdictRecord {
    /// When it was last given, in seconds since 1970.
    pub time: i64,
    /// The task.
    pub task: String,
    /// `path::Qualified.name`.
    pub symbol: String,
    /// Whether it was of use.
    pub verdict: Verdict,
    /// How often it was given for the same code in a row.
    pub times: u32,
    /// BLAKE3 hash of the code it is about.
    pub code: String,
    /// Why it no longer applies in this worktree, if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired: Option<String>,
}
