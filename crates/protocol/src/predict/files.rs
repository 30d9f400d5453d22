//! `predict files`: the files that a task changes.

use crate::OneOrMany;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A task, and what is known of the change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// The task in plain words, as a commit message would describe the finished change.
    pub message: String,
    /// Files that are known to be part of the change; they are not predicted.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
