//! Moves a work tree from commit to commit.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Puts the files of a commit into the work tree, writing only what differs.
/// A file whose content is missing from the object store is passed over.
pub(crate) fn checkout(tree: &Path, commit: &str) -> Result<()> {
    if git(tree, &["checkout", "-q", "-f", "--detach", commit]).is_ok() {
        return Ok(());
    }
    git(tree, &["read-tree", "--reset", commit])?;
    git(tree, &["clean", "-qfd", "-e", ".fathom"])?;
    let _ = git(tree, &["checkout-index", "-a", "-f", "-q"]);
    git(tree, &["update-ref", "--no-deref", "HEAD", commit])
}

fn git(tree: &Path, arguments: &[&str]) -> Result<()> {
    let output =
        Command::new("git").current_dir(tree).args(arguments).output().context("cannot start git")?;
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}
