//! BM25F: what a term is worth in a document.
//!
//! The occurrences of a term in the fields of a document are added up, each divided by
//! how long its field is and multiplied by how much the field counts; the sum saturates
//! once, and is multiplied by the rarity of the term:
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

/// Fields up to this length, nearly all, have their factor looked up: a division costs
/// more than all else that is done for a posting.
const TABLE: usize = 256;

/// The formula with everything filled in that is the same for all documents, by each of
/// several options: they are worked out together, because finding the fields and their
/// lengths is more work than the arithmetic.
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

    /// What one occurrence in a field of this length adds to `x`.
    fn factor(&self, field: usize, length: u16) -> [f32; N] {
        // A field of nothing but compounds (`a_b`) has terms, yet length 0.
        let length = f32::from(length.max(1));
        std::array::from_fn(|at| {
            self.weights[at][field] / (self.floors[at][field] + self.slopes[at][field] * length)
        })
    }

    /// The weighted, length-normalised count of one field: its summand of `x`.
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

    /// A weighted count as a share of what endlessly many occurrences would give, by one
    /// of the options.
    #[inline]
    pub(crate) fn saturate(&self, at: usize, weighted_count: f32) -> f32 {
        weighted_count / (self.k1[at] + weighted_count)
    }

    /// How much it says to have a term that so many documents have; always positive.
    pub(crate) fn idf(&self, having: u64) -> f32 {
        idf(self.documents, having)
    }
}

/// The same of a number of documents.
pub(crate) fn idf(documents: f64, having: u64) -> f32 {
    let having = having as f64;
    (1.0 + (documents - having + 0.5) / (having + 0.5)).ln() as f32
}
