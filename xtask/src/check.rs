//! `cargo xtask check`: formatter, tidy and lints.
//!
//! Apart from the tests, because the lints of a newer toolchain find more: a
//! program that works must not fail its tests for that.

use crate::steps;
use anyhow::Result;
use std::path::Path;

/// In the order in which failures are cheapest to find.
const STEPS: [&[&str]; 4] = [
    &["fmt", "--all", "--check"],
    &["xtask", "tidy"],
    &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    // The binary without its benchmark has code of its own.
    &["clippy", "-p", "fathom", "--no-default-features", "--all-targets", "--", "-D", "warnings"],
];

/// Runs every check and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<()> {
    steps::run(root, &STEPS, &[])?;
    println!("all checks passed");
    Ok(())
}
