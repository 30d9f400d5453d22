//! `doctor`: read every byte of the index and compare it with its checksum.

use crate::build;
use crate::{EngineError, Progress, Workspace};
use fathom_store::Finding;
use serde::Serialize;

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The folder of the repository.
    pub root: String,
    /// The folder of its index.
    pub index: String,
    /// Whether there is an index.
    pub indexed: bool,
    /// Files that were examined.
    pub examined: usize,
    /// Files that are damaged.
    pub damaged: Vec<Damage>,
    /// Whether everything that was damaged has been built again.
    pub repaired: bool,
}

/// A file that is not what was written.
#[derive(Clone, Debug, Serialize)]
pub struct Damage {
    /// The file.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Examines an index; with `repair`, builds a damaged one again from the files.
pub fn run(workspace: &Workspace, repair: bool, progress: &dyn Progress) -> Result<Response, EngineError> {
    let (examined, damaged) = examine(workspace)?;
    let repaired = repair && !damaged.is_empty() && {
        build::repair(workspace, None, progress)?;
        // State that cannot be rebuilt is left unchanged.
        examine(workspace)?.1.is_empty()
    };
    Ok(Response {
        root: workspace.root().display().to_string(),
        index: workspace.home().folder().display().to_string(),
        indexed: workspace.home().exists(),
        examined,
        damaged,
        repaired,
    })
}

/// How many files there are, and which of them are damaged.
fn examine(workspace: &Workspace) -> Result<(usize, Vec<Damage>), EngineError> {
    let findings = fathom_store::examine(workspace.home())?;
    let damage = |finding: &Finding| {
        Some(Damage { path: finding.path.display().to_string(), problem: finding.problem.clone()? })
    };
    Ok((findings.len(), findings.iter().filter_map(damage).collect()))
}
