//! Evidence of recorded test runs about test files: how often each failed, compared with what was
//! predicted, whether it is flaky, and how long it takes.

use crate::View;
use fathom_experts::ExpertId;
use fathom_experts::gate::{log_odds, logistic};
use fathom_store::{LocalState, Prediction, StateStore, TestFileResult};
use std::collections::BTreeMap;

/// The newest predictions whose runs count.
const MOST_RUNS: usize = 60;
/// How many failures, predicted and observed, represent what is not recorded.
const PRIOR: f64 = 2.0;
/// Records change the odds of a failure at most by this factor.
const STRONGEST: f64 = 3.0;

/// The recorded runs of one test file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RunRecord {
    runs: usize,
    /// Failures; those of a commit at which it passed too are not counted: they are no effect of a change.
    failures: usize,
    /// The sum of the probabilities that were predicted.
    predicted: f64,
    is_flaky: bool,
    /// The sum of the known durations, and their number.
    seconds: (f64, usize),
}

impl RunRecord {
    /// The probability after what was recorded: more failures than predicted raise it.
    pub(super) fn correct(&self, probability: f64) -> f64 {
        let factor = (self.failures as f64 + PRIOR) / (self.predicted + PRIOR);
        logistic(log_odds(probability) + factor.clamp(1.0 / STRONGEST, STRONGEST).ln())
    }

    /// The mean duration in seconds, if any is known.
    pub(super) fn seconds(&self) -> Option<f64> {
        (self.seconds.1 > 0).then(|| self.seconds.0 / self.seconds.1 as f64)
    }

    /// The record as reasons.
    pub(super) fn reasons(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        if self.failures > 0 {
            reasons.push(format!("failed in {} of {} recorded runs", self.failures, self.runs));
        }
        if self.is_flaky {
            reasons.push("flaky: it failed and passed at the same commit".to_owned());
        }
        if let Some(seconds) = self.seconds().filter(|seconds| *seconds >= 0.1) {
            reasons.push(format!("takes {seconds:.1} s"));
        }
        reasons
    }
}

/// The records by test file; none if nothing was recorded or the records cannot be read.
pub(super) fn recorded_runs(view: &View<'_>) -> BTreeMap<String, RunRecord> {
    let state = LocalState::of(view.home());
    let predictions = state.latest_predictions(Some(ExpertId::Tests.word()), MOST_RUNS).unwrap_or_default();
    let runs = predictions.into_iter().map(|(id, prediction)| {
        let results = state.results(id).unwrap_or_default();
        (prediction, results)
    });
    records(&runs.filter(|(_, results)| !results.is_empty()).collect::<Vec<_>>())
}

/// The records of runs: each a prediction and the results of its report.
fn records(runs: &[(Prediction, Vec<TestFileResult>)]) -> BTreeMap<String, RunRecord> {
    // By commit and file: whether it passed, and whether it failed.
    let mut ends: BTreeMap<(&str, &str), (bool, bool)> = BTreeMap::new();
    for (prediction, results) in runs {
        for result in results {
            if let Some(commit) = &prediction.commit {
                let (passed, failed) = ends.entry((commit, &result.file)).or_default();
                *if result.failed { failed } else { passed } = true;
            }
        }
    }
    let mut records: BTreeMap<String, RunRecord> = BTreeMap::new();
    for (prediction, results) in runs {
        for result in results {
            let commit = prediction.commit.as_deref().unwrap_or_default();
            let is_flaky = ends.get(&(commit, result.file.as_str())) == Some(&(true, true));
            let guesses = prediction.guesses.iter().filter(|guess| file_of(&guess.item) == result.file);
            let record = records.entry(result.file.clone()).or_default();
            record.runs += 1;
            record.failures += usize::from(result.failed && !is_flaky);
            record.predicted += guesses.map(|guess| guess.probability).fold(0.0, f64::max);
            record.is_flaky |= is_flaky;
            if let Some(seconds) = result.seconds {
                record.seconds = (record.seconds.0 + seconds, record.seconds.1 + 1);
            }
        }
    }
    records
}

fn file_of(item: &str) -> &str {
    item.split_once("::").map_or(item, |(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::{RunRecord, records};
    use fathom_store::{PredictedItem, Prediction, TestFileResult};

    #[test]
    fn failures_beyond_what_was_predicted_raise_the_probability_and_passes_lower_it() {
        let record = |failures, predicted| RunRecord { runs: 6, failures, predicted, ..RunRecord::default() };
        assert!(record(5, 0.6).correct(0.2) > 0.35);
        assert!(record(0, 3.0).correct(0.5) < 0.4);
        assert!((record(2, 2.0).correct(0.3) - 0.3).abs() < 1e-9);
    }

    #[test]
    fn a_failure_at_a_commit_at_which_it_also_passed_is_flaky_and_does_not_count() {
        let prediction = |commit: &str| Prediction {
            key: String::new(),
            expert: "tests".into(),
            model: String::new(),
            question: String::new(),
            commit: Some(commit.into()),
            time: 0,
            guesses: vec![PredictedItem { item: "a::t".into(), probability: 0.5 }],
        };
        let result = |file: &str, failed, seconds| TestFileResult { file: file.into(), failed, seconds };
        let records = records(&[
            (prediction("1"), vec![result("a", true, Some(1.0)), result("b", true, None)]),
            (prediction("1"), vec![result("a", false, Some(3.0))]),
            (prediction("2"), vec![result("a", true, None)]),
        ]);
        let a = &records["a"];
        assert_eq!((a.runs, a.failures, a.is_flaky, a.seconds()), (3, 1, true, Some(2.0)));
        assert_eq!((records["b"].failures, records["b"].is_flaky, records["b"].seconds()), (1, false, None));
    }
}
