//! `predict next`: the files that a half-done change still lacks.

use super::{Outcome, PredictionInputs, answer, change, never_rising, reasons};
use crate::{EngineError, View};
use fathom_experts::gate::Gate;
use fathom_experts::signals::pairs::pair_signals;
use fathom_experts::{ExpertId, Prediction};
use fathom_protocol::Change;
use fathom_protocol::predict::DEFAULT_LIMIT;
use fathom_protocol::predict::next::{Request, Response};

/// Finds the files that belong to a change and are not part of it yet.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let input = Change { files: request.files.clone(), staged: request.staged, ..Change::default() };
    let mut change = change::read(view, &input)?;
    if request.branch {
        let work = fathom_history::branch_work(view.root())?;
        change.paths.extend(work.files);
        change.messages.extend(work.messages);
    }
    if change.paths.is_empty() {
        let why = if request.staged || request.branch {
            "nothing is changed there; name the changed files"
        } else {
            "nothing was given; name the changed files, or use --staged or --branch"
        };
        return Err(EngineError::Request(why.into()));
    }
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let inputs = PredictionInputs::of(view)?;
    let scene = inputs.scene();
    let given = inputs.infos(&change.paths);
    let is_allowed: Vec<bool> = scene.tree.iter().map(|one| !change.paths.contains(&one.info.path)).collect();
    let signals = pair_signals(&scene, &given, &[], is_allowed);
    let gate = Gate::new(ExpertId::Next, signals.features.names(), inputs.foresight.gate(ExpertId::Next));
    let scored = gate.score(&signals.features.rows());
    let candidates = scored.len();
    let mut predictions: Vec<Prediction> = scored
        .into_iter()
        .take(limit)
        .map(|one| Prediction {
            path: scene.tree[one.candidate].info.path.clone(),
            id: None,
            probability: one.probability,
            reasons: reasons::of_pair(&scene, &signals, &given, one.candidate),
        })
        .collect();
    never_rising(&mut predictions);
    let outcome =
        Outcome { expert: ExpertId::Next, predictions, candidates, suite_share: None, notes: Vec::new() };
    Ok(answer(view, request, outcome, limit, now)?.into())
}
