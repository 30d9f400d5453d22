//! Whether the worktree differs from its commit.
//!
//! Asking git costs as much as the rest of a small update, so git is asked
//! only when the last snapshot does not already tell, and on a thread of its own.

use super::Row;
use super::plan::{Change, Plan};
use crate::workspace::Workspace;
use fathom_store::Snapshot;
use std::path::Path;
use std::thread::JoinHandle;

pub(super) enum Dirty {
    Known(bool),
    Asked(JoinHandle<bool>),
    /// It was clean: an edit makes it dirty, and without one git is asked.
    WasClean,
}

impl Dirty {
    pub(super) fn start(workspace: &Workspace, previous: Option<&Snapshot>, plan: &Plan) -> Dirty {
        if !workspace.has_git() {
            return Dirty::Known(false);
        }
        let was_clean = previous
            .is_some_and(|snapshot| !snapshot.info().dirty && snapshot.info().commit == workspace.commit());
        if was_clean && plan.changed() > 0 {
            return Dirty::WasClean;
        }
        let root = workspace.root().to_owned();
        Dirty::Asked(std::thread::spawn(move || ask(&root)))
    }

    pub(super) fn finish(self, workspace: &Workspace, plan: &Plan, rows: &[Row]) -> bool {
        match self {
            Dirty::Known(dirty) => dirty,
            Dirty::Asked(handle) => handle.join().unwrap_or(true),
            Dirty::WasClean => plan.files.iter().zip(rows).any(was_edited) || ask(workspace.root()),
        }
    }
}

fn ask(root: &Path) -> bool {
    fathom_history::is_dirty(root).unwrap_or(true)
}

/// A file whose stamp is new may have been touched only; another key is another text.
fn was_edited((file, row): (&super::plan::Planned, &Row)) -> bool {
    match &file.change {
        Change::Look { before: Some((key, _)) } => *key != row.key && *key != 0 && row.key != 0,
        Change::Look { before: None } | Change::None { .. } => false,
    }
}
