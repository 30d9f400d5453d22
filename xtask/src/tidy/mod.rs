//! `cargo xtask tidy`: the invariants of the architecture that no compiler checks.
//!
//! Each check is a pure function from files to findings, in a file of its own, with tests that
//! show what it finds and what it leaves alone.

mod bare;
mod code;
mod dependencies;
mod languages;
mod names;
mod paths;
mod references;

use anyhow::{Context, Result, bail};
use std::fmt;
use std::path::Path;
use std::process::Command;

/// A text file of the repository.
pub(crate) struct File {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Something to change.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    pub(crate) path: String,
    pub(crate) line: usize,
    /// The error and what to do.
    pub(crate) advice: String,
}

impl Finding {
    fn new(file: &File, line: usize, advice: impl Into<String>) -> Finding {
        Finding { path: file.path.clone(), line, advice: advice.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.advice)
    }
}

/// A check: what it looks at is up to it.
type Check = fn(&[File]) -> Vec<Finding>;

const CHECKS: [Check; 6] =
    [dependencies::check, code::check, names::check, paths::check, languages::check, references::check];

/// Checks every file that git tracks or would add.
pub(crate) fn run(root: &Path) -> Result<()> {
    let files = files(root)?;
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(&files)).collect();
    findings.sort();
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("tidy: {} files, nothing to do", files.len());
            Ok(())
        }
        count => bail!("{count} things are not tidy"),
    }
}

fn files(root: &Path) -> Result<Vec<File>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("cannot start git; install it, tidy asks it which files there are")?;
    if !output.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8(output.stdout).context("a file name is not UTF-8; rename it")?;
    let mut files: Vec<File> = names
        .split('\0')
        .filter(|path| !path.is_empty())
        // Neither what is deleted and not yet staged nor what is binary.
        .filter_map(|path| {
            std::fs::read_to_string(root.join(path)).ok().map(|text| File { path: path.to_owned(), text })
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// Whether it is our own Rust code; fixtures are foreign code.
fn is_our_rust(file: &File) -> bool {
    Path::new(&file.path).extension().is_some_and(|ending| ending == "rs")
        && !file.path.split('/').any(|part| part == "fixtures")
}

#[cfg(test)]
fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
fn shown(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}
