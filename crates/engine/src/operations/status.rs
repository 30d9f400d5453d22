//! `status`: what the index holds and how fresh it is.

use super::index;
use crate::build;
use crate::{EngineError, Workspace};
use fathom_protocol::index::{Response as Described, UnresolvedCounts};
use fathom_protocol::status::Response;
use fathom_store::Snapshot;
use std::collections::BTreeMap;

/// Describes the index; never builds one.
///
/// # Examples
///
/// ```
/// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
/// # let place = tempfile::tempdir()?;
/// # let repository = place.path().join("repository");
/// # std::fs::create_dir(&repository)?;
/// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
/// # std::fs::write(repository.join("upload.py"), text)?;
/// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
/// use fathom_engine::operations::status;
///
/// assert!(!status::run(&workspace)?.indexed);
/// workspace.index(None, &NoProgress)?;
/// let answer = status::run(&workspace)?;
/// assert!(answer.indexed && answer.files == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(workspace: &Workspace) -> Result<Response, EngineError> {
    let mut notes = workspace.notes();
    let state = workspace.repository().map(|_| fathom_history::worktree_state(workspace.root()));
    let state = state.transpose().unwrap_or_else(|error| {
        notes.push(format!("cannot find the files that differ from their commit: {error}"));
        None
    });
    let mut response = Response {
        root: workspace.root().display().to_string(),
        indexed: false,
        commit: workspace.commit(),
        branch: state.as_ref().and_then(|state| state.branch.clone()),
        dirty_files: state.map(|state| state.dirty).unwrap_or_default(),
        indexed_commit: None,
        stale_files: 0,
        files: 0,
        symbols: 0,
        edges: 0,
        languages: BTreeMap::new(),
        unresolved: UnresolvedCounts::default(),
        unsupported_languages: BTreeMap::new(),
        skipped: BTreeMap::new(),
        index_bytes: 0,
        notes,
    };
    let Some(snapshot) = Snapshot::open(workspace.home(), &build::versions())? else { return Ok(response) };
    let (stale_files, described) = match described(workspace, snapshot) {
        Ok(found) => found,
        // A damaged index counts as none: the next query rebuilds it.
        Err(error) if error.is_damage() => return Ok(response),
        Err(error) => return Err(error),
    };
    response.indexed = true;
    response.stale_files = stale_files;
    response.indexed_commit = described.commit;
    response.files = described.files;
    response.symbols = described.symbols;
    response.edges = described.edges;
    response.languages = described.languages;
    response.unresolved = described.unresolved;
    response.unsupported_languages = described.unsupported_languages;
    response.index_bytes = described.index_bytes;
    for skip in described.skipped {
        *response.skipped.entry(skip.reason).or_default() += 1;
    }
    Ok(response)
}

fn described(workspace: &Workspace, snapshot: Snapshot) -> Result<(usize, Described), EngineError> {
    let index = workspace.open_as_is(snapshot, Vec::new())?;
    let stale = index.state().stale_files;
    Ok((stale, index::describe(workspace, &index, build::Summary::default())?))
}
