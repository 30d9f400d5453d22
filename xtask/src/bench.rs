//! `cargo xtask bench`: times the hot paths on a generated repository.

use crate::steps;
use anyhow::Result;
use std::path::Path;

/// Runs the benches; `arguments` are those of divan, such as a part of a name or `--sample-count 20`.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    let mut step = vec!["bench", "-p", "fathom-engine", "--bench", "hot_paths", "--"];
    step.extend(arguments.iter().map(String::as_str));
    steps::run(root, &[&step], &[])
}
