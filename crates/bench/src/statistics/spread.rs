//! Mean, standard deviation, median and quantiles.

/// The mean; 0 of none.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The sample standard deviation (by n − 1); 0 of fewer than two.
pub fn deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The middle value; the mean of the two middle ones of an even number, 0 of none.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The value below which a share of the values lies, interpolated between
/// neighbours (type 7 of Hyndman and Fan, as in R and `NumPy`); 0 of none.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_value() {
        assert_eq!(median(&[3.0, 1.0, 2.0]).to_bits(), 2.0f64.to_bits());
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]).to_bits(), 2.5f64.to_bits());
        assert_eq!(median(&[]).to_bits(), 0.0f64.to_bits());
    }

    // NIST/SEMATECH, Statistical Reference Datasets, univariate summary statistics, "NumAcc1":
    // mean 10000002, sample standard deviation 1.
    #[test]
    fn mean_and_deviation_agree_with_the_certified_values_of_nist() {
        let values = [10_000_001.0, 10_000_003.0, 10_000_002.0];
        assert!((mean(&values) - 10_000_002.0).abs() < 1e-9);
        assert!((deviation(&values) - 1.0).abs() < 1e-9);
    }

    // R's documentation of `quantile` uses type 7; numpy.quantile([1, 2, 3, 4, 10], …) likewise.
    #[test]
    fn quantiles_are_those_of_r_and_numpy() {
        let values = [10.0, 1.0, 3.0, 2.0, 4.0];
        let got: Vec<f64> = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0].map(|share| quantile(&values, share)).to_vec();
        let expected = [1.0, 2.0, 3.0, 4.0, 7.6, 10.0];
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{got} {expected}");
        }
    }

    #[test]
    fn too_few_values_have_no_spread() {
        assert!(deviation(&[1.0]).abs() < 1e-12 && mean(&[]).abs() < 1e-12);
    }
}
