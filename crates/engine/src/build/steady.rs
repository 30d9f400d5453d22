//! One state of the files: none is read while git is writing them.
//!
//! git holds `index.lock` while it writes the files of another branch, and names the branch after
//! that. A reader in between mixes two branches. So nothing is read before the lock is gone,
//! and what was read counts only if git did nothing in between.

use crate::EngineError;
use crate::workspace::Workspace;
use fathom_source::{Repository, Stamp};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long to wait for git. Most operations take less.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often to check.
const STEP: Duration = Duration::from_millis(10);
/// How often files are read again because git wrote some.
const ATTEMPTS: usize = 3;

/// The state of git's files at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GitStamp {
    /// The commit that was checked out.
    pub(super) commit: Option<String>,
    /// The index, which git writes whenever it has written files.
    index: Option<Stamp>,
}

impl GitStamp {
    pub(super) fn now(workspace: &Workspace) -> GitStamp {
        let index = workspace.repository().and_then(|repository| {
            let metadata = std::fs::symlink_metadata(repository.git_dir.join("index")).ok()?;
            Some(Stamp::of(&metadata))
        });
        GitStamp { commit: workspace.commit(), index }
    }
}

/// Waits until git is no longer writing.
pub(super) fn wait(workspace: &Workspace) -> Result<(), EngineError> {
    let Some(repository) = workspace.repository() else { return Ok(()) };
    let since = Instant::now();
    while repository.is_being_written() {
        if since.elapsed() >= PATIENCE {
            return Err(busy(workspace));
        }
        sleep(STEP);
    }
    Ok(())
}

/// Whether everything read since `moment` is of one state. If not, it has to be read again; after some
/// attempts that is an error. git also writes its index without writing files; then `unchanged`,
/// whether the files are still the same, decides.
pub(super) fn is_steady(
    workspace: &Workspace,
    moment: &GitStamp,
    attempt: usize,
    unchanged: impl FnOnce() -> bool,
) -> Result<bool, EngineError> {
    let is_quiet = || !workspace.repository().is_some_and(Repository::is_being_written);
    if is_quiet() {
        let now = GitStamp::now(workspace);
        if now == *moment || (now.commit == moment.commit && unchanged() && is_quiet()) {
            return Ok(true);
        }
    }
    if attempt < ATTEMPTS { Ok(false) } else { Err(busy(workspace)) }
}

fn busy(workspace: &Workspace) -> EngineError {
    EngineError::Busy { root: workspace.root().to_owned() }
}
