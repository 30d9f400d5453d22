//! Evidence of recorded test runs about test files: how often each failed, compared with what was
//! predicted, and whether it is flaky.

use crate::View;
use fathom_experts::ExpertId;
use fathom_experts::gate::{log_odds, logistic};
use fathom_store::{LocalState, StateStore};
use std::collections::{BTreeMap, BTreeSet};

/// The newest predictions whose runs count.
const MOST_RUNS: usize = 60;
/// How many failures, predicted and observed, represent what is not recorded.
const PRIOR: f64 = 2.0;
/// Records change the odds of a failure at most by this factor.
const STRONGEST: f64 = 3.0;

/// The recorded runs of one test file.
#[derive(Default)]
pub(super) struct RunRecord {
    runs: usize,
    failures: usize,
    /// The sum of the probabilities that were predicted.
    predicted: f64,
    is_flaky: bool,
}

impl RunRecord {
    /// The probability after what was recorded: more failures than predicted raise it.
    pub(super) fn correct(&self, probability: f64) -> f64 {
        let factor = (self.failures as f64 + PRIOR) / (self.predicted + PRIOR);
        logistic(log_odds(probability) + factor.clamp(1.0 / STRONGEST, STRONGEST).ln())
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
        reasons
    }
}

/// The records by test file; none if nothing was recorded or the records cannot be read.
pub(super) fn recorded_runs(view: &View<'_>) -> BTreeMap<String, RunRecord> {
    let state = LocalState::of(view.home());
    let mut records: BTreeMap<String, RunRecord> = BTreeMap::new();
    let mut results: BTreeMap<(String, String), BTreeSet<bool>> = BTreeMap::new();
    let predictions = state.latest_predictions(Some(ExpertId::Tests.word()), MOST_RUNS).unwrap_or_default();
    for (id, prediction) in predictions {
        if !matches!(state.run(id), Ok(Some(_))) {
            continue;
        }
        let mut failed: BTreeMap<String, bool> = BTreeMap::new();
        for outcome in state.outcomes(id).unwrap_or_default() {
            *failed.entry(file_of(&outcome.item).to_owned()).or_default() |= outcome.happened;
        }
        for (file, has_failed) in failed {
            let guesses = prediction.guesses.iter().filter(|guess| file_of(&guess.item) == file);
            let record = records.entry(file.clone()).or_default();
            record.runs += 1;
            record.failures += usize::from(has_failed);
            record.predicted += guesses.map(|guess| guess.probability).fold(0.0, f64::max);
            if let Some(commit) = &prediction.commit {
                results.entry((commit.clone(), file)).or_default().insert(has_failed);
            }
        }
    }
    for ((_, file), results) in results {
        if let Some(record) = records.get_mut(&file).filter(|_| results.len() == 2) {
            record.is_flaky = true;
        }
    }
    records
}

fn file_of(item: &str) -> &str {
    item.split_once("::").map_or(item, |(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::RunRecord;

    #[test]
    fn failures_beyond_what_was_predicted_raise_the_probability_and_passes_lower_it() {
        let often = RunRecord { runs: 6, failures: 5, predicted: 0.6, is_flaky: false };
        let never = RunRecord { runs: 6, failures: 0, predicted: 3.0, is_flaky: false };
        let as_predicted = RunRecord { runs: 4, failures: 2, predicted: 2.0, is_flaky: false };
        assert!(often.correct(0.2) > 0.35);
        assert!(never.correct(0.5) < 0.4);
        assert!((as_predicted.correct(0.3) - 0.3).abs() < 1e-9);
    }
}
