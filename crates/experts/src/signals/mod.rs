//! Signals: one number per candidate and source of evidence, and the features made of them.
//!
//! Signals of one question have scales of their own, so a feature is the share of the best value, the
//! reciprocal of the rank, or the value itself where its scale means something.

mod co_change;
mod connections;
mod features;
pub mod files;
mod likeness;
mod names;
pub mod pairs;
mod similar_changes;
mod words;

pub use features::{FeatureRow, Features, Group};
