//! `tests`: the tests to run for a change.

use crate::{Change, IndexState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default number of tests.
pub const DEFAULT_LIMIT: usize = 50;

/// A change, and how to answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// The change.
    #[serde(flatten)]
    pub change: Change,
    /// Most tests. Default 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Give the selection as arguments of a test runner too: pytest, cargo, nextest, go, jest, vitest,
    /// rspec, gradle or dotnet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<String>,
}

/// The tests to run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// Most probable first.
    pub tests: Vec<Test>,
    /// How many tests were found in all.
    pub total: usize,
    /// The tests as arguments of the runner that was asked for, quoted for a shell; absent if it runs
    /// none of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<String>,
    /// The id under which the prediction is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction_id: Option<String>,
    /// What the answer is based on, and parts of the request that were not used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Test {
    /// `path::name`; the path where a whole file is meant.
    pub id: String,
    /// The file, from the root of the repository.
    pub path: String,
    /// Probability that the change modifies it or makes it fail. It never rises down the list.
    pub probability: f32,
    /// Why, most important first.
    pub reasons: Vec<String>,
}
