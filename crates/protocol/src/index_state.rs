//! Which state of the repository an answer describes.

use crate::is_false;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The commit and freshness of the index behind an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IndexState {
    /// The commit that was checked out when it was indexed; absent without git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether files differed from that commit.
    pub dirty: bool,
    /// Files that changed since and are not in the answer.
    pub stale_files: usize,
    /// Whether a newer index is being built while this answer is given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub indexing: bool,
    /// What could not be determined, and why; for example, that git cannot be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
