//! One tree, grown leaf by leaf where it gains most.

use super::Settings;
use super::bins::Binned;
use super::lambda::Slopes;
use fathom_rank::Node;
use rayon::prelude::*;

/// A grown tree, its questions still about bins.
pub(super) struct Grown {
    nodes: Vec<Split>,
}

#[derive(Clone, Copy)]
struct Split {
    /// Feature, last bin that goes left, left child, right child.
    question: Option<(usize, u8, usize, usize)>,
    value: f32,
}

struct Leaf {
    node: usize,
    rows: Vec<u32>,
    best: Option<Best>,
}

#[derive(Clone, Copy)]
struct Best {
    gain: f64,
    feature: usize,
    bin: u8,
}

pub(super) fn grow(binned: &Binned, slopes: &Slopes, features: &[usize], settings: &Settings) -> Grown {
    // Rows of questions that were not chosen, or that nothing moves, have no curve.
    let rows: Vec<u32> = (0..binned.rows as u32).filter(|row| slopes.second[*row as usize] > 0.0).collect();
    let value = |rows: &[u32]| settings.rate * leaf_value(rows, slopes, settings.shrink);
    let mut nodes = vec![Split { question: None, value: value(&rows) as f32 }];
    let best = best(binned, slopes, features, &rows, settings);
    let mut leaves = vec![Leaf { node: 0, rows, best }];
    while leaves.len() < settings.leaves {
        let Some(place) = leaves
            .iter()
            .enumerate()
            .filter_map(|(place, leaf)| leaf.best.map(|best| (place, best.gain)))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
            .map(|(place, _)| place)
        else {
            break;
        };
        let leaf = leaves.remove(place);
        let Some(split) = leaf.best else { break };
        let column = &binned.columns[split.feature];
        let (left, right): (Vec<u32>, Vec<u32>) =
            leaf.rows.into_iter().partition(|row| column[*row as usize] <= split.bin);
        let first = nodes.len();
        nodes[leaf.node].question = Some((split.feature, split.bin, first, first + 1));
        for (offset, rows) in [left, right].into_iter().enumerate() {
            nodes.push(Split { question: None, value: value(&rows) as f32 });
            let best = self::best(binned, slopes, features, &rows, settings);
            leaves.push(Leaf { node: first + offset, rows, best });
        }
    }
    Grown { nodes }
}

fn leaf_value(rows: &[u32], slopes: &Slopes, shrink: f64) -> f64 {
    let first: f64 = rows.iter().map(|row| slopes.first[*row as usize]).sum();
    let second: f64 = rows.iter().map(|row| slopes.second[*row as usize]).sum();
    -first / (second + shrink)
}

/// The split of some rows that gains most.
fn best(
    binned: &Binned,
    slopes: &Slopes,
    features: &[usize],
    rows: &[u32],
    settings: &Settings,
) -> Option<Best> {
    if rows.len() < 2 * settings.smallest {
        return None;
    }
    let found: Vec<Option<Best>> =
        features.par_iter().map(|feature| best_of(binned, slopes, *feature, rows, settings)).collect();
    found.into_iter().flatten().fold(None, |best: Option<Best>, one| match best {
        Some(known) if known.gain >= one.gain => Some(known),
        _ => Some(one),
    })
}

fn best_of(
    binned: &Binned,
    slopes: &Slopes,
    feature: usize,
    rows: &[u32],
    settings: &Settings,
) -> Option<Best> {
    let bins = binned.bounds[feature].len() + 1;
    if bins < 2 {
        return None;
    }
    let mut sums = vec![(0.0f64, 0.0f64, 0usize); bins];
    let column = &binned.columns[feature];
    for row in rows {
        let sum = &mut sums[column[*row as usize] as usize];
        sum.0 += slopes.first[*row as usize];
        sum.1 += slopes.second[*row as usize];
        sum.2 += 1;
    }
    let total = sums.iter().fold((0.0, 0.0, 0), |all, one| (all.0 + one.0, all.1 + one.1, all.2 + one.2));
    let worth = |first: f64, second: f64| first * first / (second + settings.shrink);
    let whole = worth(total.0, total.1);
    let mut left = (0.0, 0.0, 0);
    let mut best: Option<Best> = None;
    for (bin, sum) in sums.iter().enumerate().take(bins - 1) {
        left = (left.0 + sum.0, left.1 + sum.1, left.2 + sum.2);
        if left.2 < settings.smallest || total.2 - left.2 < settings.smallest {
            continue;
        }
        let gain = worth(left.0, left.1) + worth(total.0 - left.0, total.1 - left.1) - whole;
        if gain > 1e-9 && best.is_none_or(|known| known.gain < gain) {
            best = Some(Best { gain, feature, bin: bin as u8 });
        }
    }
    best
}

impl Grown {
    /// What the tree adds to a row's score.
    pub(super) fn value(&self, binned: &Binned, row: usize) -> f32 {
        let mut node = self.nodes[0];
        while let Some((feature, bin, left, right)) = node.question {
            node = self.nodes[if binned.columns[feature][row] <= bin { left } else { right }];
        }
        node.value
    }

    /// The tree with its questions about values.
    pub(super) fn nodes(&self, binned: &Binned) -> Vec<Node> {
        let node = |split: &Split| match split.question {
            Some((feature, bin, left, right)) => Node {
                feature: Some(feature as u16),
                threshold: binned.bounds[feature][bin as usize],
                left: left as u16,
                right: right as u16,
                value: split.value,
            },
            None => Node { feature: None, threshold: 0.0, left: 0, right: 0, value: split.value },
        };
        self.nodes.iter().map(node).collect()
    }
}
