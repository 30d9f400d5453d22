//! Statistics of repeated measurements, and tests for differences between systems.
//!
//! A file each. Every statistic is tested against published values, named in
//! its test; randomness is seeded, so that a report is the same every time.

pub mod bootstrap;
pub mod cohen;
pub mod holm;
pub mod kappa;
pub mod spread;
pub mod wilcoxon;

pub use spread::{deviation, mean, median, quantile};

/// Seed of every random choice in a report.
pub const SEED: u64 = 0x0FA7_804D;
