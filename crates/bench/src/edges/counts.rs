//! Counting what was right, wrong and missed.

use super::cause::{MissCause, WrongCause};
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts of edges, which can be added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Claimed, and the oracle agrees.
    pub true_positives: usize,
    /// Claimed, and the oracle does not agree.
    pub false_positives: usize,
    /// Of these, those for which the oracle has another callee.
    pub contradicted: usize,
    /// Not claimed, and the oracle has them.
    pub misses: usize,
    /// Right and wrong claims by how they were resolved.
    pub by_resolution: BTreeMap<&'static str, Claims>,
    /// Pairs that Fathom offers as one of several; no claims.
    pub ambiguous: Claims,
    /// Why claims are wrong.
    pub wrong_causes: BTreeMap<WrongCause, usize>,
    /// Why edges are missed.
    pub miss_causes: BTreeMap<MissCause, usize>,
    /// Claims that the oracle cannot judge, by reason.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// Right and wrong ones of a sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Claims {
    /// The oracle agrees.
    pub right: usize,
    /// It does not.
    pub wrong: usize,
    /// Of the wrong ones, those where the oracle resolves nothing.
    pub unresolved: usize,
}

impl Claims {
    /// Share of right ones.
    pub fn precision(&self) -> Option<f64> {
        share(self.right, self.right + self.wrong)
    }

    /// Share of right ones among those where the oracle resolves the call.
    pub fn judged(&self) -> Option<f64> {
        share(self.right, self.right + self.wrong - self.unresolved)
    }

    fn add(&mut self, other: &Claims) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.unresolved += other.unresolved;
    }
}

impl Counts {
    /// Adds another's counts.
    pub fn add(&mut self, other: &Counts) {
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.contradicted += other.contradicted;
        self.misses += other.misses;
        self.ambiguous.add(&other.ambiguous);
        for (resolution, claims) in &other.by_resolution {
            self.by_resolution.entry(resolution).or_default().add(claims);
        }
        add_all(&mut self.wrong_causes, &other.wrong_causes);
        add_all(&mut self.miss_causes, &other.miss_causes);
        add_all(&mut self.left_out, &other.left_out);
    }
}

fn add_all<K: Ord + Copy>(into: &mut BTreeMap<K, usize>, from: &BTreeMap<K, usize>) {
    for (key, count) in from {
        *into.entry(*key).or_default() += count;
    }
}

/// Counts and what follows from them; a share of nothing is `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// Right claims among all claims.
    pub precision: Option<f64>,
    /// Right claims among those for which the oracle has a callee.
    pub precision_where_oracle_speaks: Option<f64>,
    /// Right claims among all edges of the oracle.
    pub recall: Option<f64>,
    /// Harmonic mean of precision and recall.
    pub f1: Option<f64>,
    /// What they come from.
    #[serde(flatten)]
    pub counts: Counts,
}

impl From<Counts> for Scores {
    fn from(counts: Counts) -> Scores {
        let right = counts.true_positives;
        Scores {
            precision: share(right, right + counts.false_positives),
            precision_where_oracle_speaks: share(right, right + counts.contradicted),
            recall: share(right, right + counts.misses),
            f1: share(2 * right, 2 * right + counts.false_positives + counts.misses),
            counts,
        }
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
