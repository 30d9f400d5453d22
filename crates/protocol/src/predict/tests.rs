//! `predict tests`: the tests that a change modifies or breaks.

use crate::Change;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change, and how to answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// The change.
    #[serde(flatten)]
    pub change: Change,
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

super::response!();
