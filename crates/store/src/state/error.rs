//! What can go wrong with state, whatever keeps it.

use crate::{PredictionId, StoreError};

/// Why state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// What keeps it does not work.
    #[error("cannot use {place}: {why}; if it is damaged, move it away: what it kept is lost")]
    Unusable {
        /// Where it is kept.
        place: String,
        /// What went wrong.
        why: String,
    },
    /// It was written by a later version, which must not be spoiled.
    #[error("{place} was written by a later version of fathom; update fathom to use it")]
    Later {
        /// Where it is kept.
        place: String,
    },
    /// The user's folders cannot be used.
    #[error(transparent)]
    Folder(#[from] StoreError),
    /// A record refers to a prediction that was never kept.
    #[error("there is no prediction {}", id.0)]
    NoPrediction {
        /// Its number.
        id: PredictionId,
    },
    /// A probability is no number from 0 to 1.
    #[error("{value} is no probability; give a number from 0 to 1")]
    NoProbability {
        /// What was given.
        value: f64,
    },
    /// A transaction makes credit out of nothing, or destroys it.
    #[error("the entries of a transaction add up to {sum}; they must add up to 0")]
    Unbalanced {
        /// What is too much or too little.
        sum: i128,
    },
}
