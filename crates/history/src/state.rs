//! The commit of a worktree, and the files that differ from it.

use std::path::Path;

use gix::bstr::ByteSlice;

use crate::HistoryError;
use crate::open::OpenRepository;
use crate::worktree::{Extent, ListedFiles, Worktree};

/// The state of a worktree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorktreeState {
    /// The id of the commit that `HEAD` names; `None` on a branch without commits.
    pub commit: Option<String>,
    /// The branch's short name; `None` when `HEAD` is detached.
    pub branch: Option<String>,
    /// The files that differ from the commit: modified, staged, deleted, or untracked and not ignored.
    /// Paths are relative to the requested folder, with `/`, sorted. A submodule is one path.
    pub dirty: Vec<String>,
}

/// The state of the worktree that contains `root`.
pub fn worktree_state(root: &Path) -> Result<WorktreeState, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let found = Worktree::new(&opened, ListedFiles::default(), Extent::All, threads)?.differences()?;
    let below =
        |path: &[u8]| path.strip_prefix(opened.prefix.as_slice()).map(|path| path.to_str_lossy().into());
    Ok(WorktreeState {
        commit: opened.head.clone(),
        branch: opened.place.branch(),
        dirty: found.paths.iter().filter_map(|path| below(path)).collect(),
    })
}

#[cfg(test)]
mod tests;
