//! `tests`: the tests to run for a change, by the test expert.

use super::predict::{described, predict_tests};
use super::selection::{self, Runner};
use crate::{EngineError, View};
use fathom_protocol::tests::{DEFAULT_LIMIT, Request, Response, Test};

/// Finds the tests that a change modifies or breaks. A test without an id of its own is a whole file.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let runner = request.runner.as_deref().map(runner).transpose()?;
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let found = predict_tests(view, &request.change, limit)?;
    let total = found.predictions.len();
    // The same question has the same id, however its answer is written.
    let question = Request { runner: None, ..request.clone() };
    let answer = described(view, &question, found, limit, now)?;
    let test = |one: fathom_protocol::predict::Prediction| Test {
        id: one.id.unwrap_or_else(|| one.path.clone()),
        path: one.path,
        probability: one.probability as f32,
        reasons: one.reasons,
    };
    let tests: Vec<Test> = answer.predictions.into_iter().map(test).collect();
    let arguments = runner
        .and_then(|runner| selection::arguments(view, runner, tests.iter().map(|test| test.id.as_str())));
    Ok(Response {
        tests,
        arguments,
        total,
        prediction_id: answer.prediction_id,
        notes: answer.notes,
        index: answer.index,
    })
}

/// The runner that a word names.
pub fn runner(word: &str) -> Result<Runner, EngineError> {
    Runner::ALL.into_iter().find(|runner| runner.word() == word).ok_or_else(|| {
        let known: Vec<&str> = Runner::ALL.iter().map(|runner| runner.word()).collect();
        EngineError::Request(format!("there is no runner `{word}`; name one of {}", known.join(", ")))
    })
}
