//! `cargo xtask train`: gathers what the ranker learns from and fits it.
//!
//! The work is done by `fathom-train`, a program of its own, so that the tests
//! of the workspace need not wait for it to be built for release.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    // Only `--work` is needed here; the other options are for gathering.
    let Some(work) = value(arguments, "--work") else {
        bail!("`--work DIR` is required: a folder for work trees and examples (some 40 GB)");
    };
    let mirror = value(arguments, "--mirror").map_or_else(Vec::new, |mirror| vec!["--mirror", mirror]);
    step(root, &[vec!["gather", "--work", work], mirror.clone()].concat())?;
    // Without the public tasks, wishes are learned from the project's own alone.
    if let Some(tasks) = value(arguments, "--tasks") {
        let corpus = value(arguments, "--corpus").map_or_else(Vec::new, |corpus| vec!["--corpus", corpus]);
        step(root, &[vec!["tasks", tasks, "--work", work], corpus, mirror].concat())?;
    }
    step(root, &["fit", "--work", work])
}

fn value<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let at = arguments.iter().position(|argument| argument == name)?;
    arguments.get(at + 1).map(String::as_str)
}

fn step(root: &Path, arguments: &[&str]) -> Result<()> {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .args(["run", "--release", "-p", "fathom-train", "--"])
        .args(arguments)
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("`fathom-train {}` failed", arguments.join(" "));
    }
    Ok(())
}
