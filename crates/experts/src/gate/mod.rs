//! The gate: mixes components into one probability per candidate.
//!
//! A component is a model over some of the features: all of them, those of history, of content, of
//! names. Its weights ship with Fathom, learned on other repositories' histories. In a repository
//! the components are weighted by how well they predicted its past commits: after each commit the
//! weight of a component is multiplied by `exp(-rate · log loss)`. A Platt line, fitted to the same
//! past predictions, recalibrates the mixture.

mod forest;
mod in_hand;
mod platt;
mod shipped;
mod trees;

pub use in_hand::{CombinedChance, InHand};
pub use platt::{Platt, log_odds, logistic};
pub use shipped::{COMPONENTS, shipped, version};
pub use trees::{Node, Trees};

use crate::ExpertId;
use crate::ledger::Settlement;
use crate::signals::{FeatureRow, Group};
use forest::Forest;
use serde::{Deserialize, Serialize};

/// How fast weights follow the log loss.
const RATE: f64 = 0.3;
/// The share of the weight that is spread evenly after each step, so that no component is lost for good.
const SHARED: f64 = 0.01;
/// Predictions of one question that the gate learns from: the first ones.
const JUDGED: usize = 10;

/// A component by its word, with the groups of features that it reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// `all`, `history`, `content`, `names`.
    pub word: &'static str,
    /// Its inputs besides the question.
    pub groups: &'static [Group],
    /// Its weight before anything was learned from the repository.
    pub prior: f64,
}

/// The state of a gate for a repository.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateState {
    /// The weight of each component; they add up to 1.
    pub weights: Vec<f64>,
    /// The line of recalibration.
    pub line: (f64, f64),
    /// Number of commits that it learned from.
    pub commits: usize,
    /// The log loss of each component, summed.
    pub losses: Vec<f64>,
    /// The stakes and earnings of each component, in thousandths of a credit.
    pub accounts: Vec<(i64, i64)>,
}

impl Default for GateState {
    fn default() -> GateState {
        GateState {
            weights: COMPONENTS.iter().map(|component| component.prior).collect(),
            line: (1.0, 0.0),
            commits: 0,
            losses: vec![0.0; COMPONENTS.len()],
            accounts: vec![(0, 0); COMPONENTS.len()],
        }
    }
}

/// See the module documentation.
pub struct Gate {
    models: Vec<Forest>,
    state: GateState,
    platt: Platt,
}

/// A candidate with its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Its place in the tree.
    pub candidate: usize,
    /// The probability after recalibration.
    pub probability: f64,
    /// The probability before.
    pub mixed: f64,
    /// The probability by each component.
    by_component: Vec<f64>,
}

impl Gate {
    /// The shipped gate of an expert, with what the repository taught it; the rows that it scores have
    /// features of these names.
    pub fn new(expert: ExpertId, names: &[(String, Group)], state: GateState) -> Gate {
        Gate::with_models(shipped(expert), names, state)
    }

    /// A gate of other models, one per component.
    pub fn with_models(models: &[Trees], names: &[(String, Group)], state: GateState) -> Gate {
        let models = models.iter().map(|model| Forest::new(model, names)).collect();
        Gate { models, platt: Platt::from_line(state.line), state }
    }

    /// Its state for the repository.
    pub fn state(&self) -> &GateState {
        &self.state
    }

    /// Scores candidates, most probable first; ties by place.
    pub fn score(&self, rows: &[FeatureRow]) -> Vec<Scored> {
        let by_model: Vec<Vec<f32>> = self.models.iter().map(|model| model.score(rows)).collect();
        let of = |(at, row): (usize, &FeatureRow)| {
            let by_component: Vec<f64> =
                by_model.iter().map(|scores| logistic(f64::from(scores[at]))).collect();
            let weighted = by_component.iter().zip(&self.state.weights).map(|(p, weight)| p * weight);
            let mixed = weighted.sum::<f64>();
            Scored { candidate: row.candidate, probability: self.platt.correct(mixed), mixed, by_component }
        };
        let mut scored: Vec<Scored> = rows.iter().enumerate().map(of).collect();
        scored.sort_unstable_by(|a, b| b.mixed.total_cmp(&a.mixed).then(a.candidate.cmp(&b.candidate)));
        scored
    }

    /// Learns from a commit: the scored candidates, and which of them it changed.
    pub fn learn(&mut self, scored: &[Scored], happened: impl Fn(usize) -> bool) {
        let judged: Vec<(&Scored, bool)> =
            scored.iter().take(JUDGED).map(|one| (one, happened(one.candidate))).collect();
        if judged.is_empty() {
            return;
        }
        let loss = |at: usize| -> f64 {
            let of = |(one, happened): &(&Scored, bool)| log_loss(one.by_component[at], *happened);
            judged.iter().map(of).sum::<f64>() / judged.len() as f64
        };
        let losses: Vec<f64> = (0..self.models.len()).map(loss).collect();
        let state = &mut self.state;
        for ((weight, sum), loss) in state.weights.iter_mut().zip(&mut state.losses).zip(&losses) {
            *weight *= (-RATE * loss).exp();
            *sum += loss;
        }
        for (at, account) in state.accounts.iter_mut().enumerate().take(losses.len()) {
            let items = judged.iter().map(|(one, happened)| (one.by_component[at], *happened));
            let settlement = Settlement::of(items);
            *account = (account.0 + settlement.stake, account.1 + settlement.reward);
        }
        let total: f64 = state.weights.iter().sum();
        for (weight, component) in state.weights.iter_mut().zip(COMPONENTS) {
            *weight = (1.0 - SHARED) * *weight / total + SHARED * component.prior;
        }
        state.commits += 1;
        let outcomes: Vec<(f64, bool)> =
            judged.iter().map(|(one, happened)| (one.mixed, *happened)).collect();
        self.platt.learn(&outcomes);
        self.state.line = self.platt.line();
    }
}

/// `-ln` of the probability that was given to what happened.
pub fn log_loss(probability: f64, happened: bool) -> f64 {
    let p = if happened { probability } else { 1.0 - probability };
    -p.max(1e-6).ln()
}
