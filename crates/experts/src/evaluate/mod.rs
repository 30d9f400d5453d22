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
use crate::gate::{Gate, GateState, InHand, Scored, Trees};
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

/// What an evaluation found.
pub struct Evaluated {
    /// One report per expert.
    pub reports: Vec<Report>,
    /// The file expert with one half of each change in hand, if the experts `files` and `next` were asked.
    pub in_hand: InHandReport,
}

/// The file expert with files in hand.
#[derive(Default)]
pub struct InHandReport {
    /// The line that recalibrates its probabilities.
    pub line: (f64, f64),
    /// Its measures beside those of the decayed baseline of the expert `next`.
    pub measures: Vec<(Measure, Measure)>,
    /// Its judged probabilities.
    pub samples: Vec<Sample>,
}

/// Evaluates experts on the past of a repository; `progress` is called with the number of commits done.
pub fn evaluate(
    root: &Path,
    past: &Past<'_>,
    evaluation: &Evaluation<'_>,
    progress: &mut dyn FnMut(usize),
) -> Result<Evaluated, HistoryError> {
    let mut replay = Replay::new(root, past, evaluation.diffs)?;
    let mut runs: Vec<Run> = evaluation.experts.iter().map(|expert| Run::new(*expert)).collect();
    let place = |expert| evaluation.experts.iter().position(|one| *one == expert);
    let of_in_hand = place(ExpertId::Files).zip(place(ExpertId::Next));
    let mut in_hand = InHandRun::default();
    for (at, commit) in evaluation.commits.iter().enumerate() {
        let questions = replay.ask(*commit, evaluation.experts)?;
        let is_scored = at >= evaluation.warm_up;
        let mut scored: Vec<Vec<Scored>> = Vec::new();
        for (run, question) in runs.iter_mut().zip(&questions) {
            scored.push(
                question
                    .as_ref()
                    .map_or_else(Vec::new, |question| run.judge(question, is_scored, evaluation.models)),
            );
        }
        if let Some((files, next)) = of_in_hand
            && let (Some(of_task), Some(of_files)) = (&questions[files], &questions[next])
        {
            in_hand.judge((of_task, &scored[files]), (of_files, &scored[next]), is_scored);
        }
        progress(at + 1);
    }
    let report = |run: Run| Report::new(run.expert, &run.questions, &run.samples, run.state());
    let in_hand = InHandReport { line: in_hand.gate.line(), ..in_hand.report };
    Ok(Evaluated { reports: runs.into_iter().map(report).collect(), in_hand })
}

/// The evaluation of the file expert with files in hand.
#[derive(Default)]
struct InHandRun {
    gate: InHand,
    report: InHandReport,
}

impl InHandRun {
    /// A commit of which one half is in hand: what the file expert says to the message, and the expert
    /// `next` to that half.
    fn judge(
        &mut self,
        (of_task, by_task): (&Question, &[Scored]),
        (of_files, by_files): (&Question, &[Scored]),
        is_scored: bool,
    ) {
        let is_wanted = |candidate: usize| of_files.expected.iter().any(|one| one.candidate == candidate);
        let is_changed = |candidate: usize| of_task.expected.iter().any(|one| one.candidate == candidate);
        // What the commit changed and `next` was not asked for was in hand.
        let by_task: Vec<Scored> = by_task
            .iter()
            .filter(|one| is_wanted(one.candidate) || !is_changed(one.candidate))
            .cloned()
            .collect();
        let combined = self.gate.combine(&by_task, by_files);
        if is_scored {
            let order: Vec<usize> = combined.iter().map(|one| one.candidate).collect();
            let measures =
                (Measure::of(&order, &of_files.expected), Measure::of(&of_files.decayed, &of_files.expected));
            self.report.measures.push(measures);
            let first = combined.iter().take(JUDGED);
            self.report.samples.extend(
                first.map(|one| Sample { probability: one.probability, happened: is_wanted(one.candidate) }),
            );
        }
        self.gate.learn(&combined, is_wanted);
    }
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
    ) -> Vec<Scored> {
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
        scored
    }
}
