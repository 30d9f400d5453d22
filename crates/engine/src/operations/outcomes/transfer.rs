//! Predictions and outcomes as JSON lines, written and read.
//!
//! In a folder `predictions`: `test_predictions.jsonl`, `test_outcomes.jsonl` and
//! `test_calibration.jsonl`, and the same three for files (`file_…`), which hold every expert but
//! that of tests. `test_runs.jsonl` holds the numbers of test reports and the results of their files. An import adds what is not known yet, by the id of the prediction. Beside the folder,
//! `work_log.jsonl` holds the recorded work logs.

use super::MOST;
use super::record::credit;
use super::work;
use crate::{EngineError, View};
use fathom_experts::ExpertId;
use fathom_store::{
    LocalState, Outcome, PredictedItem, Prediction, PredictionId, StateStore, TestFileResult, TestRun,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The folder inside of the given one.
const FOLDER: &str = "predictions";
/// The work logs, in the given folder.
const WORK_LOG: &str = "work_log.jsonl";

/// How much was written or read.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct TransferCounts {
    /// Predictions.
    pub predictions: usize,
    /// Outcomes.
    pub outcomes: usize,
    /// Predictions that were known already.
    pub known: usize,
    /// Changes of work logs.
    pub episodes: usize,
}

#[derive(Serialize, Deserialize)]
struct PredictionLine {
    prediction_id: String,
    expert: String,
    #[serde(default)]
    model: String,
    #[serde(default)]
    question: String,
    #[serde(default)]
    commit: Option<String>,
    #[serde(default)]
    time: i64,
    predictions: Vec<PredictedItem>,
}

#[derive(Serialize, Deserialize)]
struct OutcomeLine {
    prediction_id: String,
    item: String,
    happened: bool,
    #[serde(default)]
    time: i64,
}

/// A test report: its numbers and the results of its files.
#[derive(Serialize, Deserialize)]
struct RunLine {
    prediction_id: String,
    run: TestRun,
    #[serde(default)]
    results: Vec<TestFileResult>,
}

/// A probability with its outcome, and the run that it belongs to.
#[derive(Serialize)]
struct CalibrationLine<'l> {
    prediction_id: &'l str,
    expert: &'l str,
    item: &'l str,
    probability: f64,
    happened: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'l TestRun>,
}

/// Writes everything that is recorded.
pub fn export(view: &View<'_>, folder: &Path) -> Result<TransferCounts, EngineError> {
    let state = LocalState::of(view.home());
    let given = folder;
    let folder = given.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| cannot("create", &folder, &error))?;
    let mut done = TransferCounts::default();
    let work = work::exported(view)?;
    if !work.is_empty() {
        let file = given.join(WORK_LOG);
        done.episodes = work::read_work(view, &work)?.len();
        fs::write(&file, work).map_err(|error| cannot("write", &file, &error))?;
    }
    for (prefix, of_tests) in [("test", true), ("file", false)] {
        let (mut predictions, mut outcomes, mut calibration) = (String::new(), String::new(), String::new());
        let mut runs = String::new();
        for (id, prediction) in state.predictions(None, None, MOST)? {
            if (prediction.expert == ExpertId::Tests.word()) != of_tests {
                continue;
            }
            let key = key(id, &prediction);
            let run = state.run(id)?;
            if let Some(run) = run.clone() {
                line(&mut runs, &RunLine { prediction_id: key.clone(), run, results: state.results(id)? });
            }
            for Outcome { item, happened, time, .. } in state.outcomes(id)? {
                if let Some(guess) = prediction.guesses.iter().find(|guess| guess.item == item) {
                    line(
                        &mut calibration,
                        &CalibrationLine {
                            prediction_id: &key,
                            expert: &prediction.expert,
                            item: &item,
                            probability: guess.probability,
                            happened,
                            run: run.as_ref(),
                        },
                    );
                }
                line(&mut outcomes, &OutcomeLine { prediction_id: key.clone(), item, happened, time });
                done.outcomes += 1;
            }
            let Prediction { expert, model, question, commit, time, guesses, .. } = prediction;
            let written = PredictionLine {
                prediction_id: key,
                expert,
                model,
                question,
                commit,
                time,
                predictions: guesses,
            };
            line(&mut predictions, &written);
            done.predictions += 1;
        }
        for (name, text) in [
            ("predictions", predictions),
            ("outcomes", outcomes),
            ("calibration", calibration),
            ("runs", runs),
        ] {
            if name == "runs" && !of_tests {
                continue;
            }
            let file = folder.join(format!("{prefix}_{name}.jsonl"));
            fs::write(&file, text).map_err(|error| cannot("write", &file, &error))?;
        }
    }
    Ok(done)
}

/// Reads what `export` wrote, here or elsewhere. Calibration is computed and not read.
pub fn import(view: &View<'_>, folder: &Path) -> Result<TransferCounts, EngineError> {
    let state = LocalState::of(view.home());
    let mut done = TransferCounts::default();
    let log = folder.join(WORK_LOG);
    match fs::read_to_string(&log) {
        Ok(text) => done.episodes = work::record_work(view, &text)?.episodes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(cannot("read", &log, &error)),
    }
    let folder = if folder.join(FOLDER).is_dir() { folder.join(FOLDER) } else { folder.to_owned() };
    for prefix in ["test", "file"] {
        for (place, one) in lines::<PredictionLine>(&folder.join(format!("{prefix}_predictions.jsonl")))? {
            if one.prediction_id.is_empty() {
                return Err(EngineError::Request(format!("{place}: the prediction has no id")));
            }
            if state.prediction_by_key(&one.prediction_id)?.is_some() {
                done.known += 1;
                continue;
            }
            let PredictionLine {
                prediction_id: key,
                expert,
                model,
                question,
                commit,
                time,
                predictions: guesses,
            } = one;
            state.predict(&Prediction { key, expert, model, question, commit, time, guesses })?;
            done.predictions += 1;
        }
        for (place, one) in lines::<RunLine>(&folder.join(format!("{prefix}_runs.jsonl")))? {
            let (prediction, _) = state.prediction_by_key(&one.prediction_id)?.ok_or_else(|| {
                EngineError::Request(format!("{place}: there is no prediction {}", one.prediction_id))
            })?;
            state.record_run(&TestRun { prediction, ..one.run }, &one.results)?;
        }
        let mut outcomes = Vec::new();
        for (place, one) in lines::<OutcomeLine>(&folder.join(format!("{prefix}_outcomes.jsonl")))? {
            let (prediction, _) = state.prediction_by_key(&one.prediction_id)?.ok_or_else(|| {
                EngineError::Request(format!("{place}: there is no prediction {}", one.prediction_id))
            })?;
            outcomes.push(Outcome { prediction, item: one.item, happened: one.happened, time: one.time });
        }
        state.settle(&outcomes)?;
        done.outcomes += outcomes.len();
        let latest: BTreeMap<PredictionId, i64> =
            outcomes.iter().map(|outcome| (outcome.prediction, outcome.time)).collect();
        for (id, time) in latest {
            if let Some(prediction) = state.prediction(id)? {
                credit(&state, id, &prediction, time)?;
            }
        }
    }
    if done.predictions + done.known + done.episodes == 0 {
        return Err(EngineError::Request(format!(
            "{} has no predictions; give a folder that `fathom experts export` wrote",
            folder.display()
        )));
    }
    Ok(done)
}

/// The id of a prediction; one without a key has its number.
fn key(id: PredictionId, prediction: &Prediction) -> String {
    if prediction.key.is_empty() { format!("#{}", id.0) } else { prediction.key.clone() }
}

fn line(text: &mut String, record: &impl Serialize) {
    text.push_str(&serde_json::to_string(record).unwrap_or_default());
    text.push('\n');
}

/// The records of a file with their places; none if there is no such file.
fn lines<R: for<'de> Deserialize<'de>>(file: &Path) -> Result<Vec<(String, R)>, EngineError> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(cannot("read", file, &error)),
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let place = format!("{}:{}", file.display(), number + 1);
            let record = serde_json::from_str(line);
            let record = record.map_err(|error| EngineError::Request(format!("{place}: {error}")))?;
            Ok((place, record))
        })
        .collect()
}

fn cannot(action: &str, path: &Path, error: &std::io::Error) -> EngineError {
    EngineError::Request(format!("cannot {action} {}: {error}", path.display()))
}
