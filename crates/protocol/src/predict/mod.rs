//! `predict`: what will happen, with probabilities.
//!
//! Each expert has a request of its own; all answer with an [`Answer`].

pub mod error;
pub mod files;
pub mod next;
pub mod refactor;
pub mod tests;

use crate::IndexState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default number of predictions.
pub const DEFAULT_LIMIT: usize = 20;

/// The response of one expert: an [`Answer`].
macro_rules! response {
    () => {
        /// What the expert predicts.
        #[derive(
            Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(transparent)]
        pub struct Response(pub super::Answer);

        impl From<super::Answer> for Response {
            fn from(answer: super::Answer) -> Response {
                Response(answer)
            }
        }
    };
}
pub(crate) use response;

/// Predictions, most probable first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The id under which the prediction is recorded; absent if it could not be recorded. The same
    /// question to the same model has the same id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction_id: Option<String>,
    /// The expert: files, tests, error, next or refactor.
    pub expert: String,
    /// The model behind the answer.
    pub model: Model,
    /// Most probable first.
    pub predictions: Vec<Prediction>,
    /// How many items the expert considered.
    pub candidates: usize,
    /// Of the suite's test files, the share that the listed ones are; only of the expert `tests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite_share: Option<f64>,
    /// What the answer is based on, and parts of the request that were not used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One item that may be part of the event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Prediction {
    /// The file, from the root of the repository.
    pub path: String,
    /// The test (`file::Class::name[param]`) or symbol in the file, if the expert names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Probability of the event: the change touches the file (files, next), modifies or breaks the test
    /// (tests), or the fix touches it (error). It never rises down the list.
    pub probability: f64,
    /// Why, most important first.
    pub reasons: Vec<String>,
}

/// Which model an answer comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Model {
    /// The expert.
    pub expert_id: String,
    /// The version of the method and of the shipped weights.
    pub version: String,
    /// The time of the newest commit that the model has seen, in seconds since 1970.
    pub created_at: i64,
    /// Number of commits that the model has seen; merges are not counted.
    pub trained_on_commits: usize,
    /// The commit whose history the model has seen.
    pub git_hash: String,
}
