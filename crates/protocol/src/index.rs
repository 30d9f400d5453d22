//! `index`: updates the index.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The content of the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The folder.
    pub root: String,
    /// The commit that is checked out.
    #[serde(default)]
    pub commit: Option<String>,
    /// Whether files differ from it.
    pub dirty: bool,
    /// Files in the index.
    pub files: usize,
    /// Symbols, without the files themselves.
    pub symbols: usize,
    /// Resolved edges.
    pub edges: usize,
    /// By language.
    pub languages: BTreeMap<String, LanguageCount>,
    /// References that could not be resolved, by cause.
    pub unresolved: UnresolvedCounts,
    /// Files that were new, edited or deleted.
    pub changed_files: usize,
    /// Of these, how many had to be parsed.
    pub parsed_files: usize,
    /// Languages without a grammar, whose files are read as text, with file counts.
    pub unsupported_languages: BTreeMap<String, u32>,
    /// Files that are not in the index, and why.
    pub skipped: Vec<SkippedFile>,
    /// Milliseconds in all.
    pub elapsed_ms: u64,
    /// Milliseconds per phase.
    pub phases_ms: BTreeMap<String, u64>,
    /// Bytes of the index on disk.
    pub index_bytes: u64,
    /// Peak resident memory of this process, where the system reports it.
    #[serde(default)]
    pub peak_memory_bytes: Option<u64>,
    /// What could not be determined, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The size of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LanguageCount {
    /// Files.
    pub files: usize,
    /// Symbols in them.
    pub symbols: usize,
}

/// References by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnresolvedCounts {
    /// Calls, instantiations and type mentions.
    pub references: u32,
    /// Lead to a symbol of the repository.
    pub resolved: u32,
    /// Lead out of it.
    pub external: u32,
    /// On a receiver whose type is unknown.
    pub unknown_receiver: u32,
    /// On a known receiver that has no such name.
    pub missing: u32,
}

/// A file that is not in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedFile {
    /// The file, from the root of the repository.
    pub path: String,
    /// Why.
    pub reason: String,
}
