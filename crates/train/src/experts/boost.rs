//! Gradient boosting of small trees on log loss, with histograms.
//!
//! Friedman (2001) with second-order leaves. Features are cut into bins by quantiles; a split is the
//! border of a bin. Each tree sees a share of the rows and of the features, chosen by a hash, so that
//! trees differ. Rows are visited in order and sums are made per feature: equal examples give equal models.

use fathom_experts::gate::{Node, Trees};
use rayon::prelude::*;

/// Borders between bins, at most.
const BINS: usize = 48;

/// How trees grow.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) trees: usize,
    pub(crate) depth: usize,
    pub(crate) rate: f32,
    /// Sum of second derivatives below which a leaf is not split off.
    pub(crate) smallest: f64,
    pub(crate) ridge: f64,
    /// The share of the features that each tree may ask for.
    pub(crate) features: f64,
    /// The share of the rows that each tree grows on.
    pub(crate) rows: f64,
}

/// Columns of features with what happened.
pub(crate) struct Table {
    /// By feature, by row.
    pub(crate) columns: Vec<Vec<f32>>,
    pub(crate) happened: Vec<bool>,
    /// How many rows each one represents.
    pub(crate) weights: Vec<f32>,
}

/// Learns trees over the features of these places.
pub(crate) fn boost(table: &Table, names: &[String], places: &[usize], settings: Settings) -> Trees {
    let rows = table.happened.len();
    let borders: Vec<Vec<f32>> = places.par_iter().map(|place| borders(&table.columns[*place])).collect();
    let bins: Vec<Vec<u8>> = places
        .par_iter()
        .zip(&borders)
        .map(|(place, borders)| table.columns[*place].iter().map(|value| bin(borders, *value)).collect())
        .collect();
    let weight = |at: usize| f64::from(table.weights[at]);
    let positive: f64 = (0..rows).filter(|at| table.happened[*at]).map(weight).sum();
    let all: f64 = (0..rows).map(weight).sum();
    let share = (positive / all.max(1.0)).clamp(1e-4, 0.5);
    let bias = (share / (1.0 - share)).ln() as f32;
    let mut scores = vec![bias; rows];
    let mut model = Trees {
        features: places.iter().map(|place| names[*place].clone()).collect(),
        bias,
        trees: Vec::new(),
    };
    for tree in 0..settings.trees {
        let slopes: Vec<(f32, f32)> = scores
            .par_iter()
            .zip(&table.happened)
            .zip(&table.weights)
            .map(|((score, happened), weight)| {
                let p = 1.0 / (1.0 + (-score).exp());
                (weight * (p - f32::from(u8::from(*happened))), weight * (p * (1.0 - p)).max(1e-6))
            })
            .collect();
        let asked: Vec<usize> =
            (0..places.len()).filter(|feature| share_of(tree, *feature, 1) < settings.features).collect();
        let (grown, rest): (Vec<u32>, Vec<u32>) =
            (0..rows as u32).partition(|row| share_of(tree, *row as usize, 2) < settings.rows);
        let mut grower =
            Grower { bins: &bins, borders: &borders, slopes: &slopes, settings, asked, nodes: Vec::new() };
        let sums = grower.sums(&grown);
        grower.grow(grown, sums, 0, &mut scores);
        for row in rest {
            scores[row as usize] += grower.leaf(row);
        }
        model.trees.push(grower.nodes);
    }
    model
}

/// A deterministic pseudo-random number from 0 to 1 (`SplitMix64`).
fn share_of(tree: usize, item: usize, purpose: u64) -> f64 {
    let mut bits = (tree as u64) << 40 ^ (item as u64) << 4 ^ purpose;
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ bits >> 31) as f64 / u64::MAX as f64
}

struct Grower<'t> {
    bins: &'t [Vec<u8>],
    borders: &'t [Vec<f32>],
    slopes: &'t [(f32, f32)],
    settings: Settings,
    /// The features that this tree may ask for.
    asked: Vec<usize>,
    nodes: Vec<Node>,
}

struct Split {
    gain: f64,
    feature: usize,
    border: usize,
}

/// Sums of slopes and curves by asked feature and bin.
type Sums = Vec<Vec<(f64, f64)>>;

impl Grower<'_> {
    /// Grows a node of some rows, and adds its leaves' values to the scores of their rows.
    fn grow(&mut self, rows: Vec<u32>, sums: Sums, depth: usize, scores: &mut [f32]) -> u32 {
        let at = self.nodes.len();
        let (g, h) = rows.iter().fold((0.0, 0.0), |(g, h), row| {
            let (slope, curve) = self.slopes[*row as usize];
            (g + f64::from(slope), h + f64::from(curve))
        });
        let split = if depth < self.settings.depth { self.best_split(&sums, g, h) } else { None };
        let Some(split) = split else {
            let value = (-g / (h + self.settings.ridge)) as f32 * self.settings.rate;
            // Few digits, so that the table can be read.
            let value = (value * 1e4).round() / 1e4;
            for row in rows {
                scores[row as usize] += value;
            }
            self.nodes.push(Node::Leaf(value));
            return at as u32;
        };
        let column = &self.bins[split.feature];
        let (low, high): (Vec<u32>, Vec<u32>) =
            rows.into_iter().partition(|row| usize::from(column[*row as usize]) <= split.border);
        self.nodes.push(Node::Leaf(0.0));
        let (low_sums, high_sums) = if depth + 1 == self.settings.depth {
            (Vec::new(), Vec::new())
        } else if low.len() < high.len() {
            // The other child is the difference to the parent.
            let of_low = self.sums(&low);
            let of_high = without(sums, &of_low);
            (of_low, of_high)
        } else {
            let of_high = self.sums(&high);
            let of_low = without(sums, &of_high);
            (of_low, of_high)
        };
        let left = self.grow(low, low_sums, depth + 1, scores);
        let right = self.grow(high, high_sums, depth + 1, scores);
        let threshold = self.borders[split.feature][split.border];
        self.nodes[at] = Node::Split { feature: split.feature as u32, threshold, left, right };
        at as u32
    }

    /// The value of the leaf that a row leads to.
    fn leaf(&self, row: u32) -> f32 {
        let mut at = 0;
        loop {
            match self.nodes[at] {
                Node::Leaf(value) => return value,
                Node::Split { feature, threshold, left, right } => {
                    let border = usize::from(self.bins[feature as usize][row as usize]);
                    let borders = &self.borders[feature as usize];
                    // A bin lies left of its border.
                    let is_left = borders.get(border).is_some_and(|border| *border <= threshold);
                    at = if is_left { left } else { right } as usize;
                }
            }
        }
    }

    fn sums(&self, rows: &[u32]) -> Sums {
        let of_feature = |feature: &usize| {
            let mut sums = vec![(0.0_f64, 0.0_f64); self.borders[*feature].len() + 1];
            let column = &self.bins[*feature];
            for row in rows {
                let (slope, curve) = self.slopes[*row as usize];
                let sum = &mut sums[usize::from(column[*row as usize])];
                sum.0 += f64::from(slope);
                sum.1 += f64::from(curve);
            }
            sums
        };
        self.asked.par_iter().map(of_feature).collect()
    }

    fn best_split(&self, sums: &Sums, g: f64, h: f64) -> Option<Split> {
        let ridge = self.settings.ridge;
        let worth = |g: f64, h: f64| g * g / (h + ridge);
        let mut best: Option<Split> = None;
        for (feature, sums) in self.asked.iter().zip(sums) {
            let (mut low_g, mut low_h) = (0.0, 0.0);
            for (border, (slope, curve)) in sums.iter().take(sums.len() - 1).enumerate() {
                low_g += slope;
                low_h += curve;
                if low_h < self.settings.smallest || h - low_h < self.settings.smallest {
                    continue;
                }
                let gain = worth(low_g, low_h) + worth(g - low_g, h - low_h) - worth(g, h);
                if gain > best.as_ref().map_or(1e-3, |best| best.gain) {
                    best = Some(Split { gain, feature: *feature, border });
                }
            }
        }
        best
    }
}

/// The sums of all rows but some.
fn without(mut all: Sums, some: &Sums) -> Sums {
    for (all, some) in all.iter_mut().zip(some) {
        for (sum, part) in all.iter_mut().zip(some) {
            *sum = (sum.0 - part.0, sum.1 - part.1);
        }
    }
    all
}

/// Borders between bins: quantiles of the values, each once, with few digits.
fn borders(values: &[f32]) -> Vec<f32> {
    let mut sorted: Vec<f32> = values.iter().copied().step_by((values.len() / 200_000).max(1)).collect();
    sorted.sort_unstable_by(f32::total_cmp);
    let mut borders: Vec<f32> = Vec::new();
    let mut distinct = sorted.clone();
    distinct.dedup();
    // Zeros are most of the values of most signals; quantiles of the others are more informative.
    let positive: Vec<f32> = sorted.iter().copied().filter(|value| *value > distinct[0]).collect();
    if distinct.len() > 1 {
        borders.push(rounded(distinct[0]));
    }
    for at in 1..BINS {
        if let Some(value) = positive.get(positive.len() * at / BINS) {
            borders.push(rounded(*value));
        }
    }
    borders.sort_unstable_by(f32::total_cmp);
    borders.dedup();
    borders
}

/// Four significant digits.
fn rounded(value: f32) -> f32 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

fn bin(borders: &[f32], value: f32) -> u8 {
    borders.partition_point(|border| *border < value) as u8
}

#[cfg(test)]
mod tests {
    use super::{Settings, Table, boost};

    #[test]
    fn what_decides_is_learned_and_the_same_table_gives_the_same_trees() {
        let rows = 4_000;
        let useful: Vec<f32> = (0..rows).map(|at| (at * 7 % 100) as f32 / 100.0).collect();
        let noise: Vec<f32> = (0..rows).map(|at| (at * 13 % 97) as f32).collect();
        let happened: Vec<bool> = useful.iter().map(|value| *value > 0.7).collect();
        let table = Table { columns: vec![useful, noise], weights: vec![1.0; happened.len()], happened };
        let settings =
            Settings { trees: 20, depth: 2, rate: 0.3, smallest: 1.0, ridge: 1.0, features: 1.0, rows: 0.8 };
        let names = ["useful".to_owned(), "noise".to_owned()];
        let model = boost(&table, &names, &[0, 1], settings);
        assert!(model.score(&[0.9, 5.0]) > 2.0 && model.score(&[0.2, 5.0]) < -2.0);
        assert_eq!(model, boost(&table, &names, &[0, 1], settings));
    }
}
