//! Precision, recall and F1 at K.
//!
//! Precision divides by K, not by how many symbols were returned, as the public
//! benchmark does: returning only one certain symbol does not score 1.0.

use crate::matching::MatchedAnswer;

/// Hits among the first `k`, by `k`.
pub fn precision(judged: &MatchedAnswer, k: usize) -> f64 {
    if k == 0 { 0.0 } else { judged.hits_within(k) as f64 / k as f64 }
}

/// Expected symbols found by the first `k`, by all expected; 0 if none is expected.
pub fn recall(judged: &MatchedAnswer, k: usize) -> f64 {
    if judged.ranks.is_empty() { 0.0 } else { judged.found_within(k) as f64 / judged.ranks.len() as f64 }
}

/// The harmonic mean of precision and recall at `k`.
pub fn f1(judged: &MatchedAnswer, k: usize) -> f64 {
    let (precision, recall) = (precision(judged, k), recall(judged, k));
    if precision + recall == 0.0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;

    #[test]
    fn precision_divides_by_k_even_if_fewer_are_returned() {
        let judged =
            MatchedAnswer { hits: vec![true, false, true], ranks: vec![Some(1), Some(3), None, None] };
        assert!(close(precision(&judged, 5), 0.4));
        assert!(close(recall(&judged, 5), 0.5));
        assert!(close(recall(&judged, 2), 0.25));
        assert!(close(f1(&judged, 5), 2.0 * 0.4 * 0.5 / 0.9));
    }

    #[test]
    fn nothing_expected_or_returned_is_zero() {
        let judged = MatchedAnswer::nothing(0);
        assert!(close(
            precision(&judged, 0) + precision(&judged, 5) + recall(&judged, 5) + f1(&judged, 5),
            0.0
        ));
    }
}
