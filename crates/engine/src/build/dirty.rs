//! Whether the worktree differs from its commit.
//!
//! A full comparison costs as much as the rest of a small update. Its inputs are therefore stored next
//! to the snapshots ([`Dirtiness`]); git is read only if they changed, and on a separate thread.

use crate::workspace::Workspace;
use fathom_history::{Dirtiness, HistoryError, ListedFiles};
use fathom_source::Walk;
use std::thread::JoinHandle;

/// Its name beside the snapshots.
const FILE: &str = "worktree";

/// The known state, or how to compute it.
pub(super) enum Dirty {
    /// Without git nothing differs.
    NoGit,
    /// It is known.
    Known(bool),
    /// A thread computes it for this commit.
    Asked(Option<String>, JoinHandle<Result<Dirtiness, HistoryError>>),
    /// git could not be read, for this reason.
    Failed(String),
}

impl Dirty {
    /// Starts the comparison. `walk` found the files and their stamps since `now`.
    pub(super) fn start(workspace: &Workspace, walk: &Walk, commit: Option<&str>, now: i64) -> Dirty {
        if !workspace.has_git() {
            return Dirty::NoGit;
        }
        let last = last(workspace).filter(|last| last.commit.as_deref() == commit);
        if let Some(dirty) = last.and_then(|last| last.still(ListedFiles::of(walk))) {
            return Dirty::Known(dirty);
        }
        let (root, files, folders) = (workspace.root().to_owned(), walk.files.clone(), walk.folders.clone());
        let thread = std::thread::spawn(move || {
            Dirtiness::find(&root, ListedFiles { files: &files, folders: &folders }, now)
        });
        Dirty::Asked(commit.map(str::to_owned), thread)
    }

    /// Whether it differs; `true` if that could not be determined.
    pub(super) fn settle(&mut self, workspace: &Workspace) -> bool {
        if let Dirty::Asked(..) = self
            && let Dirty::Asked(commit, thread) = std::mem::replace(self, Dirty::NoGit)
        {
            *self = match thread.join() {
                // Another commit was checked out meanwhile: from this one the files may differ.
                Ok(Ok(found)) if found.commit != commit => Dirty::Known(true),
                Ok(Ok(found)) => {
                    // If it cannot be stored, it is computed again.
                    let _ = workspace.home().write_hint(FILE, &found.to_bytes());
                    Dirty::Known(found.dirty)
                }
                Ok(Err(error)) => Dirty::Failed(error.to_string()),
                Err(_) => Dirty::Failed("the comparison ended before its time".to_owned()),
            };
        }
        match self {
            Dirty::NoGit => false,
            Dirty::Known(dirty) => *dirty,
            Dirty::Asked(..) | Dirty::Failed(_) => true,
        }
    }

    /// Why it is not known, if it is not; see [`Dirty::settle`].
    pub(super) fn note(&self) -> Option<String> {
        match self {
            Dirty::Failed(why) => Some(format!("cannot find whether files differ from their commit: {why}")),
            _ => None,
        }
    }
}

/// Whether the worktree differed from a commit when it was last looked at.
pub(crate) fn last_known(workspace: &Workspace, commit: Option<&str>) -> Option<bool> {
    last(workspace).filter(|last| last.commit.as_deref() == commit).map(|last| last.dirty)
}

fn last(workspace: &Workspace) -> Option<Dirtiness> {
    Dirtiness::from_bytes(&workspace.home().part(FILE)?)
}
