//! Metrics of an answer.
//!
//! Each metric is a function of a [`MatchedAnswer`] answer, a file each; [`score`]
//! computes all of them for a record, under each matching. A question that
//! failed or timed out scores 0 everywhere: leaving it out would reward
//! systems that give up on hard repositories.

pub mod accuracy;
pub mod curve;
pub mod ndcg;
pub mod precision;
pub mod reciprocal;
pub mod tokens;

use crate::matching::{ExpectedSymbol, MatchedAnswer, Matching, judge, wanted};
use crate::record::{Outcome, Record};
use serde::Serialize;

/// The Ks of precision, recall and F1.
pub const KS: [usize; 3] = [5, 10, 20];

/// Precision, recall and their harmonic mean at one K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct AtK {
    /// How many symbols are looked at.
    pub k: usize,
    /// Hits by K.
    pub precision: f64,
    /// Expected symbols found, by all expected.
    pub recall: f64,
    /// The harmonic mean of both.
    pub f1: f64,
}

/// One answer under one matching.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// At each of [`KS`].
    pub at: [AtK; 3],
    /// NDCG of the first 10.
    pub ndcg: f64,
    /// 1 by the rank of the first hit.
    pub reciprocal_rank: f64,
    /// Precision and recall at K = 1 … 50.
    pub curve: Vec<curve::Point>,
    /// Hits for each 1,000 tokens of the answer.
    pub hits_per_1000_tokens: f64,
    /// Tokens of the answer, if its first 10 symbols reach a recall of 0.5.
    pub tokens_at_half_recall: Option<usize>,
    /// Rank of each expected symbol, in the order of the task's labels.
    pub ranks: Vec<Option<usize>>,
}

impl Scores {
    /// At K = 5.
    pub fn at_5(&self) -> AtK {
        self.at[0]
    }

    /// At K = 10.
    pub fn at_10(&self) -> AtK {
        self.at[1]
    }

    /// At K = 20.
    pub fn at_20(&self) -> AtK {
        self.at[2]
    }
}

/// One answer under each matching.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchingScores {
    /// Under the public matching.
    pub lenient: Scores,
    /// Under one-to-one matching.
    pub strict: Scores,
    /// Under one-to-one matching of the very symbols.
    pub exact: Scores,
}

impl MatchingScores {
    /// Under one of them.
    pub fn of(&self, matching: Matching) -> &Scores {
        match matching {
            Matching::Lenient => &self.lenient,
            Matching::Strict => &self.strict,
            Matching::Exact => &self.exact,
        }
    }
}

/// All that is measured on one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Symbols; `None` if the task expects files only.
    pub symbols: Option<MatchingScores>,
    /// Files and functions of a change; `None` if the task expects names.
    pub accuracy: Option<accuracy::Accuracy>,
}

/// Scores a record.
pub fn score(record: &Record) -> Score {
    let wanted = wanted(&record.task);
    let tokens = if record.outcome == Outcome::Answered { record.tokens } else { 0 };
    let scores = |matching| scores(&judged(record, &wanted, matching), &record.shown, tokens);
    let symbols = (!wanted.is_empty()).then(|| MatchingScores {
        lenient: scores(Matching::Lenient),
        strict: scores(Matching::Strict),
        exact: scores(Matching::Exact),
    });
    Score { symbols, accuracy: accuracy::accuracy(record) }
}

/// A record under a matching; nothing counts of what was returned without an answer.
fn judged(record: &Record, wanted: &[ExpectedSymbol], matching: Matching) -> MatchedAnswer {
    match record.outcome {
        Outcome::Answered => judge(matching, wanted, &record.found),
        _ => MatchedAnswer::nothing(wanted.len()),
    }
}

fn scores(judged: &MatchedAnswer, shown: &[bool], tokens: usize) -> Scores {
    Scores {
        at: KS.map(|k| AtK {
            k,
            precision: precision::precision(judged, k),
            recall: precision::recall(judged, k),
            f1: precision::f1(judged, k),
        }),
        ndcg: ndcg::ndcg(judged, 10),
        reciprocal_rank: reciprocal::reciprocal_rank(judged),
        curve: curve::curve(judged),
        hits_per_1000_tokens: tokens::hits_per_1000(judged, shown, tokens),
        tokens_at_half_recall: tokens::at_recall(judged, tokens, 10, 0.5),
        ranks: judged.ranks.clone(),
    }
}

#[cfg(test)]
pub(crate) fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::found;
    use crate::record::IndexCost;
    use crate::tasks::{Confidence, Expected, Label, Source, Task, Tier};

    fn record(outcome: Outcome) -> Record {
        let labels = ["Basket", "Basket.total", "pay", "Order"];
        let label =
            |symbol: &str| Label { symbol: symbol.into(), confidence: Confidence::High, reason: None };
        Record {
            system: "one".into(),
            version: "1".into(),
            task: Task {
                id: "t".into(),
                repo: "shop".into(),
                commit: None,
                tier: Tier::Easy,
                description: "d".into(),
                source: Source::Manual,
                expected: Expected::Symbols(labels.map(label).to_vec()),
                tags: Vec::new(),
                changed: Vec::new(),
            },
            language: "python".into(),
            outcome,
            found: found(&["noise", "Basket.total", "Basket.add", "Basket.remove", "shop.pay"]),
            files: Vec::new(),
            tokens: 500,
            shown: Vec::new(),
            text_hash: String::new(),
            text: None,
            budgets: Vec::new(),
            index: IndexCost::default(),
            cold_ms: 1.0,
            warm_ms: 1.0,
            unindexed: None,
        }
    }

    #[test]
    fn all_matchings_are_computed_side_by_side() {
        let matched = score(&record(Outcome::Answered)).symbols.unwrap();
        assert!(close(matched.lenient.at_10().precision, 0.4));
        assert!(close(matched.lenient.at_10().recall, 0.75));
        assert!(close(matched.strict.at_10().precision, 0.3), "of the two that match the class one counts");
        assert!(close(matched.strict.at_10().recall, 0.75));
        assert!(close(matched.exact.at_10().precision, 0.2));
        assert!(close(matched.exact.at_10().recall, 0.5));
        assert!(close(matched.exact.reciprocal_rank, 0.5));
        assert_eq!(matched.exact.tokens_at_half_recall, Some(500));
        assert_eq!(matched.exact.ranks, [None, Some(2), Some(5), None]);
    }

    #[test]
    fn a_question_without_an_answer_scores_zero_whatever_it_returned() {
        let matched = score(&record(Outcome::TimedOut { step: "query".into() })).symbols.unwrap();
        for scores in [&matched.lenient, &matched.strict, &matched.exact] {
            assert!(scores.at.iter().all(|at| at.precision + at.recall + at.f1 == 0.0));
            assert!(close(scores.ndcg + scores.reciprocal_rank + scores.hits_per_1000_tokens, 0.0));
            assert_eq!(scores.curve.len(), 50);
            assert_eq!(scores.tokens_at_half_recall, None);
        }
    }
}
