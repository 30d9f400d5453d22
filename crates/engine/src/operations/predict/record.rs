//! Records predictions, so that outcomes can be compared with them later.

use crate::View;
use fathom_protocol::predict::Answer;
use fathom_store::{LocalState, PredictedItem, Prediction, StateStore};
use serde::Serialize;
use std::collections::BTreeSet;

/// Hexadecimal digits of an id.
const DIGITS: usize = 16;

/// Records an answer and sets its id. The id is a hash of the question and the answer: in any front end, the
/// same question to the same model has the same id and is recorded once. If it cannot be recorded, the
/// answer has no id and a note with the reason.
pub fn record(view: &View<'_>, question: &impl Serialize, answer: &mut Answer, time: i64) {
    let question = serde_json::to_string(question).unwrap_or_default();
    let mut seen = BTreeSet::new();
    let guesses: Vec<PredictedItem> = answer
        .predictions
        .iter()
        .map(|one| PredictedItem { item: item(answer, one), probability: one.probability.clamp(0.0, 1.0) })
        .filter(|guess| seen.insert(guess.item.clone()))
        .collect();
    let commit = view.state.commit.clone();
    let hashed = (&answer.expert, &answer.model.version, &commit, &question, &guesses);
    let hash = blake3::hash(serde_json::to_string(&hashed).unwrap_or_default().as_bytes());
    let key = hash.to_hex()[..DIGITS].to_owned();
    let prediction = Prediction {
        key: key.clone(),
        expert: answer.expert.clone(),
        model: answer.model.version.clone(),
        question,
        commit,
        time,
        guesses,
    };
    match LocalState::of(view.home()).predict(&prediction) {
        Ok(_) => answer.prediction_id = Some(key),
        Err(error) => answer.notes.push(format!("the prediction is not recorded: {error}")),
    }
}

/// The subject of a prediction's event: a test for the expert of tests, otherwise a file.
fn item(answer: &Answer, one: &fathom_protocol::predict::Prediction) -> String {
    match &one.id {
        Some(id) if answer.expert == "tests" => id.clone(),
        _ => one.path.clone(),
    }
}
