//! Holm's correction: many comparisons make a small p by chance, so each is
//! judged more strictly.

/// Adjusted p-values, in the order given.
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|a, b| ps[*a].total_cmp(&ps[*b]).then(a.cmp(b)));
    let mut adjusted = vec![0.0; ps.len()];
    let mut highest: f64 = 0.0;
    for (done, index) in order.into_iter().enumerate() {
        highest = highest.max(ps[index] * (ps.len() - done) as f64).min(1.0);
        adjusted[index] = highest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::holm;
    use proptest::prelude::*;

    // Holm, A simple sequentially rejective multiple test procedure (1979); the example of
    // "Holm–Bonferroni method" in Wikipedia, adjusted as R's p.adjust(…, "holm") does.
    #[test]
    fn the_published_example_is_adjusted_as_in_r() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (got, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((got - expected).abs() < 1e-12, "{got} {expected}");
        }
    }

    proptest! {
        #[test]
        fn an_adjusted_p_is_never_smaller_and_order_is_kept(ps in proptest::collection::vec(0.0f64..=1.0, 0..20)) {
            let adjusted = holm(&ps);
            for (p, q) in ps.iter().zip(&adjusted) {
                prop_assert!(q >= p && *q <= 1.0);
            }
            for i in 0..ps.len() {
                for j in 0..ps.len() {
                    prop_assert!(ps[i] > ps[j] || adjusted[i] <= adjusted[j]);
                }
            }
        }
    }
}
