//! Prequential evaluation: each commit is predicted from what came before it, then learned.

mod bootstrap;
mod calibration;
mod metrics;
mod report;

pub use bootstrap::{Interval, interval};
pub use calibration::{Bin, Calibration, Sample};
pub use metrics::{FileHistory, Measure, Quality, Recall};
pub use report::{ComponentReport, Report};

use crate::ExpertId;
use crate::gate::{Gate, GateState, Trees};
use crate::past::Past;
use crate::replay::{Diffs, Question, Replay};
use fathom_history::HistoryError;
use std::path::Path;

/// Commits before the evaluated ones from which the gate learns, unscored.
pub const WARM_UP: usize = 100;
/// Predictions of a question whose probabilities are judged: the first ones.
const JUDGED: usize = 10;

/// The options of an evaluation.
pub struct Evaluation<'m> {
    /// The experts.
    pub experts: &'m [ExpertId],
    /// The places of the commits, oldest first.
    pub commits: &'m [usize],
    /// Of those, the number at the start from which the gate learns and which are not scored.
    pub warm_up: usize,
    /// Whether the test expert is given the changed lines.
    pub diffs: Diffs,
    /// Models instead of the shipped ones.
    pub models: Option<&'m dyn Fn(ExpertId) -> Vec<Trees>>,
}

/// Evaluates experts on the past of a repository; `progress` is called with the number of commits done.
pub fn evaluate(
    root: &Path,
    past: &Past<'_>,
    evaluation: &Evaluation<'_>,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Report>, HistoryError> {
    let mut replay = Replay::new(root, past, evaluation.diffs)?;
    let mut runs: Vec<Run> = evaluation.experts.iter().map(|expert| Run::new(*expert)).collect();
    for (at, commit) in evaluation.commits.iter().enumerate() {
        let questions = replay.ask(*commit, evaluation.experts)?;
        for (run, question) in runs.iter_mut().zip(questions) {
            if let Some(question) = question {
                run.judge(&question, at >= evaluation.warm_up, evaluation.models);
            }
        }
        progress(at + 1);
    }
    Ok(runs
        .into_iter()
        .map(|run| Report::new(run.expert, &run.questions, &run.samples, run.state()))
        .collect())
}

/// One scored question.
pub(crate) struct ScoredQuestion {
    pub(crate) mixture: Measure,
    pub(crate) decayed: Measure,
}

struct Run {
    expert: ExpertId,
    gate: Option<Gate>,
    questions: Vec<ScoredQuestion>,
    samples: Vec<Sample>,
}

impl Run {
    fn new(expert: ExpertId) -> Run {
        Run { expert, gate: None, questions: Vec::new(), samples: Vec::new() }
    }

    fn state(&self) -> GateState {
        self.gate.as_ref().map(|gate| gate.state().clone()).unwrap_or_default()
    }

    fn judge(
        &mut self,
        question: &Question,
        is_scored: bool,
        models: Option<&dyn Fn(ExpertId) -> Vec<Trees>>,
    ) {
        let expert = self.expert;
        let gate = self.gate.get_or_insert_with(|| match models {
            Some(models) => Gate::with_models(&models(expert), &question.names, GateState::default()),
            None => Gate::new(expert, &question.names, GateState::default()),
        });
        let scored = gate.score(&question.rows);
        let happened = |candidate: usize| question.expected.iter().any(|one| one.candidate == candidate);
        if is_scored {
            let order: Vec<usize> = scored.iter().map(|one| one.candidate).collect();
            self.questions.push(ScoredQuestion {
                mixture: Measure::of(&order, &question.expected),
                decayed: Measure::of(&question.decayed, &question.expected),
            });
            let first = scored.iter().take(JUDGED);
            self.samples.extend(
                first.map(|one| Sample { probability: one.probability, happened: happened(one.candidate) }),
            );
        }
        gate.learn(&scored, happened);
    }
}
