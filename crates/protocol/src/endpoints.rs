//! `endpoints`: routes, jobs, commands, tasks and events, with their handlers.

use crate::IndexState;
use crate::words::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// The kind of an entry point.
    Kind {
        /// An HTTP request.
        Route = "route",
        /// Work that is queued.
        Job = "job",
        /// A command of a command line.
        Command = "command",
        /// A task of a build tool or a scheduler.
        Task = "task",
        /// A message or an event.
        Event = "event",
    }
}

/// Which entry points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Only entry points whose method, path or handler contains this text, in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Only entry points of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Most entry points. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

/// The entry points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// By kind, then in the order in which they are declared.
    pub endpoints: Vec<Endpoint>,
    /// How many there are.
    pub total: usize,
    /// The frameworks whose entry points these are.
    pub frameworks: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One entry point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Endpoint {
    /// Its kind.
    pub kind: Kind,
    /// The HTTP method in capitals, `ANY` for all of them; empty for other kinds.
    pub method: String,
    /// The path with its parameters as `:name`; of other kinds the name it is started by.
    pub path: String,
    /// The qualified name of the handler; a redirect is written as `redirect(…)`.
    pub handler: String,
    /// The id of the handler; empty if it is not in the repository.
    pub node: String,
    /// The file that declares it.
    pub source_path: String,
    /// The line that declares it.
    pub line: u32,
}
