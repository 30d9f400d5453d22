//! `trace`: the calls that a symbol leads to.

use crate::{EdgeType, IndexState, Resolution, UnresolvedCall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default depth, in calls.
pub const DEFAULT_DEPTH: u32 = 3;
/// Default number of steps.
pub const DEFAULT_LIMIT: usize = 200;

/// Where to start and how far to go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A name in any form, an id or a place (`path:80`).
    pub node: String,
    /// Calls in a row. Default 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Most steps. Default 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

/// The calls, breadth first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The id of the symbol where it starts.
    pub entry: String,
    /// Step by step.
    pub chain: Vec<Step>,
    /// Calls of the entry itself that could not be resolved, though the repository defines
    /// something of that name; at most 50.
    pub unresolved: Vec<UnresolvedCall>,
    /// References in the entry's file that could not be resolved and are not in the chain.
    pub unresolved_in_file: u32,
    /// Ids of other symbols that the name can mean.
    pub alternatives: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The symbol that is reached.
    pub node: String,
    /// Its qualified name, for text.
    #[serde(skip)]
    pub name: String,
    /// Calls between the entry and it.
    pub depth: u32,
    /// The symbol that it is reached from.
    pub via: String,
    /// The node before it on the path, whose step comes before this one; the entry, for what it calls
    /// itself.
    pub parent: String,
    /// The index of that step in `chain`, for text; `None` for the entry.
    #[serde(skip)]
    pub parent_index: Option<usize>,
    /// How: a call, an instantiation, or a dispatch to an override.
    pub edge_type: EdgeType,
    /// How the edge was resolved.
    pub resolution: Resolution,
    /// Probability that the whole path is right.
    pub confidence: f32,
    /// The file with the evidence.
    pub path: String,
    /// The line with the evidence.
    pub line: u32,
}
