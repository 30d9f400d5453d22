//! Precision and recall as K grows.

use super::precision::{precision, recall};
use crate::matching::MatchedAnswer;
use serde::Serialize;

/// The largest K.
pub const LARGEST: usize = 50;

/// Precision and recall at one K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    /// Hits by K.
    pub precision: f64,
    /// Expected symbols found, by all expected.
    pub recall: f64,
}

/// The points for K = 1 … 50.
pub fn curve(judged: &MatchedAnswer) -> Vec<Point> {
    (1..=LARGEST).map(|k| Point { precision: precision(judged, k), recall: recall(judged, k) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn recall_never_falls_and_both_stay_between_zero_and_one(
            hits in proptest::collection::vec(any::<bool>(), 0..60)
        ) {
            let ranks: Vec<Option<usize>> =
                hits.iter().enumerate().map(|(index, hit)| hit.then_some(index + 1)).collect();
            let points = curve(&MatchedAnswer { hits, ranks });
            prop_assert_eq!(points.len(), LARGEST);
            for pair in points.windows(2) {
                prop_assert!(pair[0].recall <= pair[1].recall);
            }
            prop_assert!(points.iter().all(|p| (0.0..=1.0).contains(&p.precision) && (0.0..=1.0).contains(&p.recall)));
        }
    }
}
