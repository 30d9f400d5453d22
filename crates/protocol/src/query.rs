//! `query`: full-text search over symbols, docs and prose.

use crate::{Filter, IndexState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default number of results.
pub const DEFAULT_LIMIT: usize = 30;

/// Words to search for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Words.
    pub query: String,
    /// Most results. Default 30.
    #[serde(default, alias = "max_results", skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Which files may answer.
    #[serde(flatten)]
    pub filter: Filter,
}

/// The results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// Best first.
    pub results: Vec<Hit>,
    /// How many match in all.
    pub total: usize,
    /// Milliseconds for the search itself.
    pub query_ms: f64,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// `path::Qualified.name`.
    pub id: String,
    /// Kind and name.
    pub title: String,
    /// Signature, or the beginning of the text.
    pub snippet: String,
    /// BM25F score.
    pub score: f32,
    /// The file, from the root of the repository.
    pub source_path: String,
    /// First line.
    pub line: u32,
}
