//! `predict error`: the files and symbols that the fix of an error changes.

mod evidence;
mod frames;

use crate::{EngineError, View};
use evidence::{Evidence, FileEvidence};
use fathom_experts::error::model::{Model, Signals};
use fathom_experts::{ExpertId, ModelVersion};
use fathom_graph::FileId;
use fathom_protocol::predict::error::{Frame, Request, Response};
use fathom_protocol::predict::{Answer, DEFAULT_LIMIT, Prediction};
use fathom_text::traces::traces;
use frames::MappedFrame;

/// Frames that are read.
const FRAMES: usize = 256;
/// Most reasons of a file.
const REASONS: usize = 3;
/// Past commits that an answer names.
const FIXES: usize = 3;
/// Files below this probability are not named.
const LEAST: f64 = 0.005;
/// The version of the method and its weights.
const VERSION: &str = "error-1";

/// Predicts where an error comes from, and records the prediction; `time` is now, in seconds since
/// 1970.
pub fn run(view: &View<'_>, request: &Request, time: i64) -> Result<Response, EngineError> {
    let text = request.text.trim();
    if text.is_empty() {
        return Err(EngineError::Request("the text is empty; give an error message or a stack trace".into()));
    }
    let (evidence, frames) = read(view, text)?;
    let model = Model::built_in();
    let mut files: Vec<(f64, FileId, &FileEvidence)> =
        evidence.files.iter().map(|(file, one)| (model.probability(&one.signals), *file, one)).collect();
    // File ids are in the order of paths.
    files.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let candidates = files.len();
    let listed = files.into_iter().filter(|(probability, ..)| *probability >= LEAST);
    let predictions =
        listed.take(request.limit.unwrap_or(DEFAULT_LIMIT)).map(|(probability, file, one)| Prediction {
            path: view.graph.files()[file.index()].path.to_owned(),
            id: one.symbol().map(|symbol| view.graph.id(symbol)),
            probability,
            reasons: one.reasons(REASONS),
        });
    let mut notes = evidence.notes;
    if frames.iter().all(|frame| frame.file.is_none()) {
        notes.push(if frames.is_empty() {
            "the text has no stack frames; the answer is from its words".to_owned()
        } else {
            "no stack frame is in this repository; the answer is from the words of the text".to_owned()
        });
    }
    let mut answer = Answer {
        expert: ExpertId::Error.word().to_owned(),
        model: super::model(&version(view)),
        predictions: predictions.collect(),
        candidates,
        notes,
        index: view.state(),
        ..Answer::default()
    };
    view.check_unchanged()?;
    super::record(view, request, &mut answer, time);
    let fixes = evidence.fixes.into_iter().take(FIXES).collect();
    Ok(Response { answer, frames: frames.iter().map(|frame| described(view, frame)).collect(), fixes })
}

/// The signals of every file that the text may mean: what the weights are learned from.
pub fn signals(view: &View<'_>, text: &str) -> Result<Vec<(String, Signals)>, EngineError> {
    let (evidence, _) = read(view, text)?;
    let path = |file: &FileId| view.graph.files()[file.index()].path.to_owned();
    Ok(evidence.files.iter().map(|(file, one)| (path(file), one.signals)).collect())
}

fn read(view: &View<'_>, text: &str) -> Result<(Evidence, Vec<MappedFrame>), EngineError> {
    let traces = traces(text, FRAMES);
    let frames = frames::mapped(view, &traces);
    Ok((evidence::gather(view, text, &traces, &frames)?, frames))
}

fn version(view: &View<'_>) -> ModelVersion {
    let newest = view.past().and_then(|past| past.commits.first());
    ModelVersion {
        expert_id: ExpertId::Error,
        version: VERSION.to_owned(),
        created_at: newest.map_or(0, |commit| commit.commit_time),
        trained_on_commits: view.past().map_or(0, |past| past.commits.len()),
        git_hash: newest.map(|commit| commit.id.clone()).unwrap_or_default(),
    }
}

fn described(view: &View<'_>, frame: &MappedFrame) -> Frame {
    let graph = view.graph;
    Frame {
        path: frame.frame.path.clone(),
        line: (frame.frame.line > 0).then_some(frame.frame.line),
        function: frame.frame.function.clone(),
        origin: frame.origin.word().to_owned(),
        source_path: frame.file.map(|file| graph.files()[file.index()].path.to_owned()),
        symbol: frame.symbol.map(|symbol| graph.id(symbol)),
        renamed: frame.renamed_from.is_some(),
    }
}
