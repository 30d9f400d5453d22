//! Boosted trees in the form in which they are evaluated.
//!
//! A prediction scores a thousand candidates with hundreds of trees. Rows are scored several at a time
//! and walk a tree without branches, so that the processor does not wait for one comparison before it
//! begins the next.

use super::{Node, Trees};
use crate::signals::{FeatureRow, Group};

/// Rows that walk a tree together.
const LANES: usize = 8;

/// A node; both ways of a leaf lead to itself, and its threshold is its value.
#[derive(Clone, Copy)]
struct FlatNode {
    feature: u32,
    threshold: f32,
    left: u32,
    right: u32,
}

/// See the module documentation.
pub(super) struct Forest {
    bias: f32,
    /// The places of the features in a row.
    places: Vec<usize>,
    nodes: Vec<FlatNode>,
    /// The root of each tree and its depth.
    roots: Vec<(u32, u32)>,
}

impl Forest {
    /// Of rows with features of these names; a feature that rows do not have is 0.
    pub(super) fn new(model: &Trees, names: &[(String, Group)]) -> Forest {
        let place = |name: &String| names.iter().position(|(one, _)| one == name).unwrap_or(usize::MAX);
        let mut forest = Forest {
            bias: model.bias,
            places: model.features.iter().map(place).collect(),
            nodes: Vec::with_capacity(model.trees.iter().map(Vec::len).sum()),
            roots: Vec::with_capacity(model.trees.len()),
        };
        for tree in &model.trees {
            let root = forest.nodes.len() as u32;
            let mut depths = vec![0u32; tree.len()];
            for (at, node) in tree.iter().enumerate() {
                forest.nodes.push(match *node {
                    Node::Leaf(value) => {
                        let own = root + at as u32;
                        FlatNode { feature: 0, threshold: value, left: own, right: own }
                    }
                    Node::Split { feature, threshold, left, right } => {
                        // Nodes lead to later ones only.
                        depths[left as usize] = depths[at] + 1;
                        depths[right as usize] = depths[at] + 1;
                        FlatNode { feature, threshold, left: root + left, right: root + right }
                    }
                });
            }
            forest.roots.push((root, depths.into_iter().max().unwrap_or(0)));
        }
        forest
    }

    /// The log-odds of each row.
    pub(super) fn score(&self, rows: &[FeatureRow]) -> Vec<f32> {
        // A forest of leaves alone reads no feature.
        let width = self.places.len().max(1);
        let mut values = vec![0.0_f32; LANES * width];
        let mut scores = Vec::with_capacity(rows.len());
        for share in rows.chunks(LANES) {
            for (own, row) in values.chunks_mut(width).zip(share) {
                for (value, place) in own.iter_mut().zip(&self.places) {
                    *value = row.values.get(*place).copied().unwrap_or(0.0);
                }
            }
            let mut sums = [self.bias; LANES];
            for (root, depth) in &self.roots {
                let mut at = [*root; LANES];
                for _ in 0..*depth {
                    for (lane, at) in at.iter_mut().enumerate() {
                        let node = &self.nodes[*at as usize];
                        let is_left = values[lane * width + node.feature as usize] <= node.threshold;
                        *at = if is_left { node.left } else { node.right };
                    }
                }
                for (sum, at) in sums.iter_mut().zip(at) {
                    *sum += self.nodes[at as usize].threshold;
                }
            }
            scores.extend_from_slice(&sums[..share.len()]);
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::Forest;
    use crate::ExpertId;
    use crate::gate::shipped;
    use crate::signals::{FeatureRow, Group};

    #[test]
    fn a_forest_gives_the_scores_of_its_trees() {
        for model in shipped(ExpertId::Next) {
            let mut names: Vec<(String, Group)> =
                model.features.iter().map(|name| (name.clone(), Group::Names)).collect();
            names.reverse();
            let row = |candidate: usize| FeatureRow {
                candidate,
                values: (0..names.len()).map(|at| ((at * 31 + candidate * 17) % 23) as f32 / 11.0).collect(),
            };
            let rows: Vec<FeatureRow> = (0..21).map(row).collect();
            let expected: Vec<f32> = rows
                .iter()
                .map(|row| model.score(&row.values.iter().rev().copied().collect::<Vec<f32>>()))
                .collect();
            assert_eq!(Forest::new(model, &names).score(&rows), expected);
        }
    }
}
