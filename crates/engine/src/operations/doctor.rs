//! `doctor`: read every byte of the index and compare it with its checksum.

use crate::build;
use crate::{EngineError, Progress, Workspace};
use serde::Serialize;

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The folder of the repository.
    pub root: String,
    /// Where its index lies.
    pub index: String,
    /// Whether there is an index.
    pub indexed: bool,
    /// Files that were examined.
    pub examined: usize,
    /// Files that are damaged.
    pub damaged: Vec<Damage>,
    /// Whether the index was built again.
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
    let findings = fathom_store::examine(workspace.home())?;
    let examined = findings.len();
    let damaged: Vec<Damage> = findings
        .into_iter()
        .filter_map(|finding| {
            Some(Damage { path: finding.path.display().to_string(), problem: finding.problem? })
        })
        .collect();
    let repaired = repair && !damaged.is_empty();
    if repaired {
        build::repair(workspace, None, progress)?;
    }
    Ok(Response {
        root: workspace.root().display().to_string(),
        index: workspace.home().folder().display().to_string(),
        indexed: workspace.home().exists(),
        examined,
        damaged,
        repaired,
    })
}
