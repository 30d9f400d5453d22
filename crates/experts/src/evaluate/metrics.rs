//! How good an order is.

use crate::replay::Expected;
use serde::Serialize;

/// How well one question was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// By expected file: its rank from 1, `None` if it was not listed, and how often it was touched before.
    ranks: Vec<(Option<usize>, FileHistory)>,
}

/// How much history a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileHistory {
    /// No commit had touched it.
    Unseen,
    /// One commit had.
    Cold,
    /// More had.
    Warm,
}

impl Measure {
    /// Of an order of candidates, best first.
    pub fn of(order: &[usize], expected: &[Expected]) -> Measure {
        let rank = |one: &Expected| {
            let touched = match one.touches {
                0 => FileHistory::Unseen,
                1 => FileHistory::Cold,
                _ => FileHistory::Warm,
            };
            (order.iter().position(|candidate| *candidate == one.candidate).map(|place| place + 1), touched)
        };
        Measure { ranks: expected.iter().map(rank).collect() }
    }

    /// The reciprocal rank of the first expected file.
    pub fn reciprocal_rank(&self) -> f64 {
        let first = self.ranks.iter().filter_map(|(rank, _)| *rank).min();
        first.map_or(0.0, |rank| 1.0 / rank as f64)
    }

    fn within(&self, k: usize) -> usize {
        self.ranks.iter().filter(|(rank, _)| rank.is_some_and(|rank| rank <= k)).count()
    }

    /// The share of the expected files in the first `k`.
    pub fn recall(&self, k: usize) -> f64 {
        self.within(k) as f64 / self.ranks.len() as f64
    }

    /// The share of the first `k` that were expected.
    pub fn precision(&self, k: usize) -> f64 {
        self.within(k) as f64 / k as f64
    }

    /// Whether all expected files are in the first `k`.
    pub fn has_all(&self, k: usize) -> f64 {
        f64::from(u8::from(self.within(k) == self.ranks.len()))
    }

    /// Whether the first `k` have room for all expected files.
    pub fn has_room(&self, k: usize) -> f64 {
        f64::from(u8::from(self.ranks.len() <= k))
    }

    fn counts(&self, touched: &[FileHistory]) -> [usize; 3] {
        let of = self.ranks.iter().filter(|(_, one)| touched.contains(one));
        let found = of.clone().filter(|(rank, _)| rank.is_some_and(|rank| rank <= 10)).count();
        let listed = of.clone().filter(|(rank, _)| rank.is_some()).count();
        [found, listed, of.count()]
    }
}

/// The share of files found in the first ten, with their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Recall {
    /// The share.
    pub recall_at_10: f64,
    /// The share of files found at all: in the list of candidates that the gate scores.
    pub listed: f64,
    /// Number of files.
    pub files: usize,
}

/// Means over questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Quality {
    /// Mean reciprocal rank of the first expected file.
    pub mrr: f64,
    /// Precision of the first.
    pub precision_at_1: f64,
    /// Precision of the first five.
    pub precision_at_5: f64,
    /// Share of the expected files in the first five.
    pub recall_at_5: f64,
    /// Share of the expected files in the first ten.
    pub recall_at_10: f64,
    /// Share of the questions with all expected files in the first.
    pub all_in_1: f64,
    /// In the first five.
    pub all_in_5: f64,
    /// In the first ten.
    pub all_in_10: f64,
    /// The share of the questions with at most 1, 5 and 10 expected files: no order can have more.
    pub bound: [f64; 3],
    /// Expected files that at least two commits had touched.
    pub warm: Recall,
    /// That one commit had touched.
    pub cold: Recall,
    /// That no commit had touched.
    pub unseen: Recall,
    /// That at most one commit had touched.
    pub at_most_one: Recall,
}

impl Quality {
    /// The means over questions.
    #[expect(clippy::needless_pass_by_value, reason = "an iterator is cloned for each walk")]
    pub fn of<'m>(measures: impl Iterator<Item = &'m Measure> + Clone) -> Quality {
        let count = measures.clone().count().max(1) as f64;
        let mean = |of: &dyn Fn(&Measure) -> f64| measures.clone().map(of).sum::<f64>() / count;
        let recall = |touched: &[FileHistory]| {
            let sums = measures.clone().map(|measure| measure.counts(touched));
            let [found, listed, files] = sums.fold([0; 3], |sum, one| [0, 1, 2].map(|at| sum[at] + one[at]));
            let share = |count: usize| count as f64 / files.max(1) as f64;
            Recall { recall_at_10: share(found), listed: share(listed), files }
        };
        Quality {
            mrr: mean(&Measure::reciprocal_rank),
            precision_at_1: mean(&|one| one.precision(1)),
            precision_at_5: mean(&|one| one.precision(5)),
            recall_at_5: mean(&|one| one.recall(5)),
            recall_at_10: mean(&|one| one.recall(10)),
            all_in_1: mean(&|one| one.has_all(1)),
            all_in_5: mean(&|one| one.has_all(5)),
            all_in_10: mean(&|one| one.has_all(10)),
            bound: [1, 5, 10].map(|k| mean(&|one| one.has_room(k))),
            warm: recall(&[FileHistory::Warm]),
            cold: recall(&[FileHistory::Cold]),
            unseen: recall(&[FileHistory::Unseen]),
            at_most_one: recall(&[FileHistory::Cold, FileHistory::Unseen]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Measure, Quality};
    use crate::replay::Expected;

    #[test]
    fn means_follow_their_definitions() {
        let expected = |candidate, touches| Expected { candidate, touches };
        let measures = [
            Measure::of(&[7, 3, 9], &[expected(3, 0), expected(9, 5)]),
            Measure::of(&[1, 2], &[expected(8, 1)]),
        ];
        let quality = Quality::of(measures.iter());
        assert!((quality.mrr - 0.25).abs() < 1e-9);
        assert!((quality.recall_at_10 - 0.5).abs() < 1e-9);
        assert!((quality.all_in_5 - 0.5).abs() < 1e-9 && quality.all_in_1.abs() < 1e-9);
        assert!((quality.precision_at_5 - 0.2).abs() < 1e-9);
        assert!(quality.bound[0] > 0.49 && quality.bound[0] < 0.51 && quality.bound[1] > 0.99);
        assert!(quality.warm.listed > 0.99 && quality.cold.listed < 0.01);
        assert_eq!((quality.warm.files, quality.cold.files, quality.unseen.files), (1, 1, 1));
        assert!((quality.at_most_one.recall_at_10 - 0.5).abs() < 1e-9);
    }
}
