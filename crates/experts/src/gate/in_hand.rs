//! The file expert with files in hand: the task and the known part of the change both bring files into it.
//!
//! Two experts answer: one reads the task, the other the files in hand. A file is part of the change if
//! either brings it in; that is exact only if they are independent, and they are not. So a Platt line
//! is fitted to past commits, of which one half of the files was in hand.

use super::{Platt, Scored};
use rustc_hash::FxHashMap;

/// Predictions of one question that the line is fitted to: the first ones.
const JUDGED: usize = 10;

/// See the module documentation.
#[derive(Clone, Debug, Default)]
pub struct InHand {
    platt: Platt,
}

/// A candidate with its probability before and after recalibration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CombinedChance {
    /// Its place in the tree.
    pub candidate: usize,
    /// The probability that either expert is right.
    pub mixed: f64,
    /// The probability after recalibration.
    pub probability: f64,
}

impl InHand {
    /// A line that was fitted before.
    pub fn from_line(line: (f64, f64)) -> InHand {
        InHand { platt: Platt::from_line(line) }
    }

    /// The line.
    pub fn line(&self) -> (f64, f64) {
        self.platt.line()
    }

    /// Combines the scores by the task and by the files in hand, best first; ties by place.
    pub fn combine(&self, by_task: &[Scored], by_files: &[Scored]) -> Vec<CombinedChance> {
        let mut chances: FxHashMap<usize, f64> = FxHashMap::default();
        for one in by_task.iter().chain(by_files) {
            let known = chances.entry(one.candidate).or_insert(0.0);
            *known = 1.0 - (1.0 - *known) * (1.0 - one.probability);
        }
        let corrected = |(candidate, mixed): (usize, f64)| CombinedChance {
            candidate,
            mixed,
            probability: self.platt.correct(mixed),
        };
        let mut combined: Vec<CombinedChance> = chances.into_iter().map(corrected).collect();
        combined.sort_unstable_by(|a, b| b.mixed.total_cmp(&a.mixed).then(a.candidate.cmp(&b.candidate)));
        combined
    }

    /// Learns from a commit: the combined candidates, and which of them it changed.
    pub fn learn(&mut self, combined: &[CombinedChance], happened: impl Fn(usize) -> bool) {
        let first = combined.iter().take(JUDGED);
        let outcomes: Vec<(f64, bool)> = first.map(|one| (one.mixed, happened(one.candidate))).collect();
        if !outcomes.is_empty() {
            self.platt.learn(&outcomes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InHand;
    use crate::gate::Scored;

    fn scored(candidate: usize, probability: f64) -> Scored {
        Scored { candidate, probability, mixed: probability, by_component: Vec::new() }
    }

    #[test]
    fn a_file_that_both_experts_name_comes_first() {
        let combined =
            InHand::default().combine(&[scored(1, 0.5), scored(2, 0.4)], &[scored(2, 0.4), scored(3, 0.1)]);
        let order: Vec<(usize, i64)> =
            combined.iter().map(|one| (one.candidate, (one.probability * 100.0).round() as i64)).collect();
        assert_eq!(order, [(2, 64), (1, 50), (3, 10)]);
    }

    #[test]
    fn probabilities_that_were_too_high_become_lower() {
        let mut in_hand = InHand::default();
        for _ in 0..100 {
            let combined = in_hand.combine(&[scored(1, 0.6), scored(2, 0.6)], &[scored(2, 0.6)]);
            in_hand.learn(&combined, |candidate| candidate == 3);
        }
        assert!(in_hand.combine(&[scored(1, 0.6)], &[])[0].probability < 0.3);
    }
}
