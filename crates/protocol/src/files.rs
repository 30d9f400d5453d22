//! `files`: the files that a task needs, without their code.

use crate::context::ConceptSource;
use crate::{Diff, Filter, IndexState, OneOrMany, is_false};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default number of files.
pub const DEFAULT_LIMIT: usize = 20;

/// A task in plain words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// What you want to do, find or understand, in plain words.
    pub task: String,
    /// Words and identifiers you expect in the code.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub hints: OneOrMany,
    /// Ids or names of symbols of an earlier answer that were right: the answer has more of their kind.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub more_like: OneOrMany,
    /// Ids or names of symbols of an earlier answer that were wrong.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub not: OneOrMany,
    /// Most files. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Files you already work on.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// A unified diff you already work on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// Which files may answer.
    #[serde(flatten)]
    pub filter: Filter,
    /// Leave earlier feedback aside.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_feedback: bool,
    /// Concept packs to use: `on`, `off`, or some of `team`, `shipped`, `learned`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<ConceptSource>,
}

/// The files to read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The task.
    pub task: String,
    /// The hints of the request.
    pub hints: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
    /// Best first.
    pub files: Vec<File>,
    /// Parts of the request that were not used, and other notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct File {
    /// The file, from the root of the repository.
    pub path: String,
    /// Comparable inside one answer only.
    pub score: f32,
    /// Probability that the task needs it.
    pub probability: f32,
    /// Its best symbols and why they match.
    pub reasons: Vec<String>,
}
