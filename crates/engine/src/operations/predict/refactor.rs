//! `predict refactor`: the files most in need of refactoring.

use super::{Outcome, PredictionInputs, answer};
use crate::{EngineError, View};
use fathom_experts::paths::PathKind;
use fathom_experts::refactor::{complexity, hotspots};
use fathom_experts::{ExpertId, Prediction};
use fathom_protocol::predict::DEFAULT_LIMIT;
use fathom_protocol::predict::refactor::{Request, Response};
use fathom_source::{FileEntry, Stamp, WalkOptions};

/// Finds files that change often, are complex and are tied to many others.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let inputs = PredictionInputs::of(view)?;
    let scene = inputs.scene();
    let mut measure = |path: &str| {
        let entry = FileEntry { path: path.to_owned(), stamp: Stamp::default() };
        let content = fathom_source::read(view.root(), &entry, WalkOptions::default().max_file_bytes).ok()?;
        Some(complexity(&fathom_source::text(&content.bytes).0))
    };
    let mut listed = hotspots(&scene, limit, &mut measure);
    let candidates = scene.tree.iter().filter(|one| one.info.kind == PathKind::Source).count();
    listed.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.candidate.cmp(&b.candidate)));
    let predictions = listed
        .into_iter()
        .map(|spot| Prediction {
            path: scene.tree[spot.candidate].info.path.clone(),
            id: None,
            probability: spot.probability,
            reasons: vec![
                format!("{} commits changed it", spot.commits),
                format!(
                    "{} branches, nested up to {} levels",
                    spot.complexity.branches, spot.complexity.deepest
                ),
                format!("{} files changed with it at least three times", spot.partners),
            ],
        })
        .collect();
    let notes = vec![
        "the files with the largest product of change frequency, complexity and coupling; the probability is that one of the next 100 commits changes the file".to_owned(),
    ];
    let outcome = Outcome { expert: ExpertId::Refactor, predictions, candidates, suite_share: None, notes };
    Ok(answer(view, request, outcome, limit, now)?.into())
}
