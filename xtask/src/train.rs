//! `cargo xtask train`: gathers what the ranker learns from and fits it.
//!
//! The work is done by `fathom-train`, a program of its own, so that the tests
//! of the workspace need not wait for it to be built for release.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    // `--work` says where; `--mirror` only concerns gathering.
    let Some(work) = value(arguments, "--work") else {
        bail!("say with `--work DIR` where work trees and examples may lie (some 20 GB)");
    };
    let mut gather = vec!["gather", "--work", work];
    if let Some(mirror) = value(arguments, "--mirror") {
        gather.extend(["--mirror", mirror]);
    }
    step(root, &gather)?;
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
