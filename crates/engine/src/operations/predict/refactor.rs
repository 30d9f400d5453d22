//! `predict refactor`: the files most in need of refactoring.

use super::{Outcome, PredictionInputs, answer};
use crate::{EngineError, View};
use fathom_experts::refactor::hotspots;
use fathom_experts::{ExpertId, Prediction};
use fathom_protocol::predict::DEFAULT_LIMIT;
use fathom_protocol::predict::refactor::{Request, Response};

/// Finds files that change often, are large and are tied to many others.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let inputs = PredictionInputs::of(view)?;
    let scene = inputs.scene();
    let spots = hotspots(&scene);
    let candidates = spots.len();
    let mut listed: Vec<_> = spots.into_iter().filter(|spot| spot.score > 0.0).take(limit).collect();
    listed.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.candidate.cmp(&b.candidate)));
    let predictions = listed
        .into_iter()
        .map(|spot| Prediction {
            path: scene.tree[spot.candidate].info.path.clone(),
            id: None,
            probability: spot.probability,
            reasons: vec![
                format!("{} commits changed it", spot.commits),
                format!("{} words long", spot.length),
                format!("{} files changed with it at least three times", spot.partners),
            ],
        })
        .collect();
    let notes = vec![
        "the files with the largest product of change frequency, size and coupling; the probability is that one of the next 100 commits changes the file".to_owned(),
    ];
    let outcome = Outcome { expert: ExpertId::Refactor, predictions, candidates, suite_share: None, notes };
    Ok(answer(view, request, outcome, limit, now)?.into())
}
