//! Records what happened after a prediction.

use super::quality_run;
use crate::operations::test_ids;
use crate::{EngineError, View};
use fathom_experts::ExpertId;
use fathom_experts::ledger::{HOUSE, Settlement};
use fathom_experts::quality::RunMetrics;
use fathom_experts::reports::{Report, Status, TestResult};
use fathom_experts::test_id::TestId;
use fathom_history::{LogOptions, log};
use fathom_store::{
    Entry, LocalState, Outcome, Prediction, PredictionId, StateStore, TestFileResult, TestRun, Transaction,
};
use fathom_syntax::is_test_path;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The newest predictions among which those without an outcome are looked for.
const RECENT: usize = 200;

/// Where an outcome comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The text of a test report.
    Report(String),
    /// The files that were changed.
    Files(Vec<String>),
    /// A commit: its id, or `HEAD`.
    Commit(String),
}

/// What was recorded.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RecordedOutcomes {
    /// The predictions that have an outcome now.
    pub settled: Vec<SettledPrediction>,
    /// Parts of the request that were not used, and why.
    pub notes: Vec<String>,
}

/// A prediction with its outcome.
#[derive(Clone, Debug, Serialize)]
pub struct SettledPrediction {
    /// Its id.
    pub prediction_id: String,
    /// The expert.
    pub expert: String,
    /// Predicted items with an outcome.
    pub judged: usize,
    /// Of these, how many happened.
    pub happened: usize,
    /// Items that happened and were not predicted.
    pub missed: Vec<String>,
    /// The expert's earnings, in thousandths of a credit.
    pub reward: i64,
    /// Tests that ran, failed and were skipped; only of a test report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<TestRun>,
    /// The metrics of the run; only of a test report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<RunMetrics>,
}

/// Records an outcome of the prediction with a key, or of those that wait for one; `time` is now.
pub fn record(
    view: &View<'_>,
    source: &Source,
    key: Option<&str>,
    time: i64,
) -> Result<RecordedOutcomes, EngineError> {
    let state = LocalState::of(view.home());
    match source {
        Source::Report(text) => record_report(view, &state, text, key, time),
        Source::Files(files) => {
            let changed: BTreeSet<String> = files.iter().cloned().collect();
            let waiting = match key {
                Some(key) => vec![by_key(&state, key)?],
                None => newest_of_each(waiting(&state, |_| true)?),
            };
            record_changed(&state, waiting, &changed, time)
        }
        Source::Commit(commit) => {
            let (parent, changed) = changed_by(view, commit)?;
            let waiting = match key {
                Some(key) => vec![by_key(&state, key)?],
                None => waiting(&state, |prediction| prediction.commit == parent)?,
            };
            record_changed(&state, waiting, &changed, time)
        }
    }
}

fn by_key(state: &LocalState, key: &str) -> Result<(PredictionId, Prediction), EngineError> {
    state.prediction_by_key(key)?.ok_or_else(|| {
        EngineError::Request(format!(
            "there is no prediction {key}; `fathom experts leaderboard` lists recent ones"
        ))
    })
}

/// Recent predictions without an outcome, newest first.
fn waiting(
    state: &LocalState,
    wanted: impl Fn(&Prediction) -> bool,
) -> Result<Vec<(PredictionId, Prediction)>, EngineError> {
    let mut waiting = Vec::new();
    for (id, prediction) in state.latest_predictions(None, RECENT)? {
        if prediction.expert != ExpertId::Refactor.word()
            && wanted(&prediction)
            && state.outcomes(id)?.is_empty()
        {
            waiting.push((id, prediction));
        }
    }
    Ok(waiting)
}

fn newest_of_each(waiting: Vec<(PredictionId, Prediction)>) -> Vec<(PredictionId, Prediction)> {
    let mut seen = BTreeSet::new();
    waiting.into_iter().filter(|(_, prediction)| seen.insert(prediction.expert.clone())).collect()
}

/// The parent of a commit, and the files that it changed.
fn changed_by(view: &View<'_>, commit: &str) -> Result<(Option<String>, BTreeSet<String>), EngineError> {
    let head = view.state.commit.clone();
    let id = match (commit, head) {
        ("HEAD", Some(head)) => head,
        ("HEAD", None) => return Err(EngineError::Request("there is no commit yet; commit first".into())),
        (id, _) => {
            let known = view.past().and_then(|past| past.commits.iter().find(|one| one.id.starts_with(id)));
            known.map_or_else(|| id.to_owned(), |one| one.id.clone())
        }
    };
    let commits = log(view.root(), &id, LogOptions { limit: 1, largest: 0 }, BTreeMap::new())
        .map_err(|error| EngineError::Request(format!("cannot read the commit {commit}: {error}")))?;
    let commit = commits.into_iter().find(|one| one.id == id).ok_or_else(|| {
        EngineError::Request(format!("{commit} is a merge or does not exist; give the id of another commit"))
    })?;
    let paths = commit.changes.iter().flat_map(|change| [change.path.clone(), change.before.clone()]);
    Ok((commit.parent.clone(), paths.flatten().collect()))
}

/// A file was changed, or a test in it.
fn record_changed(
    state: &LocalState,
    waiting: Vec<(PredictionId, Prediction)>,
    changed: &BTreeSet<String>,
    time: i64,
) -> Result<RecordedOutcomes, EngineError> {
    let mut recorded = RecordedOutcomes::default();
    for (id, prediction) in waiting {
        let file = |item: &str| item.split_once("::").map_or(item, |(file, _)| file).to_owned();
        let guessed: BTreeSet<String> = prediction.guesses.iter().map(|guess| file(&guess.item)).collect();
        let given = given(&prediction.question);
        let is_of_tests = prediction.expert == ExpertId::Tests.word();
        let is_asked = |path: &str| if is_of_tests { is_test_path(path) } else { !given.contains(path) };
        let missed: Vec<String> =
            changed.iter().filter(|path| !guessed.contains(*path) && is_asked(path)).cloned().collect();
        let judged: Vec<(String, bool)> = prediction
            .guesses
            .iter()
            .map(|guess| (guess.item.clone(), changed.contains(&file(&guess.item))))
            .collect();
        recorded.settled.push(settle(state, id, &prediction, &judged, missed, time)?);
    }
    if recorded.settled.is_empty() {
        recorded.notes.push("no prediction waits for this outcome".to_owned());
    }
    Ok(recorded)
}

/// The files that a question names: they are part of the change, and nobody has to predict them.
fn given(question: &str) -> BTreeSet<String> {
    let question: serde_json::Value = serde_json::from_str(question).unwrap_or_default();
    let files = question["files"].as_array().into_iter().flatten();
    files.filter_map(|file| file.as_str().map(str::to_owned)).collect()
}

fn record_report(
    view: &View<'_>,
    state: &LocalState,
    text: &str,
    key: Option<&str>,
    time: i64,
) -> Result<RecordedOutcomes, EngineError> {
    let report = Report::read(text).map_err(|error| EngineError::Request(error.to_string()))?;
    let suite = test_ids::suite(view.graph);
    let results = suite.results(&report);
    let (id, prediction) = if let Some(key) = key {
        by_key(state, key)?
    } else {
        let tests = |prediction: &Prediction| prediction.expert == ExpertId::Tests.word();
        waiting(state, tests)?.into_iter().next().ok_or_else(|| {
            EngineError::Request(
                "no prediction of tests waits for an outcome; ask `fathom tests --files …` before the tests run"
                    .into(),
            )
        })?
    };
    let files: Vec<TestFileResult> = by_file(&results)
        .into_iter()
        .filter(|(_, result)| result.status != Status::Skipped)
        .map(|(id, result)| TestFileResult {
            file: id.file,
            failed: result.status == Status::Failed,
            seconds: result.seconds,
        })
        .collect();
    let of_files = prediction.guesses.iter().all(|guess| !guess.item.contains("::"));
    let results = if of_files { by_file(&results) } else { results };
    let judged: Vec<(String, bool)> = prediction
        .guesses
        .iter()
        .filter_map(|guess| {
            let status = result_of(&results, &TestId::parse(&guess.item))?.status;
            (status != Status::Skipped).then(|| (guess.item.clone(), status == Status::Failed))
        })
        .collect();
    let guessed: BTreeSet<&str> = prediction.guesses.iter().map(|guess| guess.item.as_str()).collect();
    let with = |status: Status| results.iter().filter(move |(_, result)| result.status == status);
    let missed: Vec<String> = with(Status::Failed)
        .map(|(id, _)| id.to_string())
        .filter(|id| !guessed.contains(id.as_str()))
        .collect();
    let mut settled = settle(state, id, &prediction, &judged, missed, time)?;
    let seconds = |wanted: &dyn Fn(&TestId) -> bool| {
        let known: Vec<f64> =
            results.iter().filter(|(id, _)| wanted(id)).filter_map(|(_, result)| result.seconds).collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>())
    };
    let all_seconds = seconds(&|_| true);
    let count = |status: Status| with(status).count() as u64;
    let named = results.len() + report.unnamed_passed;
    let run = TestRun {
        prediction: id,
        time,
        all: if of_files { suite.files().count().max(results.len()) } else { suite.len().max(named) } as u64,
        ran: count(Status::Passed) + count(Status::Failed) + report.unnamed_passed as u64,
        failed: count(Status::Failed),
        skipped: count(Status::Skipped),
        seconds: all_seconds,
        seconds_predicted: all_seconds
            .map(|_| seconds(&|id| guessed.contains(id.to_string().as_str())).unwrap_or(0.0)),
    };
    state.record_run(&run, &files)?;
    settled.metrics = Some(quality_run(&prediction, &state.outcomes(id)?, &run).metrics());
    let mut recorded = RecordedOutcomes::default();
    if run.failed == 0 {
        recorded.notes.push("no test failed: the run does not measure recall".to_owned());
    }
    settled.run = Some(run);
    recorded.settled.push(settled);
    Ok(recorded)
}

/// The result of a test; a file that does not load fails with all of its tests.
fn result_of<'r>(results: &'r BTreeMap<TestId, TestResult>, id: &TestId) -> Option<&'r TestResult> {
    let file = results.get(&TestId::of_file(id.file.clone()));
    let own = results.get(&id.without_param());
    own.or(file.filter(|result| result.status == Status::Failed))
}

fn by_file(results: &BTreeMap<TestId, TestResult>) -> BTreeMap<TestId, TestResult> {
    let mut files: BTreeMap<TestId, TestResult> = BTreeMap::new();
    for (id, result) in results {
        let file =
            files.entry(TestId::of_file(id.file.clone())).or_insert(TestResult { seconds: None, ..*result });
        file.status = file.status.max(result.status);
        file.seconds = match (file.seconds, result.seconds) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
    }
    files
}

/// Writes the outcomes, and what they earn. An outcome that is recorded again is corrected by the
/// difference.
fn settle(
    state: &LocalState,
    id: PredictionId,
    prediction: &Prediction,
    judged: &[(String, bool)],
    missed: Vec<String>,
    time: i64,
) -> Result<SettledPrediction, EngineError> {
    let outcome =
        |item: &str, happened: bool| Outcome { prediction: id, item: item.to_owned(), happened, time };
    let mut outcomes: Vec<Outcome> = judged.iter().map(|(item, happened)| outcome(item, *happened)).collect();
    outcomes.extend(missed.iter().map(|item| outcome(item, true)));
    state.settle(&outcomes)?;
    let settlement = credit(state, id, prediction, time)?;
    Ok(SettledPrediction {
        prediction_id: prediction.key.clone(),
        expert: prediction.expert.clone(),
        judged: settlement.items,
        happened: settlement.happened,
        missed,
        reward: settlement.reward,
        run: None,
        metrics: None,
    })
}

/// Pays an expert what the recorded outcomes of a prediction are worth, less what it was paid before.
pub(super) fn credit(
    state: &LocalState,
    id: PredictionId,
    prediction: &Prediction,
    time: i64,
) -> Result<Settlement, EngineError> {
    let known: BTreeMap<String, bool> =
        state.outcomes(id)?.into_iter().map(|outcome| (outcome.item, outcome.happened)).collect();
    let settlement = Settlement::of(
        prediction.guesses.iter().filter_map(|guess| Some((guess.probability, *known.get(&guess.item)?))),
    );
    let change = settlement.reward - state.earned(&prediction.expert, id)?;
    if change != 0 {
        let entry = |account: &str, amount: i64| Entry { account: account.to_owned(), amount };
        state.transact(&Transaction {
            reason: settlement.reason(&prediction.key),
            prediction: Some(id),
            time,
            entries: vec![entry(&prediction.expert, change), entry(HOUSE, -change)],
        })?;
    }
    Ok(settlement)
}
