//! `status`: what the index holds and how fresh it is.

use crate::index::{LanguageCount, UnresolvedCounts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// No options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {}

/// The content of the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The folder.
    pub root: String,
    /// Whether there is an index.
    pub indexed: bool,
    /// The commit that is checked out now.
    #[serde(default)]
    pub commit: Option<String>,
    /// The branch that is checked out now.
    #[serde(default)]
    pub branch: Option<String>,
    /// Files that differ from that commit now.
    pub dirty_files: Vec<String>,
    /// The commit that was checked out when the index was built.
    #[serde(default)]
    pub indexed_commit: Option<String>,
    /// Files that changed since the index was built.
    pub stale_files: usize,
    /// Files in the index.
    pub files: usize,
    /// Symbols in the index.
    pub symbols: usize,
    /// Edges in the index.
    pub edges: usize,
    /// By language.
    pub languages: BTreeMap<String, LanguageCount>,
    /// References that could not be resolved, by cause.
    pub unresolved: UnresolvedCounts,
    /// Languages that are recognised and cannot be read, with file counts.
    pub unsupported_languages: BTreeMap<String, u32>,
    /// Files that are not in the index, by reason.
    pub skipped: BTreeMap<String, usize>,
    /// Bytes of the index on disk.
    pub index_bytes: u64,
    /// What could not be determined, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
