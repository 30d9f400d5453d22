//! The change that a request is about.

use crate::{Diff, OneOrMany};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change, given in one of four ways. Its fields are fields of the requests that contain it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// Changed files; they need not exist yet.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// A unified diff instead of files; it need not be applied to the tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// A branch or the id of a commit instead of files: the commits since the merge base are the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Use the staged changes instead of files.
    #[serde(default, skip_serializing_if = "crate::is_false")]
    pub staged: bool,
}
