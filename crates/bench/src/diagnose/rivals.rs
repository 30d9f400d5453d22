//! Why the first wrong symbols rank before the best expected one that was missed.

use super::expected::SearchTargets;
use fathom_graph::SymbolId;
use fathom_rank::{Explanation, Standing, SymbolRank};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// An expected symbol behind these was missed.
const FIRST: usize = 10;
/// Reported differences per wrong symbol.
const DIFFERENCES: usize = 5;
/// Reported words of the task per symbol.
const TERMS: usize = 6;

/// A symbol where the answer has it: an expected one that wrong ones are
/// compared with, or one of these.
#[derive(Clone, Debug, Serialize)]
pub struct RankedSymbol {
    /// Its name.
    pub symbol: String,
    /// Its file and first line.
    pub place: String,
    /// Its rank in the answer, from 1.
    pub rank: usize,
    /// Its rank by the prior.
    pub prior_rank: usize,
    /// Its rank by the model alone.
    pub model_rank: usize,
    /// Which words of the task it has, those that count most first.
    pub terms: Vec<Term>,
}

/// A symbol of the answer that is not expected.
#[derive(Clone, Debug, Serialize)]
pub struct WrongSymbol {
    /// Its rank.
    #[serde(flatten)]
    pub ranked: RankedSymbol,
    /// The differences that rank it above the rival, largest first.
    pub differences: Vec<Difference>,
}

/// A word of the task in a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The word, stemmed as it is searched.
    pub term: String,
    /// The field that contains it: name, container, path, signature, doc or body.
    pub field: &'static str,
}

/// One signal or feature in which a wrong symbol is ahead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Its name.
    pub what: String,
    /// Its value; a signal's is a share of the task's best.
    pub value: Option<f32>,
    /// The rival's value.
    pub rival: Option<f32>,
    /// How much more it adds to the model's score than for the rival.
    pub change: f32,
    /// The value of the signal for the wrong symbol.
    pub reason: Option<String>,
}

/// Chooses the rival, and compares the first wrong ones with it.
pub(super) fn compare(
    sought: &SearchTargets<'_>,
    answer: &[SymbolRank],
    most: usize,
    explain: &dyn Fn(SymbolId) -> Option<Explanation>,
) -> (Option<RankedSymbol>, Vec<WrongSymbol>) {
    let hits = sought.judge(answer).hits;
    let rival = rival(&hits);
    let until = rival.unwrap_or(answer.len());
    let explained = |index: usize| {
        let explanation = explain(answer[index].symbol)?;
        let standing = explanation.standing.clone().ok()?;
        Some((explanation, standing))
    };
    let best = rival.and_then(explained);
    let ranked = |explanation: &Explanation, standing: &Standing| RankedSymbol {
        symbol: sought.graph.qualified_name(explanation.symbol),
        place: sought.place(explanation.symbol),
        rank: standing.rank,
        prior_rank: standing.prior_rank,
        model_rank: standing.model_rank,
        terms: terms(explanation),
    };
    let wrong = (0..until)
        .filter(|index| !hits[*index])
        .take(most)
        .filter_map(explained)
        .map(|(explanation, standing)| WrongSymbol {
            ranked: ranked(&explanation, &standing),
            differences: differences(&standing, best.as_ref().map(|(_, standing)| standing)),
        })
        .collect();
    let rival = best.as_ref().map(|(explanation, standing)| ranked(explanation, standing));
    (rival, wrong)
}

/// The place of the best expected symbol behind the first ten, else of the
/// best behind a wrong one.
fn rival(hits: &[bool]) -> Option<usize> {
    let from = |start: usize| (start..hits.len()).find(|index| hits[*index]);
    from(FIRST).or_else(|| from(hits.iter().position(|hit| !hit)?))
}

fn terms(explanation: &Explanation) -> Vec<Term> {
    let first = explanation.terms.iter().take(TERMS);
    first.map(|one| Term { term: one.text.clone(), field: one.field.word() }).collect()
}

/// Where the first is ahead of the second, or of nothing.
fn differences(wrong: &Standing, rival: Option<&Standing>) -> Vec<Difference> {
    let (ours, theirs) = (parts(wrong), rival.map(parts).unwrap_or_default());
    let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let mut all: Vec<Difference> = names
        .into_iter()
        .map(|name| {
            let (mine, other) = (ours.get(name), theirs.get(name));
            let change = |part: Option<&Part>| part.map_or(0.0, |part| part.change);
            Difference {
                what: name.clone(),
                value: mine.and_then(|part| part.value),
                rival: other.and_then(|part| part.value),
                change: change(mine) - change(other),
                reason: mine.and_then(|part| part.reason.clone()),
            }
        })
        .filter(|difference| difference.change > 0.0)
        .collect();
    all.sort_by(|a, b| b.change.total_cmp(&a.change));
    all.truncate(DIFFERENCES);
    all
}

struct Part {
    /// `None` for a signal without a value.
    value: Option<f32>,
    change: f32,
    reason: Option<String>,
}

fn parts(standing: &Standing) -> BTreeMap<String, Part> {
    let signals = standing.signals.iter().map(|part| {
        let value = part.rank.map(|_| part.share);
        (part.signal.word().to_owned(), Part { value, change: part.change, reason: part.reason.clone() })
    });
    let features = standing
        .features
        .iter()
        .map(|part| (part.name.clone(), Part { value: Some(part.value), change: part.change, reason: None }));
    signals.chain(features).collect()
}

#[cfg(test)]
mod tests {
    use super::{differences, rival};
    use fathom_rank::{FeaturePart, Signal, SignalPart, Standing};

    fn standing(words: f32, feature: (&str, f32)) -> Standing {
        let signal = SignalPart {
            signal: Signal::Words,
            share: words,
            rank: (words > 0.0).then_some(1),
            change: words,
            reason: None,
        };
        let feature = FeaturePart { name: feature.0.to_owned(), value: 1.0, change: feature.1 };
        Standing {
            rank: 1,
            prior_rank: 1,
            model_rank: 1,
            score: 0.0,
            model_score: 0.0,
            probability: 0.0,
            overload: false,
            repeats: None,
            crowd: 0,
            advice: Vec::new(),
            signals: vec![signal],
            features: vec![feature],
        }
    }

    #[test]
    fn the_rival_is_the_best_expected_symbol_behind_the_first_ten() {
        let mut hits = vec![false; 20];
        hits[0] = true;
        assert_eq!(rival(&hits), None);
        hits[5] = true;
        assert_eq!(rival(&hits), Some(5), "none was missed, but one comes behind wrong ones");
        (hits[12], hits[15]) = (true, true);
        assert_eq!(rival(&hits), Some(12));
        assert_eq!(rival(&[true, true, false]), None, "nothing wrong comes before an expected one");
    }

    #[test]
    fn only_differences_in_favour_of_the_wrong_one_are_listed() {
        let found = differences(&standing(0.9, ("type", 0.5)), Some(&standing(0.0, ("lines", 2.0))));
        let found: Vec<(&str, Option<f32>, Option<f32>)> =
            found.iter().map(|one| (one.what.as_str(), one.value, one.rival)).collect();
        assert_eq!(found, [("words", Some(0.9), None), ("type", Some(1.0), None)]);
    }

    #[test]
    fn an_absent_signal_that_costs_the_rival_more_is_a_difference() {
        let found = differences(&standing(0.0, ("type", 0.0)), Some(&standing(0.0, ("lines", -1.5))));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].what.as_str(), found[0].value), ("lines", None));
        assert!((found[0].change - 1.5).abs() < 1e-6);
    }
}
