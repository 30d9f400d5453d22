//! Boosted decision trees: a sum of small trees over features, read as log-odds.
//!
//! A model is a table of text, one node per line, so that a change of it can be read and reviewed:
//! `tree`, `node`, then either a feature with its threshold and the nodes to go to (left if the value
//! is at most the threshold), or `leaf` with its log-odds.

use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// Asks for a feature.
    Split {
        /// The feature's place in [`Trees::features`].
        feature: u32,
        /// Values up to this one go left.
        threshold: f32,
        /// The next node then.
        left: u32,
        /// The next node otherwise.
        right: u32,
    },
    /// The end: so much is added to the log-odds.
    Leaf(f32),
}

/// See the module documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trees {
    /// The names of the features that it reads.
    pub features: Vec<String>,
    /// The log-odds before any tree.
    pub bias: f32,
    /// The nodes of each tree; the first one is the root.
    pub trees: Vec<Vec<Node>>,
}

impl Trees {
    /// The log-odds of a row, whose values are those of [`Trees::features`].
    pub fn score(&self, values: &[f32]) -> f32 {
        let mut sum = self.bias;
        for nodes in &self.trees {
            let mut at = 0;
            sum += loop {
                match nodes[at] {
                    Node::Leaf(value) => break value,
                    Node::Split { feature, threshold, left, right } => {
                        at = if values[feature as usize] <= threshold { left } else { right } as usize;
                    }
                }
            };
        }
        sum
    }

    /// The model as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("bias\t{}\n", self.bias);
        for (tree, nodes) in self.trees.iter().enumerate() {
            for (at, node) in nodes.iter().enumerate() {
                let _ = match node {
                    Node::Leaf(value) => writeln!(text, "{tree}\t{at}\tleaf\t{value}"),
                    Node::Split { feature, threshold, left, right } => {
                        let name = &self.features[*feature as usize];
                        writeln!(text, "{tree}\t{at}\t{name}\t{threshold}\t{left}\t{right}")
                    }
                };
            }
        }
        text
    }

    /// From the text of [`Trees::to_text`]; why it cannot be read otherwise.
    pub fn from_text(text: &str) -> Result<Trees, String> {
        let mut model = Trees::default();
        let mut places: FxHashMap<&str, u32> = FxHashMap::default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let wrong = || format!("line {}: {line:?} is no node", number + 1);
            let mut fields = line.split('\t');
            let mut field = || fields.next().ok_or_else(wrong);
            let float = |text: &str| text.parse::<f32>().map_err(|_| wrong());
            let whole = |text: &str| text.parse::<u32>().map_err(|_| wrong());
            let first = field()?;
            if first == "bias" {
                model.bias = float(field()?)?;
                continue;
            }
            let (tree, node) = (whole(first)? as usize, whole(field()?)? as usize);
            if tree == model.trees.len() {
                model.trees.push(Vec::new());
            }
            let node_value = match field()? {
                "leaf" => Node::Leaf(float(field()?)?),
                name => Node::Split {
                    feature: *places.entry(name).or_insert_with(|| {
                        model.features.push(name.to_owned());
                        model.features.len() as u32 - 1
                    }),
                    threshold: float(field()?)?,
                    left: whole(field()?)?,
                    right: whole(field()?)?,
                },
            };
            let nodes = model.trees.get_mut(tree).ok_or_else(wrong)?;
            if nodes.len() != node {
                return Err(wrong());
            }
            nodes.push(node_value);
        }
        model.check()?;
        Ok(model)
    }

    /// Every walk ends: nodes lead to later ones only.
    fn check(&self) -> Result<(), String> {
        for (tree, nodes) in self.trees.iter().enumerate() {
            for (at, node) in nodes.iter().enumerate() {
                if let Node::Split { left, right, .. } = node
                    && [left, right]
                        .iter()
                        .any(|next| **next as usize <= at || **next as usize >= nodes.len())
                {
                    return Err(format!(
                        "tree {tree}: node {at} leads to a node that does not come after it"
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, Trees};

    fn model() -> Trees {
        let split = Node::Split { feature: 0, threshold: 0.5, left: 1, right: 2 };
        Trees {
            features: vec!["words.share".into()],
            bias: -2.0,
            trees: vec![vec![split, Node::Leaf(-0.25), Node::Leaf(1.5)]],
        }
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        assert_eq!(Trees::from_text(&model().to_text()), Ok(model()));
    }

    #[test]
    fn values_up_to_the_threshold_go_left() {
        assert!((model().score(&[0.5]) + 2.25).abs() < f32::EPSILON);
        assert!((model().score(&[0.6]) + 0.5).abs() < f32::EPSILON);
    }

    #[test]
    fn a_tree_that_never_ends_is_refused() {
        assert!(Trees::from_text("0\t0\tx\t1\t0\t1\n0\t1\tleaf\t1\n").is_err());
    }
}
