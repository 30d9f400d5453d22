//! Scores of many candidates by one model: what does not depend on the candidate is computed once, and
//! the numbers of all features lie side by side, so that several are computed at a time.

use super::{Model, Slopes, steps};
use crate::features::{FEATURES, TASK_LONG};

/// A model laid out for scoring. Its scores are those of [`Model::score`], bit for bit.
pub(crate) struct Scorer {
    bends: [[f32; FEATURES]; 2],
    /// The steps of the mean of each feature.
    origins: [[f32; FEATURES]; 3],
    reports: [[f32; FEATURES]; 3],
    wishes: [[f32; FEATURES]; 3],
}

impl Scorer {
    pub(crate) fn new(model: &Model) -> Scorer {
        let origins: [Slopes; FEATURES] =
            std::array::from_fn(|feature| steps(model.means[feature], &model.bends[feature]));
        Scorer {
            bends: columns(&model.bends),
            origins: columns(&origins),
            reports: columns(&model.reports),
            wishes: columns(&model.wishes),
        }
    }

    /// The score of a candidate.
    pub(crate) fn score(&self, features: &[f32; FEATURES]) -> f32 {
        let [slope, more, most] = if features[TASK_LONG] > 0.0 { &self.reports } else { &self.wishes };
        let [first, second] = &self.bends;
        let [from, from_first, from_second] = &self.origins;
        let parts: [f32; FEATURES] = std::array::from_fn(|at| {
            let value = features[at];
            slope[at] * (value - from[at])
                + more[at] * ((value - first[at]).max(0.0) - from_first[at])
                + most[at] * ((value - second[at]).max(0.0) - from_second[at])
        });
        parts.iter().sum()
    }
}

fn columns<const N: usize>(rows: &[[f32; N]; FEATURES]) -> [[f32; FEATURES]; N] {
    std::array::from_fn(|column| std::array::from_fn(|row| rows[row][column]))
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, Model, Scorer, TASK_LONG};

    #[test]
    fn a_scorer_gives_the_scores_of_its_model() {
        let model = Model::built_in().unwrap();
        let scorer = Scorer::new(&model);
        for seed in 0..50_u32 {
            let mut features: [f32; FEATURES] = std::array::from_fn(|at| {
                ((at as u32).wrapping_mul(2_654_435_761) ^ (seed * 40_503)) as f32 / 1e9 - 1.0
            });
            for long in [0.0, 2.5] {
                features[TASK_LONG] = long;
                assert_eq!(scorer.score(&features).to_bits(), model.score(&features).to_bits());
            }
        }
    }
}
