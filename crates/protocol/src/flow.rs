//! `flow`: what an entry point runs, in execution order.

use crate::IndexState;
use crate::words::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default depth, in calls.
pub const DEFAULT_DEPTH: u32 = 6;
/// Most steps of a chain.
pub const MAX_STEPS: usize = 300;

words! {
    /// How the flow is drawn beside its JSON.
    Format {
        /// Not at all.
        Json = "json",
        /// A Mermaid flowchart.
        Mermaid = "mermaid",
        /// A Mermaid sequence diagram.
        Sequence = "sequence",
    }
}

words! {
    /// When a filter runs.
    FilterKind {
        /// Before the handler.
        Before = "before",
        /// Around the handler.
        Around = "around",
        /// After the handler.
        After = "after",
    }
}

words! {
    /// The kind of a step.
    StepKind {
        /// A call.
        Call = "call",
        /// A callback that a framework runs.
        Callback = "callback",
        /// Work that runs later or elsewhere.
        Async = "async",
        /// A call that leaves the repository.
        External = "external",
        /// A change of state.
        Transition = "transition",
        /// A call that depends on a condition.
        Branch = "branch",
    }
}

/// An entry point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// `POST /orders/:id`, a URL, a job class, a command, or a symbol by any form of its name.
    pub entry: String,
    /// Calls in a row. Default 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// `mermaid` or `sequence` adds a diagram; `json`, the default, does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
}

/// The flow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// Whether the entry point exists.
    pub found: bool,
    /// The entry point as given.
    pub entry: String,
    /// The HTTP method of a route; empty otherwise.
    pub method: String,
    /// The path of a route; empty otherwise.
    pub path: String,
    /// The id of the handler; empty if the entry point does not exist.
    pub handler: String,
    /// The filters around the handler, in order.
    pub filters: Vec<Filter>,
    /// The handler at depth 0, then its calls in source order, depth first.
    pub chain: Vec<Step>,
    /// Calls that leave the repository.
    pub externals: Vec<External>,
    /// Every step once, filters and handler included.
    pub nodes: Vec<Node>,
    /// The calls between nodes.
    pub edges: Vec<Edge>,
    /// The diagram, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mermaid: Option<String>,
    /// What the flow could not resolve, and where it was cut.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// A filter around a handler.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Filter {
    /// Its name.
    pub name: String,
    /// When it runs.
    pub kind: FilterKind,
    /// The file that declares it.
    pub source_path: String,
    /// The line that declares it.
    pub line: u32,
    /// When it applies, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
}

/// One step of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// Its qualified name.
    pub name: String,
    /// Its id.
    pub node: String,
    /// Calls between the handler and it.
    pub depth: u32,
    /// Its kind.
    pub kind: StepKind,
    /// The condition it depends on, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The file of the call; of the handler, the file that defines it.
    pub path: String,
    /// The line of the call; of the handler, the line that defines it.
    pub line: u32,
}

/// A call that leaves the repository.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct External {
    /// The callee.
    pub name: String,
    /// Its effect: `http`, `mail`, `storage`, …
    pub kind: String,
    /// The file of the call.
    pub path: String,
    /// The line of the call.
    pub line: u32,
}

/// A step as a node of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// Its id.
    pub id: String,
    /// Its qualified name.
    pub name: String,
    /// Its kind: a kind of symbol, or `filter`.
    pub kind: String,
    /// The file that defines it.
    pub path: String,
    /// The line that defines it.
    pub line: u32,
}

/// A call between two nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    /// The id of the caller.
    pub from: String,
    /// The id of what is called.
    pub to: String,
    /// The kind of the call.
    pub kind: StepKind,
    /// The line of the call.
    pub line: u32,
}
