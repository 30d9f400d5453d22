//! The learned ranker: boosted trees over the features, read from one file.
//!
//! The file is made by `cargo xtask train` and is part of the program. Its
//! layout is versioned and carries the names of the features it was learned
//! with: a model for other features is refused, not misread.

mod calibration;

pub use calibration::Calibration;

use crate::features::{FEATURES, feature_name};

const MAGIC: &[u8; 4] = b"FRNK";
const VERSION: u32 = 1;
/// The feature of a leaf.
const LEAF: u16 = u16::MAX;
/// Bytes of one node.
const NODE: usize = 14;

/// One node of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// What is asked; `None` at a leaf.
    pub feature: Option<u16>,
    /// Up to this it goes left, above right.
    pub threshold: f32,
    /// Where it goes on if the feature is at most the threshold.
    pub left: u16,
    /// Where it goes on otherwise.
    pub right: u16,
    /// The mean score of what comes here; at a leaf, what the tree adds.
    pub value: f32,
}

/// Boosted trees, and how their scores become probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The first node of each is its root.
    pub trees: Vec<Vec<Node>>,
    /// From scores to probabilities.
    pub calibration: Calibration,
}

/// A model file that cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// It is no model, or cut short.
    #[error("the model file is damaged; make it again with `cargo xtask train`")]
    Damaged,
    /// It was learned with other features or has another layout.
    #[error("the model file is of another version; make it again with `cargo xtask train`")]
    OtherVersion,
}

impl Model {
    /// The model that the program carries.
    pub fn built_in() -> Result<Model, ModelError> {
        Model::read(include_bytes!("../../model/ranker.bin"))
    }

    /// The score of a candidate.
    pub fn score(&self, features: &[f32; FEATURES]) -> f32 {
        self.trees.iter().map(|tree| walk(tree, features, |_, _| ())).sum()
    }

    /// What each feature adds to a candidate's score: along its way through
    /// each tree, what each answer changed.
    pub fn explain(&self, features: &[f32; FEATURES]) -> [f32; FEATURES] {
        let mut parts = [0.0; FEATURES];
        for tree in &self.trees {
            walk(tree, features, |feature, change| parts[feature] += change);
        }
        parts
    }

    /// Writes a model file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&fingerprint().to_le_bytes());
        for weight in self.calibration.weights {
            bytes.extend_from_slice(&weight.to_le_bytes());
        }
        bytes.extend_from_slice(&(self.trees.len() as u32).to_le_bytes());
        for tree in &self.trees {
            bytes.extend_from_slice(&(tree.len() as u16).to_le_bytes());
            for node in tree {
                bytes.extend_from_slice(&node.feature.unwrap_or(LEAF).to_le_bytes());
                bytes.extend_from_slice(&node.left.to_le_bytes());
                bytes.extend_from_slice(&node.right.to_le_bytes());
                bytes.extend_from_slice(&node.threshold.to_le_bytes());
                bytes.extend_from_slice(&node.value.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<Model, ModelError> {
        let mut reader = Reader { bytes };
        if reader.take::<4>()? != *MAGIC {
            return Err(ModelError::Damaged);
        }
        if u32::from_le_bytes(reader.take()?) != VERSION
            || u64::from_le_bytes(reader.take()?) != fingerprint()
        {
            return Err(ModelError::OtherVersion);
        }
        let mut calibration = Calibration::default();
        for weight in &mut calibration.weights {
            *weight = f32::from_le_bytes(reader.take()?);
        }
        let count = u32::from_le_bytes(reader.take()?) as usize;
        let mut trees = Vec::new();
        for _ in 0..count {
            let nodes = u16::from_le_bytes(reader.take()?) as usize;
            if reader.bytes.len() < nodes * NODE {
                return Err(ModelError::Damaged);
            }
            let tree = (0..nodes).map(|_| reader.node(nodes)).collect::<Result<Vec<_>, _>>()?;
            trees.push(tree);
        }
        Ok(Model { trees, calibration })
    }
}

/// Follows a candidate through a tree; `visit` is told what each answer changed.
fn walk(tree: &[Node], features: &[f32; FEATURES], mut visit: impl FnMut(usize, f32)) -> f32 {
    let Some(mut node) = tree.first() else { return 0.0 };
    while let Some(feature) = node.feature {
        let left = features[feature as usize] <= node.threshold;
        let next = &tree[if left { node.left } else { node.right } as usize];
        visit(feature as usize, next.value - node.value);
        node = next;
    }
    node.value
}

/// Tells one list of features from another.
fn fingerprint() -> u64 {
    let names: Vec<String> = (0..FEATURES).map(feature_name).collect();
    fathom_syntax::hash_name(&names.join("\n"))
}

struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>().ok_or(ModelError::Damaged)?;
        self.bytes = rest;
        Ok(*taken)
    }

    /// A node of a tree with so many nodes. Children come after their parent,
    /// so that a way through the tree always ends.
    fn node(&mut self, nodes: usize) -> Result<Node, ModelError> {
        let feature = u16::from_le_bytes(self.take()?);
        let left = u16::from_le_bytes(self.take()?);
        let right = u16::from_le_bytes(self.take()?);
        let threshold = f32::from_le_bytes(self.take()?);
        let value = f32::from_le_bytes(self.take()?);
        let feature = (feature != LEAF).then_some(feature);
        let inside = |child: u16| (child as usize) < nodes && child > 0;
        if feature.is_some_and(|feature| feature as usize >= FEATURES || !inside(left) || !inside(right)) {
            return Err(ModelError::Damaged);
        }
        Ok(Node { feature, threshold, left, right, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(value: f32) -> Node {
        Node { feature: None, threshold: 0.0, left: 0, right: 0, value }
    }

    /// One tree that asks feature 3, with the mean 0.2 at its root.
    fn model() -> Model {
        let root = Node { feature: Some(3), threshold: 0.5, left: 1, right: 2, value: 0.2 };
        Model { trees: vec![vec![root, leaf(-1.0), leaf(2.0)]], calibration: Calibration::default() }
    }

    #[test]
    fn a_candidate_goes_left_up_to_the_threshold_and_right_above() {
        let mut features = [0.0; FEATURES];
        assert!((model().score(&features) - -1.0).abs() < f32::EPSILON);
        features[3] = 0.7;
        assert!((model().score(&features) - 2.0).abs() < f32::EPSILON);
    }

    #[test]
    fn an_explanation_says_what_each_feature_changed() {
        let mut features = [0.0; FEATURES];
        features[3] = 0.7;
        let parts = model().explain(&features);
        assert!((parts[3] - 1.8).abs() < 1e-6);
        assert!((parts.iter().sum::<f32>() - 1.8).abs() < 1e-6);
    }

    #[test]
    fn a_model_survives_its_file() {
        assert_eq!(Model::read(&model().to_bytes()), Ok(model()));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let bytes = model().to_bytes();
        for cut in 0..bytes.len() {
            assert!(Model::read(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let mut other = bytes;
        other[8] ^= 1;
        assert_eq!(Model::read(&other), Err(ModelError::OtherVersion));
    }

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert!(!Model::built_in().unwrap().trees.is_empty());
    }
}
