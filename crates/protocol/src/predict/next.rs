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
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
