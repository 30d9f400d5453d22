//! The size of an answer in `cl100k_base` tokens.

use crate::matching::MatchedAnswer;

/// Hits for each 1,000 tokens of the answer; 0 for an empty answer. Only hits that the counted text
/// shows count; an empty `shown` means all.
pub fn hits_per_1000(judged: &MatchedAnswer, shown: &[bool], tokens: usize) -> f64 {
    if tokens == 0 {
        return 0.0;
    }
    let is_shown = |at: usize| shown.get(at).copied().unwrap_or(shown.is_empty());
    let hits = judged.hits.iter().enumerate().filter(|(at, hit)| **hit && is_shown(*at)).count();
    hits as f64 * 1000.0 / tokens as f64
}

/// The tokens of the answer if its first `k` symbols reach this recall. The
/// whole answer counts: that is what its reader was given.
pub fn at_recall(judged: &MatchedAnswer, tokens: usize, k: usize, recall: f64) -> Option<usize> {
    (!judged.ranks.is_empty() && super::precision::recall(judged, k) >= recall).then_some(tokens)
}

/// The price of enough context over many tasks.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Price {
    /// Tasks that reach the recall.
    pub reached: usize,
    /// All tasks.
    pub tasks: usize,
    /// The median tokens of those that reach it.
    pub median: Option<f64>,
    /// Tokens of all answers, by the tasks that reach it: what a reader pays
    /// for one, with the answers that did not help.
    pub per_reached: Option<f64>,
}

/// Prices answers: for each, its tokens and whether it reaches the recall.
pub fn price(answers: &[(usize, bool)]) -> Price {
    let reached: Vec<f64> =
        answers.iter().filter(|(_, reached)| *reached).map(|(tokens, _)| *tokens as f64).collect();
    let all: f64 = answers.iter().map(|(tokens, _)| *tokens as f64).sum();
    let some = !reached.is_empty();
    Price {
        reached: reached.len(),
        tasks: answers.len(),
        median: some.then(|| crate::statistics::median(&reached)),
        per_reached: some.then(|| all / reached.len() as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;

    #[test]
    fn an_answer_is_as_efficient_as_its_hits_are_short() {
        let judged =
            MatchedAnswer { hits: vec![true, false, true], ranks: vec![Some(1), Some(3), None, None] };
        assert!(close(hits_per_1000(&judged, &[], 500), 4.0));
        assert!(close(hits_per_1000(&judged, &[true, true, false], 500), 2.0), "the text shows one hit");
        assert!(close(hits_per_1000(&judged, &[], 0), 0.0));
        assert_eq!(at_recall(&judged, 500, 10, 0.5), Some(500));
        assert_eq!(at_recall(&judged, 500, 2, 0.5), None);
    }

    #[test]
    fn answers_that_did_not_help_are_paid_for_too() {
        let price = price(&[(100, true), (300, true), (800, false)]);
        assert_eq!((price.reached, price.tasks), (2, 3));
        assert_eq!((price.median, price.per_reached), (Some(200.0), Some(600.0)));
        assert_eq!(super::price(&[(5, false)]).per_reached, None);
    }
}
