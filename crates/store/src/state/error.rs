//! Errors of the state store, independent of the implementation.

use crate::{PredictionId, StoreError};

/// Why state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The storage failed.
    #[error("cannot use {place}: {why}; if it is damaged, move it away; its records are lost")]
    Unusable {
        /// Its location.
        place: String,
        /// The cause.
        why: String,
    },
    /// A later version wrote it; this version must not change it.
    #[error("{place} was written by a later version of fathom; update fathom to use it")]
    Later {
        /// Its location.
        place: String,
    },
    /// The user's folders cannot be used.
    #[error(transparent)]
    Folder(#[from] StoreError),
    /// A record refers to a prediction that does not exist.
    #[error("there is no prediction {}", id.0)]
    NoPrediction {
        /// Its number.
        id: PredictionId,
    },
    /// A probability is not a number from 0 to 1.
    #[error("{value} is not a probability; give a number from 0 to 1")]
    NoProbability {
        /// The value.
        value: f64,
    },
    /// The entries of a transaction do not add up to 0.
    #[error("the entries of a transaction add up to {sum}; they must add up to 0")]
    Unbalanced {
        /// Their sum.
        sum: i128,
    },
}
