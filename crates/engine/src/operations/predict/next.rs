//! `predict next`: the files that a half-done change still lacks.

use super::super::outcomes::{read_work, recorded_work};
use super::{Outcome, PredictionInputs, answer, change, never_rising, reasons};
use crate::{EngineError, View};
use fathom_experts::gate::Gate;
use fathom_experts::scene::Scene;
use fathom_experts::signals::pairs::pair_signals;
use fathom_experts::work_log::WorkEvidence;
use fathom_experts::{ExpertId, Prediction};
use fathom_protocol::Change;
use fathom_protocol::predict::DEFAULT_LIMIT;
use fathom_protocol::predict::next::{Request, Response};
use std::collections::BTreeMap;

/// Commands that are named.
const MOST_COMMANDS: usize = 3;

/// Finds the files that belong to a change and are not part of it yet.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let input = Change { files: request.files.clone(), staged: request.staged, ..Change::default() };
    let mut change = change::read(view, &input)?;
    if request.branch {
        let work = fathom_history::branch_work(view.root())?;
        change.paths.extend(work.files);
        change.messages.extend(work.messages);
    }
    if let Some(log) = &request.log {
        let episodes = read_work(view, log)?;
        let open = episodes.iter().rev().find(|episode| !episode.is_committed());
        change.paths.extend(open.into_iter().flat_map(|episode| episode.edits()).map(str::to_owned));
    }
    if change.paths.is_empty() {
        let why = if request.log.is_some() {
            "the work log has no edit since its last commit; name the changed files"
        } else if request.staged || request.branch {
            "nothing is changed there; name the changed files"
        } else {
            "nothing was given; name the changed files, or use --staged, --branch or --log"
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
    let evidence = WorkEvidence::of(&recorded_work(view), &change.paths);
    let mut chances: Vec<(usize, f64)> =
        scored.into_iter().map(|one| (one.candidate, one.probability)).collect();
    if evidence.episodes > 0 {
        chances = after_work(&scene, &evidence, chances);
    }
    let candidates = chances.len();
    let mut predictions: Vec<Prediction> = chances
        .into_iter()
        .take(limit)
        .map(|(candidate, probability)| {
            let path = scene.tree[candidate].info.path.clone();
            let mut reasons: Vec<String> = evidence.reason(&path).into_iter().collect();
            reasons.extend(reasons::of_pair(&scene, &signals, &given, candidate));
            Prediction { path, id: None, probability, reasons }
        })
        .collect();
    never_rising(&mut predictions);
    let commands = evidence.commands(MOST_COMMANDS).into_iter().map(|(command, times)| {
        format!("run next in {times} of {} recorded sessions with these files: {command}", evidence.episodes)
    });
    let notes = commands.collect();
    let outcome = Outcome { expert: ExpertId::Next, predictions, candidates, suite_share: None, notes };
    Ok(answer(view, request, outcome, limit, now)?.into())
}

/// The candidates with what recorded work says of them, and those that only it names; best first.
fn after_work(scene: &Scene<'_>, evidence: &WorkEvidence, chances: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let mut known: BTreeMap<usize, Option<f64>> =
        chances.into_iter().map(|(candidate, probability)| (candidate, Some(probability))).collect();
    for candidate in evidence.files().filter_map(|path| scene.at_path(path)) {
        known.entry(candidate).or_insert(None);
    }
    let corrected = |(candidate, probability): (usize, Option<f64>)| {
        (candidate, evidence.correct(&scene.tree[candidate].info.path, probability))
    };
    let mut chances: Vec<(usize, f64)> = known.into_iter().map(corrected).collect();
    chances.sort_by(|a, b| b.1.total_cmp(&a.1));
    chances
}
