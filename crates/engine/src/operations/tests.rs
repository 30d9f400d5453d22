//! `tests`: the tests to run for a change, by the test expert.

use super::predict::{ChangeInput, described, predict_tests};
use crate::{EngineError, View};
use fathom_protocol::tests::{DEFAULT_LIMIT, Request, Response, Test};

/// Finds the tests that a change modifies or breaks. A test without an id of its own is a whole file.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let input = ChangeInput {
        files: &request.files,
        diff: request.diff.as_ref(),
        since: request.since.as_deref(),
        staged: request.staged,
    };
    let found = predict_tests(view, input, limit)?;
    let total = found.predictions.len();
    let answer = described(view, request, found, limit, now)?;
    let test = |one: fathom_protocol::predict::Prediction| Test {
        id: one.id.unwrap_or_else(|| one.path.clone()),
        path: one.path,
        probability: one.probability as f32,
        reasons: one.reasons,
    };
    Ok(Response {
        tests: answer.predictions.into_iter().map(test).collect(),
        total,
        prediction_id: answer.prediction_id,
        notes: answer.notes,
        index: answer.index,
    })
}
