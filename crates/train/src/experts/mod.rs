//! Trains the gates of the experts: replays the histories of `experts.yaml`, boosts trees, writes the
//! tables that ship, and measures them on repositories that they have not seen.

mod boost;
mod bounds;
mod failures;
mod fit;
mod gather;
mod measure;
mod traces;

use anyhow::{Context, Result, ensure};
use fathom_experts::ExpertId;
use fathom_experts::replay::Diffs;
use rayon::prelude::*;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The experts with a gate.
const EXPERTS: [ExpertId; 3] = [ExpertId::Files, ExpertId::Tests, ExpertId::Next];

/// A repository at a commit.
#[derive(Clone, Deserialize)]
struct Repository {
    name: String,
    url: String,
    commit: String,
    /// Its main language.
    #[allow(dead_code)] // read by the test of the manifest
    language: String,
}

/// The repositories for training and measuring, from `experts.yaml`.
#[derive(Deserialize)]
struct Manifest {
    commits: usize,
    learned: Vec<Repository>,
    measured: Vec<Repository>,
    traced: Vec<Repository>,
}

/// Gathers examples that are not there yet, fits the gates and writes them to `out`.
pub(crate) fn train(work: &Path, mirror: Option<&Path>, out: &Path) -> Result<()> {
    let manifest = manifest()?;
    manifest.learned.par_iter().try_for_each(|repository| {
        let file = work.join("examples").join(&repository.name);
        if file.exists() {
            return Ok(());
        }
        let root = clone(repository, work, mirror)?;
        gather::gather(&root, repository, manifest.commits, &file)
    })?;
    fit::fit(work, &manifest.learned, out)
}

/// Evaluates the shipped gates on the repositories of `measured`, one by one and pooled.
pub(crate) fn measure(work: &Path, mirror: Option<&Path>, commits: usize, with_diffs: bool) -> Result<()> {
    let diffs = if with_diffs { Diffs::Always } else { Diffs::Never };
    measure::measure(&measured(work, mirror)?, commits, diffs)
}

/// Prints what an order of tests can reach at all on the repositories of `measured`, and what the baseline reaches.
pub(crate) fn bounds(work: &Path, mirror: Option<&Path>, commits: usize) -> Result<()> {
    bounds::print(&measured(work, mirror)?, commits)
}

/// The repositories of `measured` and where they are.
fn measured(work: &Path, mirror: Option<&Path>) -> Result<Vec<(Repository, PathBuf)>> {
    let manifest = manifest()?;
    let mut roots = Vec::new();
    for repository in &manifest.measured {
        roots.push((repository.clone(), clone(repository, work, mirror)?));
    }
    Ok(roots)
}

/// Measures the shipped test expert on issues with failing tests.
pub(crate) fn measure_failures(issues: &Path, work: &Path, mirror: Option<&Path>) -> Result<()> {
    failures::measure(issues, work, mirror)
}

/// Writes issues with stack traces out of the histories of `traced`.
pub(crate) fn write_traces(work: &Path, mirror: Option<&Path>, out: &Path) -> Result<()> {
    traces::write(&manifest()?.traced, work, mirror, out)
}

fn manifest() -> Result<Manifest> {
    serde_saphyr::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../train/experts.yaml")))
        .context("experts.yaml is no manifest")
}

/// A clone without files; history is all that is read.
fn clone(repository: &Repository, work: &Path, mirror: Option<&Path>) -> Result<PathBuf> {
    let root = work.join("clones").join(&repository.name);
    if root.exists() {
        return Ok(root);
    }
    std::fs::create_dir_all(work.join("clones"))?;
    let mut parts = repository.url.rsplit('/');
    let (name, owner) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let local = mirror.map(|mirror| mirror.join(format!("{owner}+{name}/repo"))).filter(|path| path.exists());
    let mut command = Command::new("git");
    command.args(["clone", "--quiet", "--no-checkout"]);
    match &local {
        Some(path) => command.arg("--shared").arg(path),
        None => command.arg(&repository.url),
    };
    let status = command.arg(&root).status().context("git cannot be run")?;
    ensure!(status.success(), "git clone of {} failed", repository.url);
    Ok(root)
}

#[cfg(test)]
mod tests {
    use super::manifest;
    use crate::reserved::{MEASURED_IN_PUBLIC, RESERVED};

    #[test]
    fn nothing_reserved_is_read_and_nothing_measured_is_learned() {
        let manifest = manifest().unwrap();
        let name = |url: &str| url.rsplit('/').next().unwrap_or_default().to_lowercase();
        for repository in manifest.learned.iter().chain(&manifest.measured).chain(&manifest.traced) {
            assert!(!RESERVED.contains(&name(&repository.url).as_str()), "{}", repository.url);
        }
        for learned in &manifest.learned {
            let is_measured = |one: &&&str| one.eq_ignore_ascii_case(&name(&learned.url));
            assert!(MEASURED_IN_PUBLIC.iter().find(is_measured).is_none(), "{}", learned.url);
        }
        for measured in manifest.measured.iter().chain(&manifest.traced) {
            assert!(manifest.learned.iter().all(|learned| learned.url != measured.url), "{}", measured.url);
        }
        assert!(manifest.measured.len() >= 8);
        let mut languages: Vec<&str> = manifest.measured.iter().map(|one| one.language.as_str()).collect();
        languages.sort_unstable();
        languages.dedup();
        assert!(languages.len() >= 5);
    }
}
