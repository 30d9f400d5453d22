//! `predict refactor`: the files most in need of refactoring.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many files to list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
