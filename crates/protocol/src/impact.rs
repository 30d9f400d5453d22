//! `impact`: what depends on a symbol, a file or a diff.

use crate::endpoints::Kind;
use crate::{Change, EdgeType, IndexState, Resolution, UnresolvedCall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default depth, in references.
pub const DEFAULT_DEPTH: u32 = 3;
/// Default number of results.
pub const DEFAULT_LIMIT: usize = 200;

/// What changes: a node, or a change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A symbol by any form of its name, or a file by its path; empty if a change is given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub node: String,
    /// The change, instead of a node.
    #[serde(flatten)]
    pub change: Change,
    /// References in a row. Default 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Most results. Default 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Only edges of this type: `calls`, `creates`, `uses type`, `extends`, `implements`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge_type: Option<String>,
}

/// The dependents of a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The id of what changes; for a change, the ids of the symbols it touches, separated by commas.
    pub node: String,
    /// The ids of the symbols that change, for text.
    #[serde(skip)]
    pub changed: Vec<String>,
    /// By depth, then production code before tests, then confidence; at most as many as the limit.
    pub impacted: Vec<Impacted>,
    /// How many there are.
    pub total: usize,
    /// Ids of the tests among all of them, nearest first; at most as many as the limit.
    pub tests: Vec<String>,
    /// How many tests there are.
    pub total_tests: usize,
    /// Routes, jobs, commands, tasks and events whose handlers are among all of them or change, nearest
    /// first; at most as many as the limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entry_points: Vec<EntryPoint>,
    /// How many entry points there are.
    #[serde(default, skip_serializing_if = "crate::is_zero")]
    pub total_entry_points: usize,
    /// Ids of other symbols that the name can mean.
    pub alternatives: Vec<String>,
    /// Calls by the same name whose receiver is unknown: an empty list does not mean that nothing
    /// calls it.
    pub possibly_missing: u32,
    /// The places of these calls; at most 50.
    pub unresolved: Vec<UnresolvedCall>,
    /// Why nothing changes, where nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// An entry point that a change reaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EntryPoint {
    /// Its kind.
    pub kind: Kind,
    /// The HTTP method of a route; empty otherwise.
    pub method: String,
    /// The path of a route; of other kinds the name it is started by.
    pub path: String,
    /// The qualified name of the handler.
    pub handler: String,
    /// References between the handler and the change.
    pub depth: u32,
    /// Probability that the whole path is right.
    pub confidence: f32,
}

/// One dependant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Impacted {
    /// The dependent symbol.
    pub node: String,
    /// Its qualified name, for text.
    #[serde(skip)]
    pub name: String,
    /// References between it and the change.
    pub depth: u32,
    /// How it depends.
    pub edge_type: EdgeType,
    /// How the edge was resolved.
    pub resolution: Resolution,
    /// Probability that the whole path is right.
    pub confidence: f32,
    /// The symbol that it depends on directly.
    pub via: String,
    /// The node before it on the path, whose entry comes before this one; at depth 1, what changes.
    pub parent: String,
    /// Whether it is a test.
    pub test: bool,
    /// The file with the evidence.
    pub path: String,
    /// The line with the evidence.
    pub line: u32,
}
