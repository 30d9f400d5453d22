//! Gradient boosting of small trees on log loss, with histograms.
//!
//! Friedman (2001) with second-order leaves. Features are cut into bins by quantiles; a split is the
//! border of a bin. Rows are visited in order and sums are made per feature, so that equal examples
//! give equal models.

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
}

/// Columns of features with what happened.
pub(crate) struct Table {
    /// By feature, by row.
    pub(crate) columns: Vec<Vec<f32>>,
    pub(crate) happened: Vec<bool>,
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
    let positive = table.happened.iter().filter(|one| **one).count() as f64;
    let share = (positive / rows.max(1) as f64).clamp(1e-4, 0.5);
    let bias = (share / (1.0 - share)).ln() as f32;
    let mut scores = vec![bias; rows];
    let mut model = Trees {
        features: places.iter().map(|place| names[*place].clone()).collect(),
        bias,
        trees: Vec::new(),
    };
    for _ in 0..settings.trees {
        let slopes: Vec<(f32, f32)> = scores
            .par_iter()
            .zip(&table.happened)
            .map(|(score, happened)| {
                let p = 1.0 / (1.0 + (-score).exp());
                (p - f32::from(u8::from(*happened)), (p * (1.0 - p)).max(1e-6))
            })
            .collect();
        let mut grower =
            Grower { bins: &bins, borders: &borders, slopes: &slopes, settings, nodes: Vec::new() };
        grower.grow((0..rows as u32).collect(), 0, &mut scores);
        model.trees.push(grower.nodes);
    }
    model
}

struct Grower<'t> {
    bins: &'t [Vec<u8>],
    borders: &'t [Vec<f32>],
    slopes: &'t [(f32, f32)],
    settings: Settings,
    nodes: Vec<Node>,
}

struct Split {
    gain: f64,
    feature: usize,
    border: usize,
}

impl Grower<'_> {
    /// Grows a node of some rows, and adds its leaves' values to the scores of their rows.
    fn grow(&mut self, rows: Vec<u32>, depth: usize, scores: &mut [f32]) -> u32 {
        let at = self.nodes.len();
        let (g, h) = self.sums(&rows);
        let split = if depth < self.settings.depth { self.best_split(&rows, g, h) } else { None };
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
        let left = self.grow(low, depth + 1, scores);
        let right = self.grow(high, depth + 1, scores);
        let threshold = self.borders[split.feature][split.border];
        self.nodes[at] = Node::Split { feature: split.feature as u32, threshold, left, right };
        at as u32
    }

    fn sums(&self, rows: &[u32]) -> (f64, f64) {
        rows.iter().fold((0.0, 0.0), |(g, h), row| {
            let (slope, curve) = self.slopes[*row as usize];
            (g + f64::from(slope), h + f64::from(curve))
        })
    }

    fn best_split(&self, rows: &[u32], g: f64, h: f64) -> Option<Split> {
        let ridge = self.settings.ridge;
        let worth = |g: f64, h: f64| g * g / (h + ridge);
        let of_feature = |feature: usize| -> Option<Split> {
            let borders = self.borders[feature].len();
            if borders == 0 {
                return None;
            }
            let mut sums = vec![(0.0_f64, 0.0_f64); borders + 1];
            let column = &self.bins[feature];
            for row in rows {
                let (slope, curve) = self.slopes[*row as usize];
                let sum = &mut sums[usize::from(column[*row as usize])];
                sum.0 += f64::from(slope);
                sum.1 += f64::from(curve);
            }
            let mut best: Option<Split> = None;
            let (mut low_g, mut low_h) = (0.0, 0.0);
            for (border, (slope, curve)) in sums.iter().take(borders).enumerate() {
                low_g += slope;
                low_h += curve;
                if low_h < self.settings.smallest || h - low_h < self.settings.smallest {
                    continue;
                }
                let gain = worth(low_g, low_h) + worth(g - low_g, h - low_h) - worth(g, h);
                if gain > best.as_ref().map_or(1e-3, |best| best.gain) {
                    best = Some(Split { gain, feature, border });
                }
            }
            best
        };
        let splits: Vec<Option<Split>> = (0..self.bins.len()).into_par_iter().map(of_feature).collect();
        splits.into_iter().flatten().fold(None, |best: Option<Split>, one| match best {
            Some(best) if best.gain >= one.gain => Some(best),
            _ => Some(one),
        })
    }
}

/// Borders between bins: quantiles of the values, each once, with few digits.
fn borders(values: &[f32]) -> Vec<f32> {
    let mut sorted: Vec<f32> = values.iter().copied().step_by((values.len() / 200_000).max(1)).collect();
    sorted.sort_unstable_by(f32::total_cmp);
    let mut borders: Vec<f32> = Vec::new();
    let mut distinct = sorted.clone();
    distinct.dedup();
    // Zeros are most of the values of most signals; quantiles of the others tell more.
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
        let table = Table { columns: vec![useful, noise], happened };
        let settings = Settings { trees: 20, depth: 2, rate: 0.3, smallest: 1.0, ridge: 1.0 };
        let names = ["useful".to_owned(), "noise".to_owned()];
        let model = boost(&table, &names, &[0, 1], settings);
        assert!(model.score(&[0.9, 5.0]) > 2.0 && model.score(&[0.2, 5.0]) < -2.0);
        assert_eq!(model, boost(&table, &names, &[0, 1], settings));
    }
}
