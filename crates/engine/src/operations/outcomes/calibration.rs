//! Whether recorded probabilities held, and how good recorded predictions of tests were.

use super::{MOST, quality_run};
use crate::{EngineError, View};
use fathom_experts::evaluate::{Calibration, Sample};
use fathom_experts::quality::{Quality, RunMetrics, Summary};
use fathom_store::{LocalState, StateStore};
use serde::Serialize;
use std::collections::BTreeMap;

/// Seconds of a week: the width of a point in time.
const WEEK: i64 = 7 * 86_400;

/// The calibration of one expert.
#[derive(Clone, Debug, Serialize)]
pub struct CalibrationReport {
    /// The expert.
    pub expert: String,
    /// Predictions with an outcome.
    pub predictions: usize,
    /// Of their probabilities: ECE, Brier, log loss and the reliability curve.
    pub calibration: Calibration,
    /// Metrics of the test runs; only of the expert `tests`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<Summary>,
    /// The verdict on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// By week, oldest first.
    pub weeks: Vec<TimePoint>,
}

/// The predictions of one week.
#[derive(Clone, Debug, Serialize)]
pub struct TimePoint {
    /// Its first second, since 1970.
    pub start: i64,
    /// Predictions with an outcome.
    pub predictions: usize,
    /// Brier score of their probabilities.
    pub brier: f64,
    /// Share of the predictions with at least one item that happened.
    pub hit_rate: f64,
}

#[derive(Default)]
struct CalibrationData {
    samples: Vec<Sample>,
    runs: Vec<RunMetrics>,
    predictions: usize,
    /// By the number of the week.
    weeks: BTreeMap<i64, Vec<(bool, Vec<Sample>)>>,
}

/// The calibration of every expert with outcomes, or of one.
pub fn calibration(view: &View<'_>, expert: Option<&str>) -> Result<Vec<CalibrationReport>, EngineError> {
    let state = LocalState::of(view.home());
    let mut experts: BTreeMap<String, CalibrationData> = BTreeMap::new();
    for (id, prediction) in state.latest_predictions(expert, MOST)? {
        let outcomes = state.outcomes(id)?;
        if outcomes.is_empty() {
            continue;
        }
        let happened: BTreeMap<&str, bool> =
            outcomes.iter().map(|outcome| (outcome.item.as_str(), outcome.happened)).collect();
        let samples: Vec<Sample> = prediction
            .guesses
            .iter()
            .filter_map(|guess| {
                let happened = *happened.get(guess.item.as_str())?;
                Some(Sample { probability: guess.probability, happened })
            })
            .collect();
        let gathered = experts.entry(prediction.expert.clone()).or_default();
        gathered.predictions += 1;
        gathered.samples.extend(&samples);
        let hit = samples.iter().any(|sample| sample.happened);
        gathered.weeks.entry(prediction.time.div_euclid(WEEK)).or_default().push((hit, samples));
        if let Some(run) = state.run(id)? {
            gathered.runs.push(quality_run(&prediction, &outcomes, &run).metrics());
        }
    }
    Ok(experts.into_iter().map(|(expert, gathered)| report(expert, &gathered)).collect())
}

fn report(expert: String, gathered: &CalibrationData) -> CalibrationReport {
    let runs = (!gathered.runs.is_empty()).then(|| Summary::of(&gathered.runs));
    let week = |(week, predictions): (&i64, &Vec<(bool, Vec<Sample>)>)| {
        let samples: Vec<Sample> =
            predictions.iter().flat_map(|(_, samples)| samples.iter().copied()).collect();
        TimePoint {
            start: week * WEEK,
            predictions: predictions.len(),
            brier: Calibration::of(&samples).brier,
            hit_rate: predictions.iter().filter(|(hit, _)| *hit).count() as f64 / predictions.len() as f64,
        }
    };
    CalibrationReport {
        expert,
        predictions: gathered.predictions,
        calibration: Calibration::of(&gathered.samples),
        quality: runs.map(|runs| runs.quality()),
        runs,
        weeks: gathered.weeks.iter().map(week).collect(),
    }
}
