//! `concepts`: the concept packs that apply to a repository, and those that match a task.

use crate::IndexState;
use crate::context::ConceptSource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The task to match, or nothing for all packs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A task; lists also the concepts that match it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

/// The packs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// Those that apply: the team's, then those of frameworks, then what the repository teaches.
    pub packs: Vec<Pack>,
    /// The concepts that match the task; empty without one.
    pub matches: Vec<ConceptMatch>,
    /// Errors in the team's file, with their lines.
    pub problems: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pack {
    /// Where it comes from.
    pub kind: ConceptSource,
    /// A framework, a file, or `learned`.
    pub name: String,
    /// Why it applies.
    pub why: String,
    /// Its concepts; what the repository teaches has too many to list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<String>,
}

/// One concept that matches a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConceptMatch {
    /// Where it comes from.
    pub kind: ConceptSource,
    /// The pack and the concept, as `explain` shows them.
    pub reason: String,
    /// Its phrases that the task has.
    pub phrases: Vec<String>,
    /// The symbols it adds weight to, most weight first.
    pub symbols: Vec<WeightedSymbol>,
}

/// A symbol with a weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WeightedSymbol {
    /// `path::Qualified.name`.
    pub id: String,
    /// From 0 to 1, surely needed.
    pub weight: f32,
}
