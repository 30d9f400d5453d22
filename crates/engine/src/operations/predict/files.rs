//! `predict files`: the files that a task changes.

use super::{Outcome, PredictionInputs, answer, change, never_rising, reasons};
use crate::{EngineError, View};
use fathom_experts::gate::Gate;
use fathom_experts::past::{task_words, without_trailers};
use fathom_experts::signals::files::file_signals;
use fathom_experts::signals::pairs::pair_signals;
use fathom_experts::{ExpertId, Prediction};
use fathom_protocol::predict::DEFAULT_LIMIT;
use fathom_protocol::predict::files::{Request, Response};
use fathom_text::Tokenizer;

/// Finds the files that a task will change.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let text = without_trailers(&request.message);
    if text.trim().is_empty() {
        return Err(EngineError::Request("the task is empty; describe the change in a sentence".into()));
    }
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let inputs = PredictionInputs::of(view)?;
    let scene = inputs.scene();
    let in_hand = change::named(view, &request.files);
    let is_allowed: Vec<bool> = scene.tree.iter().map(|one| !in_hand.contains(&one.info.path)).collect();
    let words = task_words(&mut Tokenizer::of_thread(), text);
    let signals = file_signals(&scene, text, &words, is_allowed.clone());
    let gate = Gate::new(ExpertId::Files, signals.features.names(), inputs.foresight.gate(ExpertId::Files));
    let rows = signals.features.rows();
    let by_task = gate.score(&rows);
    let given = inputs.infos(&in_hand);
    let pairs = (!given.is_empty()).then(|| pair_signals(&scene, &given, &[], is_allowed));
    let chances: Vec<(usize, f64)> = match &pairs {
        None => by_task.into_iter().map(|one| (one.candidate, one.probability)).collect(),
        Some(pairs) => {
            let state = inputs.foresight.gate(ExpertId::Next);
            let by_files =
                Gate::new(ExpertId::Next, pairs.features.names(), state).score(&pairs.features.rows());
            let combined = inputs.foresight.in_hand().combine(&by_task, &by_files);
            combined.into_iter().map(|one| (one.candidate, one.probability)).collect()
        }
    };
    let candidates = chances.len();
    let reasons = reasons::FileReasons::new(view, &scene, &signals, &words, text);
    let mut predictions: Vec<Prediction> = chances
        .into_iter()
        .take(limit)
        .map(|(candidate, probability)| Prediction {
            path: scene.tree[candidate].info.path.clone(),
            id: None,
            probability,
            reasons: pairs
                .iter()
                .flat_map(|pairs| reasons::of_pair(&scene, pairs, &given, candidate))
                .chain(reasons.of(candidate))
                .collect(),
        })
        .collect();
    never_rising(&mut predictions);
    let outcome =
        Outcome { expert: ExpertId::Files, predictions, candidates, suite_share: None, notes: Vec::new() };
    Ok(answer(view, request, outcome, limit, now)?.into())
}
