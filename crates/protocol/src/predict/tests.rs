//! `predict tests`: the tests that a change modifies or breaks.

use crate::{Diff, OneOrMany};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Changed files; they need not exist yet. Empty if a diff is given.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// A unified diff instead of files; it need not be applied to the tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// A branch or the id of a commit instead of files: the commits since it left off are the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Use what is staged in git's index instead of files.
    #[serde(default, skip_serializing_if = "crate::is_false")]
    pub staged: bool,
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
