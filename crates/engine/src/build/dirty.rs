//! Whether the worktree differs from its commit.
//!
//! Asking git costs as much as the rest of a small update, so git is asked
//! only when the last snapshot does not already tell, and on a thread of its own.

use super::plan::Plan;
use crate::workspace::Workspace;
use fathom_store::Snapshot;
use std::thread::JoinHandle;

pub(super) enum Dirty {
    Known(bool),
    Asked(JoinHandle<bool>),
}

impl Dirty {
    pub(super) fn start(workspace: &Workspace, previous: Option<&Snapshot>, plan: &Plan) -> Dirty {
        if !workspace.has_git() {
            return Dirty::Known(false);
        }
        let was_clean = previous.is_some_and(|snapshot| {
            !snapshot.info().dirty && snapshot.info().commit == workspace.commit()
        });
        if was_clean && plan.changed() > 0 {
            return Dirty::Known(true);
        }
        let root = workspace.root().to_owned();
        Dirty::Asked(std::thread::spawn(move || fathom_history::is_dirty(&root).unwrap_or(true)))
    }

    pub(super) fn finish(self) -> bool {
        match self {
            Dirty::Known(dirty) => dirty,
            Dirty::Asked(handle) => handle.join().unwrap_or(true),
        }
    }
}
