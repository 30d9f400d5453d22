//! Whether the worktree differs from its commit.
//!
//! Asking git costs as much as the rest of a small update, so git is asked
//! only when the last snapshot does not already tell, and on a thread of its own.

use super::Row;
use super::plan::{Change, Plan, Planned};
use crate::workspace::Workspace;
use fathom_store::{Info, Key, Snapshot};
use std::path::Path;
use std::thread::JoinHandle;

/// How to find out.
pub(super) enum Dirty {
    /// Without git nothing differs.
    NoGit,
    Asked(JoinHandle<bool>),
    /// It was clean: an edit makes it dirty, and without one git is asked.
    WasClean,
    /// This file alone made it differ, as long as its key is not this one again.
    WasDirtyBy(String, String),
    Known(Found),
}

/// Whether the worktree differs, and by which file if one is known; see [`fathom_store::Info`].
pub(super) struct Found {
    pub(super) dirty: bool,
    pub(super) by: Option<(String, String)>,
}

impl Dirty {
    pub(super) fn start(workspace: &Workspace, previous: Option<&Snapshot>, plan: &Plan) -> Dirty {
        if !workspace.has_git() {
            return Dirty::NoGit;
        }
        let info = previous.map(Snapshot::info).filter(|info| info.commit == plan.commit);
        match info {
            Some(info) if !info.dirty && plan.changed() > 0 => return Dirty::WasClean,
            Some(Info { dirty_by: Some((path, key)), .. }) => {
                return Dirty::WasDirtyBy(path.clone(), key.clone());
            }
            _ => {}
        }
        let root = workspace.root().to_owned();
        Dirty::Asked(std::thread::spawn(move || ask(&root)))
    }

    /// Finds out now, for whoever cannot go on without.
    pub(super) fn settle(self, workspace: &Workspace, plan: &Plan, rows: &[Row<'_>]) -> Dirty {
        Dirty::Known(self.finish(workspace, plan, rows))
    }

    /// What was found out; see [`Dirty::settle`].
    pub(super) fn is_dirty(&self) -> bool {
        matches!(self, Dirty::Known(Found { dirty: true, .. }))
    }

    pub(super) fn finish(self, workspace: &Workspace, plan: &Plan, rows: &[Row<'_>]) -> Found {
        let by = match self {
            Dirty::NoGit => return Found { dirty: false, by: None },
            Dirty::Known(found) => return found,
            Dirty::Asked(handle) => return Found { dirty: handle.join().unwrap_or(true), by: None },
            Dirty::WasClean => plan.files.iter().zip(rows).find_map(edited),
            Dirty::WasDirtyBy(path, key) => {
                let at = rows.binary_search_by(|row| row.path.cmp(&path)).ok();
                at.is_some_and(|at| rows[at].key != 0 && hex(rows[at].key) != key).then_some((path, key))
            }
        };
        Found { dirty: by.is_some() || ask(workspace.root()), by }
    }
}

fn ask(root: &Path) -> bool {
    fathom_history::Dirtiness::find(root, &[], 0).is_ok_and(|found| found.dirty)
}

fn hex(key: Key) -> String {
    format!("{key:032x}")
}

/// An edited file and the key it had. One whose stamp is new may have been
/// touched only; another key is another text.
fn edited((file, row): (&Planned, &Row<'_>)) -> Option<(String, String)> {
    match &file.change {
        Change::Look { before: Some((key, _)) } if *key != row.key && *key != 0 && row.key != 0 => {
            Some((row.path.to_owned(), hex(*key)))
        }
        _ => None,
    }
}
