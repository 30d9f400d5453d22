//! `predict error`: the files and symbols that the fix of an error changes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// An error message, a stack trace or the output of a failing test.
    pub text: String,
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
