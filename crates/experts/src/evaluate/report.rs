//! The report of an evaluation.

use super::{Calibration, Interval, Measure, Quality, Sample, ScoredQuestion, interval};
use crate::ExpertId;
use crate::gate::{COMPONENTS, GateState};
use serde::Serialize;

/// The evaluation of one expert.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The expert.
    pub expert: ExpertId,
    /// Number of commits that were a question for it.
    pub questions: usize,
    /// The expert's quality.
    pub quality: Quality,
    /// The quality of the decayed baseline.
    pub decayed: Quality,
    /// The difference of MRR to the baseline, paired by question.
    pub mrr_gain: f64,
    /// Its 95% interval, by bootstrap over questions.
    pub mrr_gain_interval: Interval,
    /// The difference of recall in the first ten.
    pub recall_at_10_gain: f64,
    /// Its interval.
    pub recall_at_10_gain_interval: Interval,
    /// Calibration of the first ten probabilities of each question.
    pub calibration: Calibration,
    /// The components of the mixture, with their weight at the end and their mean log loss.
    pub components: Vec<ComponentReport>,
    /// The learned state of the gate.
    #[serde(skip)]
    pub gate: GateState,
    /// The reciprocal rank of each question, of the expert and of the baseline, to pool repositories.
    #[serde(skip)]
    pub reciprocal_ranks: Vec<(f64, f64)>,
    /// The judged probabilities, to pool repositories.
    #[serde(skip)]
    pub samples: Vec<Sample>,
    /// The measures of each question, of the expert and of the baseline, to pool repositories.
    #[serde(skip)]
    pub measures: Vec<(Measure, Measure)>,
}

/// One component of the mixture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComponentReport {
    /// Its id, such as `files.history`.
    pub id: String,
    /// Its weight at the end.
    pub weight: f64,
    /// Its mean log loss.
    pub log_loss: f64,
}

impl Report {
    pub(super) fn new(
        expert: ExpertId,
        questions: &[ScoredQuestion],
        samples: &[Sample],
        state: GateState,
    ) -> Report {
        let measures: Vec<(Measure, Measure)> =
            questions.iter().map(|one| (one.mixture.clone(), one.decayed.clone())).collect();
        let component = |(at, component): (usize, &crate::gate::Component)| ComponentReport {
            id: format!("{expert}.{}", component.word),
            weight: state.weights[at],
            log_loss: state.losses[at] / state.commits.max(1) as f64,
        };
        let components: Vec<ComponentReport> = COMPONENTS.iter().enumerate().map(component).collect();
        Report { gate: state, ..Report::pooled(expert, measures, samples.to_vec(), components) }
    }

    /// Of the questions of several repositories.
    pub fn pooled(
        expert: ExpertId,
        measures: Vec<(Measure, Measure)>,
        samples: Vec<Sample>,
        components: Vec<ComponentReport>,
    ) -> Report {
        let quality = Quality::of(measures.iter().map(|(mixture, _)| mixture));
        let decayed = Quality::of(measures.iter().map(|(_, decayed)| decayed));
        let ranks: Vec<(f64, f64)> =
            measures.iter().map(|(one, other)| (one.reciprocal_rank(), other.reciprocal_rank())).collect();
        let gains: Vec<f64> = ranks.iter().map(|(mixture, decayed)| mixture - decayed).collect();
        let recalls: Vec<f64> =
            measures.iter().map(|(one, other)| one.recall(10) - other.recall(10)).collect();
        Report {
            expert,
            questions: measures.len(),
            mrr_gain: quality.mrr - decayed.mrr,
            mrr_gain_interval: interval(&gains),
            recall_at_10_gain: quality.recall_at_10 - decayed.recall_at_10,
            recall_at_10_gain_interval: interval(&recalls),
            quality,
            decayed,
            calibration: Calibration::of(&samples),
            components,
            gate: GateState::default(),
            reciprocal_ranks: ranks,
            samples,
            measures,
        }
    }
}
