//! In which direction each candidate's score should move, and how firmly.

use super::Example;
use rayon::prelude::*;

/// Ranks that count: what comes below is not read.
const DEPTH: usize = 15;

/// First and second derivatives of what is lost, for each row.
pub(super) struct Slopes {
    pub(super) first: Vec<f64>,
    pub(super) second: Vec<f64>,
}

pub(super) fn slopes(examples: &[Example], scores: &[f64], chosen: &[bool]) -> Slopes {
    let mut starts = Vec::with_capacity(examples.len());
    let mut start = 0;
    for example in examples {
        starts.push(start);
        start += example.right.len();
    }
    let parts: Vec<(Vec<f64>, Vec<f64>)> = examples
        .par_iter()
        .zip(&starts)
        .zip(chosen)
        .map(|((example, start), chosen)| {
            let count = example.right.len();
            if *chosen {
                one(example, &scores[*start..*start + count])
            } else {
                (vec![0.0; count], vec![0.0; count])
            }
        })
        .collect();
    let mut slopes = Slopes { first: Vec::with_capacity(start), second: Vec::with_capacity(start) };
    for (first, second) in parts {
        slopes.first.extend(first);
        slopes.second.extend(second);
    }
    slopes
}

fn one(example: &Example, scores: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let count = scores.len();
    let (mut first, mut second) = (vec![0.0; count], vec![0.0; count]);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    let right = example.right.iter().filter(|right| **right).count();
    let ideal: f64 = (0..right.min(DEPTH)).map(discount).sum();
    if ideal <= 0.0 {
        return (first, second);
    }
    for (upper, &a) in order.iter().enumerate().take(DEPTH) {
        for (lower, &b) in order.iter().enumerate().skip(upper + 1) {
            if example.right[a] == example.right[b] {
                continue;
            }
            // What swapping the two would change of the NDCG.
            let change = (discount(upper) - if lower < DEPTH { discount(lower) } else { 0.0 }) / ideal;
            let (good, bad) = if example.right[a] { (a, b) } else { (b, a) };
            let doubt = 1.0 / (1.0 + (scores[good] - scores[bad]).exp());
            let weight = example.weight * change;
            first[good] -= weight * doubt;
            first[bad] += weight * doubt;
            let curve = (weight * doubt * (1.0 - doubt)).max(1e-9);
            second[good] += curve;
            second[bad] += curve;
        }
    }
    (first, second)
}

fn discount(rank: usize) -> f64 {
    1.0 / ((rank + 2) as f64).log2()
}
