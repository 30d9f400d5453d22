//! The reciprocal rank of the first hit; its mean over tasks is the MRR.

use crate::matching::MatchedAnswer;

/// 1 by the rank of the first hit; 0 without one.
pub fn reciprocal_rank(judged: &MatchedAnswer) -> f64 {
    judged.hits.iter().position(|hit| *hit).map_or(0.0, |index| 1.0 / (index + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;

    #[test]
    fn only_the_first_hit_counts() {
        let judged = |hits: &[bool]| MatchedAnswer { hits: hits.to_vec(), ranks: Vec::new() };
        assert!(close(reciprocal_rank(&judged(&[false, false, true, true])), 1.0 / 3.0));
        assert!(close(reciprocal_rank(&judged(&[false])), 0.0));
    }
}
