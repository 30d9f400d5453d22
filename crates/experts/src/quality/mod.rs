//! How good recorded predictions of tests were: the metrics of runs, and a verdict over many runs.
//!
//! A run is one prediction and the test report that followed it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Runs with a failure below which there is no verdict.
pub const FEWEST_SAMPLES: usize = 10;
/// The first suggestions that precision counts.
const FIRST: usize = 5;

/// The definitions of the metrics, as they are printed beside the figures.
pub const DEFINITIONS: &[(&str, &str)] = &[
    (
        "precision@5",
        "failed tests among the first 5 suggested / min(5, suggested); mean over runs with a failure",
    ),
    ("precision@5 (ran)", "the same with tests that ran, failed or not; mean over all runs"),
    ("recall", "failed tests that were suggested / failed tests; mean over runs with a failure"),
    ("hit rate", "runs with at least one failed test among the suggested / runs with a failure"),
    ("MRR", "1 / rank of the first failed test, 0 if none is suggested; mean over runs with a failure"),
    ("coverage", "suggested tests / all tests; mean over all runs"),
    ("time saved", "1 - time of the suggested tests / time of all tests; mean over runs with durations"),
];

/// One prediction of tests and what the run showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The suggested tests, best first.
    pub suggested: Vec<String>,
    /// The tests that failed.
    pub failed: BTreeSet<String>,
    /// The tests that ran, failed ones included; skipped ones are not.
    pub ran: BTreeSet<String>,
    /// Number of tests in the suite.
    pub all: usize,
    /// Seconds that the suggested tests took, and that all tests took, if both are known.
    pub seconds: Option<(f64, f64)>,
}

/// The metrics of one run. `None` where the run has nothing to divide by: a run without failures
/// has no recall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunMetrics {
    /// Precision of the first five.
    pub precision: Option<f64>,
    /// Precision of the first five if tests that ran are relevant.
    pub precision_ran: Option<f64>,
    /// Share of failures that were suggested.
    pub recall: Option<f64>,
    /// Whether a failure was suggested.
    pub hit: Option<bool>,
    /// 1 / rank of the first failure.
    pub reciprocal_rank: Option<f64>,
    /// Share of the suite that was suggested.
    pub coverage: Option<f64>,
    /// Share of the time that the suggestion saves.
    pub time_saved: Option<f64>,
}

impl Run {
    /// The metrics.
    pub fn metrics(&self) -> RunMetrics {
        let first = &self.suggested[..self.suggested.len().min(FIRST)];
        let precision = |relevant: &BTreeSet<String>| {
            let hits = first.iter().filter(|test| relevant.contains(*test)).count();
            (!first.is_empty()).then(|| hits as f64 / first.len() as f64)
        };
        let with_failure = |value: f64| (!self.failed.is_empty()).then_some(value);
        let suggested: BTreeSet<&String> = self.suggested.iter().collect();
        let found = self.failed.iter().filter(|test| suggested.contains(test)).count();
        let rank = self.suggested.iter().position(|test| self.failed.contains(test));
        RunMetrics {
            // With a failure and no suggestion, precision is 0: there was something to find.
            precision: with_failure(precision(&self.failed).unwrap_or(0.0)),
            precision_ran: precision(&self.ran),
            recall: with_failure(found as f64 / self.failed.len().max(1) as f64),
            hit: with_failure(0.0).map(|_| found > 0),
            reciprocal_rank: with_failure(rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64)),
            coverage: (self.all > 0).then(|| self.suggested.len() as f64 / self.all as f64),
            time_saved: self
                .seconds
                .filter(|(_, all)| *all > 0.0)
                .map(|(suggested, all)| 1.0 - suggested / all),
        }
    }
}

/// Means over runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Runs.
    pub runs: usize,
    /// Runs with a failure: the samples of a verdict.
    pub runs_with_failure: usize,
    /// Mean precision of the first five.
    pub precision: Option<f64>,
    /// The same if tests that ran are relevant.
    pub precision_ran: Option<f64>,
    /// Mean share of failures that were suggested.
    pub recall: Option<f64>,
    /// Share of runs in which a failure was suggested.
    pub hit_rate: Option<f64>,
    /// Mean of 1 / rank of the first failure.
    pub mrr: Option<f64>,
    /// Mean share of the suite that was suggested.
    pub coverage: Option<f64>,
    /// Mean share of the time that was saved.
    pub time_saved: Option<f64>,
}

/// How good the predictions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Hit rate 0.95, precision@5 0.80, recall 0.90, coverage below 0.30.
    Excellent,
    /// Hit rate 0.80, precision@5 0.60, recall 0.70, coverage below 0.50.
    Good,
    /// Less than that.
    BelowGood,
    /// Fewer than ten runs with a failure.
    TooFewSamples,
}

impl Quality {
    /// The words that are shown.
    pub fn word(self) -> &'static str {
        match self {
            Quality::Excellent => "excellent",
            Quality::Good => "good",
            Quality::BelowGood => "below good",
            Quality::TooFewSamples => "too few samples",
        }
    }
}

impl Summary {
    /// Of the metrics of runs.
    pub fn of(runs: &[RunMetrics]) -> Summary {
        let mean = |value: fn(&RunMetrics) -> Option<f64>| {
            let values: Vec<f64> = runs.iter().filter_map(value).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        Summary {
            runs: runs.len(),
            runs_with_failure: runs.iter().filter(|run| run.hit.is_some()).count(),
            precision: mean(|run| run.precision),
            precision_ran: mean(|run| run.precision_ran),
            recall: mean(|run| run.recall),
            hit_rate: mean(|run| run.hit.map(f64::from)),
            mrr: mean(|run| run.reciprocal_rank),
            coverage: mean(|run| run.coverage),
            time_saved: mean(|run| run.time_saved),
        }
    }

    /// The verdict.
    pub fn quality(&self) -> Quality {
        if self.runs_with_failure < FEWEST_SAMPLES {
            return Quality::TooFewSamples;
        }
        let reaches = |hit: f64, precision: f64, recall: f64, coverage: f64| {
            self.hit_rate.is_some_and(|value| value >= hit)
                && self.precision.is_some_and(|value| value >= precision)
                && self.recall.is_some_and(|value| value >= recall)
                && self.coverage.is_some_and(|value| value < coverage)
        };
        if reaches(0.95, 0.80, 0.90, 0.30) {
            Quality::Excellent
        } else if reaches(0.80, 0.60, 0.70, 0.50) {
            Quality::Good
        } else {
            Quality::BelowGood
        }
    }
}

#[cfg(test)]
mod tests;
