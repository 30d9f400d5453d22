//! `predict`: the experts, asked about the repository as it is.

mod change;
pub mod error;
pub mod files;
pub mod next;
mod reasons;
mod record;
mod recorded_runs;
pub mod refactor;
pub mod tests;

pub use record::record;

pub(crate) use tests::{described, predict_tests};

use crate::foresight::{Foresight, SnapshotContent};
use crate::{EngineError, View};
use fathom_experts::paths::PathInfo;
use fathom_experts::scene::{Candidate, Scene};
use fathom_experts::{ExpertId, ModelVersion, Prediction};
use fathom_protocol::predict::{Answer, Model};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The inputs of a prediction.
struct PredictionInputs<'v> {
    foresight: &'v Foresight,
    content: SnapshotContent<'v>,
    tree: Vec<Candidate>,
}

impl<'v> PredictionInputs<'v> {
    fn of(view: &'v View<'v>) -> Result<PredictionInputs<'v>, EngineError> {
        let foresight = view.foresight()?;
        let candidate = |info: &Arc<PathInfo>| Candidate {
            info: info.clone(),
            file: foresight.past().file(&info.path),
            content: view.graph.file_at(&info.path).map(|file| file.index() as u32),
        };
        let tree = foresight.paths().iter().map(candidate).collect();
        Ok(PredictionInputs { foresight, content: SnapshotContent::new(view), tree })
    }

    fn scene(&'v self) -> Scene<'v> {
        let foresight = self.foresight;
        Scene::new(foresight.past(), foresight.horizon(), &self.tree, &self.content, foresight.book())
    }

    /// Changed paths as the experts read them; those that do not exist yet are read by their names.
    fn infos(&self, paths: &BTreeSet<String>) -> Vec<Arc<PathInfo>> {
        paths.iter().map(|path| self.foresight.book().describe(path)).collect()
    }
}

/// The result of an expert, before it becomes an answer.
struct Outcome {
    expert: ExpertId,
    predictions: Vec<Prediction>,
    candidates: usize,
    suite_share: Option<f64>,
    notes: Vec<String>,
}

/// Turns an outcome into an answer, and records it.
fn answer(
    view: &View<'_>,
    question: &impl Serialize,
    outcome: Outcome,
    limit: usize,
    now: i64,
) -> Result<Answer, EngineError> {
    let Outcome { expert, mut predictions, candidates, suite_share, mut notes } = outcome;
    predictions.truncate(limit);
    let described = model(&view.foresight()?.model(expert));
    if described.trained_on_commits == 0 {
        notes.push("there is no history, so that names and words of files alone decide".to_owned());
    }
    let mut answer = Answer {
        prediction_id: None,
        expert: expert.word().to_owned(),
        model: described,
        predictions: predictions
            .into_iter()
            .map(|one| fathom_protocol::predict::Prediction {
                path: one.path,
                id: one.id,
                probability: (one.probability * 1e4).round() / 1e4,
                reasons: one.reasons,
            })
            .collect(),
        candidates,
        suite_share,
        notes,
        index: view.state(),
    };
    record(view, question, &mut answer, now);
    Ok(answer)
}

/// Makes probabilities fall down a list that is in order.
fn never_rising(predictions: &mut [Prediction]) {
    let mut most = 1.0_f64;
    for one in predictions {
        most = most.min(one.probability);
        one.probability = most;
    }
}

/// A model as the protocol describes it.
pub(crate) fn model(version: &ModelVersion) -> Model {
    Model {
        expert_id: version.expert_id.word().to_owned(),
        version: version.version.clone(),
        created_at: version.created_at,
        trained_on_commits: version.trained_on_commits,
        git_hash: version.git_hash.clone(),
    }
}
