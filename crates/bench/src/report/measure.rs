//! Everything that is averaged over tasks, by one name each.

use crate::matching::Matching;
use crate::metrics::{KS, Score, accuracy};

/// A measure of the symbols of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeasureKind {
    /// Precision at K.
    Precision(usize),
    /// Recall at K.
    Recall(usize),
    /// F1 at K.
    F1(usize),
    /// NDCG of the first 10.
    Ndcg,
    /// The reciprocal rank of the first hit.
    Mrr,
    /// Hits for each 1,000 tokens.
    Efficiency,
}

/// One number per answered task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// On symbols, under a matching.
    Symbols(Matching, MeasureKind),
    /// All files of a change within k.
    Files(usize),
    /// All functions of a change within k.
    Functions(usize),
}

impl Measure {
    /// The measure that systems are ranked by: it cannot be raised by returning one thing many times.
    pub const FIRST: Measure = Measure::Symbols(Matching::Strict, MeasureKind::Recall(10));
    /// Its counterweight: a type does not count for its member.
    pub const SECOND: Measure = Measure::Symbols(Matching::Exact, MeasureKind::Recall(10));
    /// The first figure of the public benchmark.
    pub const PUBLIC: Measure = Measure::Symbols(Matching::Lenient, MeasureKind::Precision(10));

    /// Every measure, in the order of reports.
    pub fn all() -> Vec<Measure> {
        let mut all = Vec::new();
        for matching in Matching::ALL {
            let mut add = |what| all.push(Measure::Symbols(matching, what));
            KS.map(MeasureKind::Precision).into_iter().for_each(&mut add);
            KS.map(MeasureKind::Recall).into_iter().for_each(&mut add);
            KS.map(MeasureKind::F1).into_iter().for_each(&mut add);
            [MeasureKind::Ndcg, MeasureKind::Mrr, MeasureKind::Efficiency].into_iter().for_each(&mut add);
        }
        all.extend(accuracy::KS.map(Measure::Files));
        all.extend(accuracy::KS.map(Measure::Functions));
        all
    }

    /// Those with an interval and a test of significance.
    pub fn main() -> Vec<Measure> {
        let mut main = Vec::new();
        for matching in Matching::ALL {
            for what in
                [MeasureKind::Precision(10), MeasureKind::Recall(10), MeasureKind::Ndcg, MeasureKind::Mrr]
            {
                main.push(Measure::Symbols(matching, what));
            }
        }
        main.extend([Measure::Files(5), Measure::Functions(10)]);
        main
    }

    /// The short name.
    pub fn name(self) -> String {
        match self {
            Measure::Symbols(_, what) => match what {
                MeasureKind::Precision(k) => format!("P@{k}"),
                MeasureKind::Recall(k) => format!("R@{k}"),
                MeasureKind::F1(k) => format!("F1@{k}"),
                MeasureKind::Ndcg => "NDCG@10".to_owned(),
                MeasureKind::Mrr => "MRR".to_owned(),
                MeasureKind::Efficiency => "hits per 1,000 tokens".to_owned(),
            },
            Measure::Files(k) => format!("files acc@{k}"),
            Measure::Functions(k) => format!("functions acc@{k}"),
        }
    }

    /// The name with its matching: `strict R@10`.
    pub fn title(self) -> String {
        match self.matching() {
            "-" => self.name(),
            matching => format!("{matching} {}", self.name()),
        }
    }

    /// The matching's word, or `-` where there is none to choose.
    pub fn matching(self) -> &'static str {
        match self {
            Measure::Symbols(matching, _) => matching.word(),
            Measure::Files(_) | Measure::Functions(_) => "-",
        }
    }

    /// The value for a task, if it has one.
    pub fn value(self, score: &Score) -> Option<f64> {
        let truth = |all: &[bool; 5], k: usize| {
            let at = accuracy::KS.iter().position(|one| *one == k)?;
            Some(f64::from(u8::from(all[at])))
        };
        match self {
            Measure::Symbols(matching, what) => {
                let scores = score.symbols.as_ref()?.of(matching);
                let at = |k: usize| scores.at.iter().find(|at| at.k == k);
                match what {
                    MeasureKind::Precision(k) => Some(at(k)?.precision),
                    MeasureKind::Recall(k) => Some(at(k)?.recall),
                    MeasureKind::F1(k) => Some(at(k)?.f1),
                    MeasureKind::Ndcg => Some(scores.ndcg),
                    MeasureKind::Mrr => Some(scores.reciprocal_rank),
                    MeasureKind::Efficiency => Some(scores.hits_per_1000_tokens),
                }
            }
            Measure::Files(k) => truth(&score.accuracy.as_ref()?.files, k),
            Measure::Functions(k) => truth(score.accuracy.as_ref()?.functions.as_ref()?, k),
        }
    }
}
