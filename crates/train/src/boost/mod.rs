//! `LambdaMART`: trees that learn, pair by pair, which candidate belongs above
//! which. Every step is in a fixed order and the randomness is seeded, so that
//! the same examples give the same bytes.

mod bins;
mod lambda;
mod tree;

use bins::Binned;
use fathom_rank::{Calibration, FEATURES, Model};

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) trees: usize,
    pub(crate) leaves: usize,
    /// What a tree adds of what it would add.
    pub(crate) rate: f64,
    /// Fewest candidates in a leaf.
    pub(crate) smallest: usize,
    /// How strongly small leaves are pulled to 0.
    pub(crate) shrink: f64,
    /// Share of the features that a tree may ask.
    pub(crate) features: f64,
    /// Share of the questions that a tree learns from.
    pub(crate) questions: f64,
    pub(crate) seed: u64,
}

/// One question to learn from.
#[derive(Clone)]
pub(crate) struct Example {
    pub(crate) features: Vec<[f32; FEATURES]>,
    /// Which candidates are right.
    pub(crate) right: Vec<bool>,
    /// How much the question counts.
    pub(crate) weight: f64,
}

/// Learns a model; its calibration is still empty.
pub(crate) fn fit(examples: &[Example], settings: Settings, told: &dyn Fn(usize)) -> Model {
    let binned = Binned::new(examples);
    let mut scores = vec![0.0f64; binned.rows];
    let mut trees = Vec::with_capacity(settings.trees);
    let mut random = Random(settings.seed);
    for number in 0..settings.trees {
        let chosen: Vec<bool> = examples.iter().map(|_| random.unit() < settings.questions).collect();
        let features: Vec<usize> = (0..FEATURES).filter(|_| random.unit() < settings.features).collect();
        let slopes = lambda::slopes(examples, &scores, &chosen);
        let grown = tree::grow(&binned, &slopes, &features, &settings);
        for (row, score) in scores.iter_mut().enumerate() {
            *score += f64::from(grown.value(&binned, row));
        }
        trees.push(grown.nodes(&binned));
        told(number + 1);
    }
    Model { trees, calibration: Calibration::default() }
}

/// Splitmix: small, seeded, the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Between 0 and 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests;
