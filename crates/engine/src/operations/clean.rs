//! `clean`: remove what was made for a repository, or for all.

use crate::{EngineError, Folders, Workspace};
use fathom_store::RemovedIndexes;
use serde::Serialize;

/// What to remove.
pub enum Request<'a> {
    /// The index of one repository, in all its worktrees.
    Repository(&'a Workspace),
    /// The indexes of all repositories.
    All(&'a Folders),
}

/// What was removed.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The repositories, by the paths they were known by.
    pub removed: Vec<String>,
    /// Bytes that are free now.
    pub bytes: u64,
}

/// Removes indexes; with `state`, also what cannot be rebuilt: feedback.
pub fn run(request: &Request<'_>, state: bool) -> Result<Response, EngineError> {
    let RemovedIndexes { repositories, bytes } = match request {
        Request::Repository(workspace) => fathom_store::clean(workspace.home(), state)?,
        Request::All(folders) => fathom_store::clean_all(folders, state)?,
    };
    let removed = repositories.iter().map(|path| path.display().to_string()).collect();
    Ok(Response { removed, bytes })
}
