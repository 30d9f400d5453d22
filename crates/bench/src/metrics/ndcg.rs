//! Normalised discounted cumulative gain: hits early are worth more than late.
//!
//! A hit is worth 1 by log2(rank + 1). The ideal answer has as many hits as
//! there are expected symbols, all first. Under lenient matching an answer can
//! have more hits than that; it is worth 1 at most.

use crate::matching::MatchedAnswer;

/// NDCG of the first `k`.
pub fn ndcg(judged: &MatchedAnswer, k: usize) -> f64 {
    let gain = |index: usize| 1.0 / ((index + 2) as f64).log2();
    let hits = judged.hits.iter().take(k).enumerate().filter(|(_, hit)| **hit);
    let got: f64 = hits.map(|(index, _)| gain(index)).sum();
    let ideal: f64 = (0..judged.ranks.len().min(k)).map(gain).sum();
    if ideal == 0.0 { 0.0 } else { (got / ideal).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;

    fn judged(hits: &[bool], expected: usize) -> MatchedAnswer {
        MatchedAnswer { hits: hits.to_vec(), ranks: vec![None; expected] }
    }

    #[test]
    fn the_ideal_order_is_worth_one() {
        assert!(close(ndcg(&judged(&[true, true], 2), 10), 1.0));
        assert!(close(ndcg(&judged(&[true; 10], 30), 10), 1.0));
        assert!(close(ndcg(&judged(&[true; 10], 2), 10), 1.0));
    }

    // Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002), with the
    // discount log2(rank + 1) of Burges et al. (2005): a hit at rank 2 is worth 1 / log2(3).
    #[test]
    fn a_hit_at_rank_two_is_worth_the_published_discount() {
        assert!((ndcg(&judged(&[false, true], 1), 10) - 0.630_929_753_571_457_4).abs() < 1e-12);
    }

    #[test]
    fn what_comes_after_k_and_nothing_expected_are_worth_nothing() {
        assert!(close(ndcg(&judged(&[false, false, true], 1), 2), 0.0));
        assert!(close(ndcg(&judged(&[true], 0), 10), 0.0));
    }
}
