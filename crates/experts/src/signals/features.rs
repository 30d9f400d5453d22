//! Signals into rows of features.

/// Which sources of evidence a feature comes from. A component of the mixture reads some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Past commits.
    History,
    /// The words of files.
    Content,
    /// Paths.
    Names,
    /// The question itself: how many words, how many files.
    Question,
}

/// The features of one candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureRow {
    /// The candidate's place in the tree.
    pub candidate: usize,
    /// One value per name of [`Features::names`].
    pub values: Vec<f32>,
}

/// Collects signals and makes features of them.
pub struct Features {
    names: Vec<(String, Group)>,
    columns: Vec<Vec<f32>>,
    is_allowed: Vec<bool>,
    pool: Vec<bool>,
}

/// Candidates that each pooling signal brings into the pool.
const POOL: usize = 40;

impl Features {
    /// Of the candidates that are allowed; the others have no values and no ranks.
    pub fn new(is_allowed: Vec<bool>) -> Features {
        let pool = vec![false; is_allowed.len()];
        Features { names: Vec::new(), columns: Vec::new(), is_allowed, pool }
    }

    /// A signal whose best candidates join the pool: its share of the best value, its reciprocal rank
    /// and its value.
    pub fn add(&mut self, name: &str, group: Group, values: &[f32]) {
        let ranked = self.ranks(values);
        for candidate in ranked.iter().take(POOL) {
            self.pool[*candidate] = true;
        }
        self.describe(name, group, values, &ranked);
    }

    /// A signal that brings no candidates into the pool.
    pub fn add_beside(&mut self, name: &str, group: Group, values: &[f32]) {
        let ranked = self.ranks(values);
        self.describe(name, group, values, &ranked);
    }

    /// A value as it is.
    pub fn add_plain(&mut self, name: &str, group: Group, values: Vec<f32>) {
        self.names.push((name.to_owned(), group));
        self.columns.push(values);
    }

    /// A value of the question: the same for all candidates.
    pub fn add_constant(&mut self, name: &str, value: f32) {
        self.add_plain(name, Group::Question, vec![value; self.is_allowed.len()]);
    }

    fn describe(&mut self, name: &str, group: Group, values: &[f32], ranked: &[usize]) {
        let best = ranked.first().map_or(1.0, |at| values[*at]);
        let mut reciprocal = vec![0.0; values.len()];
        let mut rank = 0.0;
        let mut before = f32::NAN;
        for (place, candidate) in ranked.iter().enumerate() {
            // Equal values share a rank: their order means nothing.
            if values[*candidate].to_bits() != before.to_bits() {
                rank = 1.0 / (place + 1) as f32;
                before = values[*candidate];
            }
            reciprocal[*candidate] = rank;
        }
        self.add_plain(&format!("{name}.share"), group, values.iter().map(|value| value / best).collect());
        self.add_plain(&format!("{name}.rank"), group, reciprocal);
        self.add_plain(name, group, values.to_vec());
    }

    /// The names of the features and where they come from.
    pub fn names(&self) -> &[(String, Group)] {
        &self.names
    }

    /// The candidates of the pool, in the order of the tree.
    pub fn rows(&self) -> Vec<FeatureRow> {
        let pooled = (0..self.pool.len()).filter(|at| self.pool[*at]);
        let row = |candidate| FeatureRow {
            candidate,
            values: self.columns.iter().map(|column| column[candidate]).collect(),
        };
        pooled.map(row).collect()
    }

    /// Allowed candidates with a positive value, best first; ties by place.
    fn ranks(&self, values: &[f32]) -> Vec<usize> {
        // The bits of positive numbers are in the order of the numbers, and whole numbers sort faster.
        let key = |at: usize| u64::from(values[at].to_bits()) << 32 | u64::from(u32::MAX - at as u32);
        let is_ranked = |at: &usize| values[*at] > 0.0 && self.is_allowed[*at];
        let mut keys: Vec<u64> = (0..values.len()).filter(is_ranked).map(key).collect();
        keys.sort_unstable_by(|a, b| b.cmp(a));
        keys.into_iter().map(|key| (u32::MAX - key as u32) as usize).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, Group};

    #[test]
    fn equal_values_share_a_rank_and_a_share() {
        let mut features = Features::new(vec![true; 4]);
        features.add("x", Group::Names, &[0.0, 2.0, 4.0, 2.0]);
        let rows = features.rows();
        let values: Vec<(usize, Vec<f32>)> =
            rows.into_iter().map(|row| (row.candidate, row.values)).collect();
        assert_eq!(values, [(1, vec![0.5, 0.5, 2.0]), (2, vec![1.0, 1.0, 4.0]), (3, vec![0.5, 0.5, 2.0])]);
    }
}
