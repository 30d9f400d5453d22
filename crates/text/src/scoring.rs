//! BM25F: the score of a term in a document.
//!
//! The occurrences of a term in the fields of a document are normalised by the field's length,
//! multiplied by the field's weight, and added. The sum saturates once and is multiplied by the inverse
//! document frequency of the term:
//!
//! ```text
//! x     = Σ over fields  weight · count / (1 − b + b · length / mean length)
//! score = query weight · idf · x / (k1 + x)
//! ```
//!
//! Only arithmetic here; every operation is in a fixed order, so that equal input gives
//! equal bits.

use crate::SearchOptions;
use crate::field::FIELDS;
use crate::index::{Index, Match};

/// For fields up to this length, nearly all, the factor is precomputed: a division costs more than all
/// other work on a posting.
const TABLE: usize = 256;

/// The formula with all values that do not depend on the document, for several options at once: to read
/// the fields and their lengths is more work than the arithmetic.
pub(crate) struct Scorer<const N: usize> {
    weights: [[f32; FIELDS]; N],
    floors: [[f32; FIELDS]; N],
    slopes: [[f32; FIELDS]; N],
    factors: Box<[[[f32; N]; TABLE]; FIELDS]>,
    k1: [f32; N],
    documents: f64,
}

impl<const N: usize> Scorer<N> {
    pub(crate) fn new(index: &Index<'_>, options: &[SearchOptions<'_>; N]) -> Self {
        let means = index.mean_lengths();
        let mut scorer = Self {
            weights: options.map(|options| options.weights),
            floors: options.map(|options| options.b.map(|b| 1.0 - b)),
            slopes: options.map(|options| std::array::from_fn(|field| options.b[field] / means[field])),
            factors: Box::new([[[0.0; N]; TABLE]; FIELDS]),
            k1: options.map(|options| options.k1),
            documents: index.documents() as f64,
        };
        for field in 0..FIELDS {
            for length in 0..TABLE as u16 {
                scorer.factors[field][usize::from(length)] = scorer.factor(field, length);
            }
        }
        scorer
    }

    /// The contribution of one occurrence in a field of this length to `x`.
    fn factor(&self, field: usize, length: u16) -> [f32; N] {
        // A field with compounds only (`a_b`) has terms, but length 0.
        let length = f32::from(length.max(1));
        std::array::from_fn(|at| {
            self.weights[at][field] / (self.floors[at][field] + self.slopes[at][field] * length)
        })
    }

    /// The weighted, length-normalised count of one field: its term of `x`.
    #[inline]
    pub(crate) fn field(&self, found: Match<'_>, field: usize, count: u8) -> [f32; N] {
        let length = found.lengths[field];
        let known = self.factors[field].get(usize::from(length)).copied();
        known.unwrap_or_else(|| self.factor(field, length)).map(|factor| factor * f32::from(count))
    }

    /// `x`.
    #[inline]
    pub(crate) fn weighted_count(&self, found: Match<'_>) -> [f32; N] {
        let mut sums = [0.0; N];
        for (field, count) in found.counts.fields() {
            if field < FIELDS {
                let parts = self.field(found, field, count);
                sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
        }
        sums
    }

    /// The saturated value of a weighted count, by one of the options.
    #[inline]
    pub(crate) fn saturate(&self, at: usize, weighted_count: f32) -> f32 {
        weighted_count / (self.k1[at] + weighted_count)
    }

    /// The inverse document frequency of a term in this many documents; always positive.
    pub(crate) fn idf(&self, having: u64) -> f32 {
        idf(self.documents, having)
    }
}

/// The same for a collection of this size.
pub(crate) fn idf(documents: f64, having: u64) -> f32 {
    let having = having as f64;
    (1.0 + (documents - having + 0.5) / (having + 0.5)).ln() as f32
}
