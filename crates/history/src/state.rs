//! The commit a worktree stands on, and the files in it that differ from that commit.
//!
//! Compares three things the way git does: the commit's tree with the index, the index with the
//! files, and the files with the ignore rules. The first is skipped when the index itself records
//! that it holds the commit's tree, which is so in any worktree without staged changes.

use std::path::{Path, PathBuf};

use gix::bstr::{BString, ByteSlice};
use gix::status::tree_index::TrackRenames;
use gix::status::{Submodule, UntrackedFiles};
use gix::worktree::IndexPersistedOrInMemory;

use crate::HistoryError;

/// Our own folder is never a change, even before its `.gitignore` is written.
const OWN_FOLDER: &[u8] = b".fathom";

/// Where a worktree stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorktreeState {
    /// The id of the commit that `HEAD` names; `None` on a branch without commits.
    pub commit: Option<String>,
    /// The branch's short name; `None` when `HEAD` is detached.
    pub branch: Option<String>,
    /// The files that differ from the commit: modified, staged, deleted, or untracked and not
    /// ignored. Relative to the folder asked for and inside it, with `/`, sorted. A submodule is
    /// one path.
    pub dirty: Vec<String>,
}

/// The state of the worktree that holds `root`.
pub fn worktree_state(root: &Path) -> Result<WorktreeState, HistoryError> {
    let opened = Opened::at(root)?;
    let failed = |action| opened.failed(action);
    let head = opened.repository.head().map_err(failed("read HEAD"))?;
    let branch = head.referent_name().map(|name| name.shorten().to_str_lossy().into_owned());
    let commit = head.id().map(|id| id.to_string());
    let mut dirty = Vec::new();
    for item in opened.changes(None)? {
        let item = item.map_err(failed("compare the files"))?;
        dirty.extend(opened.dirty_path(&item));
    }
    dirty.sort_unstable();
    // A file that is staged and then edited again comes twice.
    dirty.dedup();
    Ok(WorktreeState { commit, branch, dirty })
}

/// Whether [`worktree_state`] would list any file; stops at the first. Takes one thread: it is
/// asked beside the making of an index, which has the others.
pub fn is_dirty(root: &Path) -> Result<bool, HistoryError> {
    let opened = Opened::at(root)?;
    for item in opened.changes(Some(1))? {
        let item = item.map_err(opened.failed("compare the files"))?;
        if opened.dirty_path(&item).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A repository and the folder in it that is asked about.
pub(crate) struct Opened {
    pub(crate) repository: gix::Repository,
    root: PathBuf,
    /// The folder relative to the worktree's top, with `/` at its end; empty for the top itself.
    prefix: BString,
}

impl Opened {
    pub(crate) fn at(root: &Path) -> Result<Self, HistoryError> {
        let none = || HistoryError::NotARepository { path: root.into() };
        // Prefixes can only be compared between real paths.
        let real = std::fs::canonicalize(root).map_err(|_| none())?;
        let repository = gix::discover(&real).map_err(|error| {
            if error.classify().is_not_found() { none() } else { git_error(root, "open the files")(error) }
        })?;
        let worktree = repository.workdir().ok_or_else(|| HistoryError::Bare { path: root.into() })?;
        let worktree = std::fs::canonicalize(worktree).map_err(|_| none())?;
        // A git directory asked about by its own path lies in no worktree.
        let below = real.strip_prefix(&worktree).map_err(|_| none())?;
        let below = gix::path::into_bstr(below).map_err(git_error(root, "name the folder"))?;
        let mut prefix = gix::path::to_unix_separators_on_windows(below).into_owned();
        if !prefix.is_empty() {
            prefix.push(b'/');
        }
        Ok(Self { repository, root: root.into(), prefix })
    }

    pub(crate) fn failed(&self, action: &'static str) -> impl Fn(gix::Error) -> HistoryError {
        git_error(&self.root, action)
    }

    /// Everything that differs, in no order, while so many other threads (as many as there are
    /// processors, if not said) still look for more.
    fn changes(
        &self,
        threads: Option<usize>,
    ) -> Result<Box<dyn Iterator<Item = gix::Result<gix::status::Item>>>, HistoryError> {
        let failed = |action| self.failed(action);
        let index = self.repository.index_or_empty().map_err(failed("read the index"))?;
        let tree = self.repository.head_tree_id_or_empty().map_err(failed("read the commit"))?;
        let nothing_staged =
            index.tree().is_some_and(|cached| cached.num_entries.is_some() && cached.id == tree.detach());
        let status = self
            .repository
            .status(gix::progress::Discard)
            .map_err(failed("read the settings"))?
            .index(IndexPersistedOrInMemory::Persisted(index))
            .head_tree(tree.detach())
            .untracked_files(UntrackedFiles::Files)
            .index_worktree_options_mut(|options| options.thread_limit = threads)
            .index_worktree_submodules(Submodule::AsConfigured { check_dirty: true })
            .tree_index_track_renames(TrackRenames::Disabled);
        let within = self.pattern();
        Ok(if nothing_staged {
            let items = status.into_index_worktree_iter(within).map_err(failed("list the files"))?;
            Box::new(items.map(|item| item.map(Into::into)))
        } else {
            Box::new(status.into_iter(within).map_err(failed("list the files"))?)
        })
    }

    /// Limits the comparison to the folder asked about, whatever characters its name has.
    fn pattern(&self) -> Option<BString> {
        let folder = self.prefix.strip_suffix(b"/")?;
        Some([b":(top,literal)".as_slice(), folder].concat().into())
    }

    fn dirty_path(&self, item: &gix::status::Item) -> Option<String> {
        if let gix::status::Item::IndexWorktree(change) = item {
            // None for what only tells of the index's own bookkeeping.
            change.summary()?;
        }
        let path = item.location().strip_prefix(self.prefix.as_slice())?;
        let own = path.split(|&byte| byte == b'/').any(|name| name == OWN_FOLDER);
        (!own && !path.is_empty()).then(|| path.to_str_lossy().into_owned())
    }
}

fn git_error(path: &Path, action: &'static str) -> impl Fn(gix::Error) -> HistoryError {
    move |source| HistoryError::Git { path: path.into(), action, source: Box::new(source) }
}

#[cfg(test)]
mod tests;
