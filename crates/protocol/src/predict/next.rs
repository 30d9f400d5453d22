//! `predict next`: the files that a half-done change still lacks.

use crate::OneOrMany;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The change so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Files that were edited; they need not exist yet.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// Use what is staged in git's index instead of files.
    #[serde(default, skip_serializing_if = "crate::is_false")]
    pub staged: bool,
    /// Use the commits of the branch that are not in the default branch, with their messages, and the
    /// changed files of the worktree.
    #[serde(default, skip_serializing_if = "crate::is_false")]
    pub branch: bool,
    /// A work log (JSON Lines) instead of files: the files that were edited since its last commit. A line is
    /// `{"event": "edit", "path": …}`, `{"event": "command", "command": …}` or `{"event": "commit"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
