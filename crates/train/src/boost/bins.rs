//! Features cut into few bins: a split need only be sought between bins.

use super::Example;
use fathom_rank::FEATURES;
use rayon::prelude::*;

/// Most bins of a feature.
const BINS: usize = 64;

/// All candidates of all questions, feature by feature.
pub(super) struct Binned {
    pub(super) rows: usize,
    /// The bin of each row, for each feature.
    pub(super) columns: Vec<Vec<u8>>,
    /// The upper bound of each bin but the last, for each feature.
    pub(super) bounds: Vec<Vec<f32>>,
}

impl Binned {
    pub(super) fn new(examples: &[Example]) -> Binned {
        let rows = examples.iter().map(|example| example.features.len()).sum();
        let columns: Vec<(Vec<u8>, Vec<f32>)> =
            (0..FEATURES).into_par_iter().map(|feature| column(examples, feature)).collect();
        let (columns, bounds) = columns.into_iter().unzip();
        Binned { rows, columns, bounds }
    }
}

fn column(examples: &[Example], feature: usize) -> (Vec<u8>, Vec<f32>) {
    let values: Vec<f32> =
        examples.iter().flat_map(|example| example.features.iter().map(|row| row[feature])).collect();
    let mut sorted = values.clone();
    sorted.sort_by(f32::total_cmp);
    let mut bounds: Vec<f32> = Vec::new();
    for cut in 1..BINS {
        let Some(value) = sorted.get(cut * sorted.len() / BINS).copied() else { break };
        let above = sorted[sorted.partition_point(|other| *other <= value)..].first();
        // Between two values that occur, so that a little noise decides nothing.
        if let Some(above) = above {
            let bound = f32::midpoint(value, *above);
            if bounds.last().is_none_or(|last| *last < bound) {
                bounds.push(bound);
            }
        }
    }
    // Values that hardly ever occur deserve a bound too: most features are 0 nearly everywhere.
    if let (Some(first), true) = (sorted.first().copied(), bounds.is_empty())
        && let Some(above) = sorted[sorted.partition_point(|other| *other <= first)..].first()
    {
        bounds.push(f32::midpoint(first, *above));
    }
    let bins = values.iter().map(|value| bounds.partition_point(|bound| bound < value) as u8).collect();
    (bins, bounds)
}
