//! Differences between the index and the commit.

use std::cmp::Ordering;

use gix::bstr::{BStr, ByteSlice};
use gix::index::Entry;
use gix::index::entry::Mode;

use super::{Differences, Worktree};
use crate::HistoryError;

impl Worktree<'_> {
    /// Compares the index with the commit of `HEAD`. If the index records that it equals the commit's
    /// tree, as in any worktree without staged changes, no comparison is necessary.
    pub(crate) fn staged(&self, found: &mut Differences) -> Result<(), HistoryError> {
        let repository = self.opened.repository();
        let failed = |action| self.opened.failed(action);
        let tree = match &self.opened.head {
            Some(head) => gix::ObjectId::from_hex(head.as_bytes())
                .and_then(|id| repository.find_commit(id))
                .and_then(|commit| Ok(commit.tree_id()?.detach()))
                .map_err(failed("read the commit"))?,
            None => repository.empty_tree().id,
        };
        if self.index.tree().is_some_and(|cached| cached.num_entries.is_some() && cached.id == tree) {
            return Ok(());
        }
        let committed = repository.index_from_tree(&tree).map_err(failed("read the tree"))?;
        let prefix = self.opened.prefix.as_bstr();
        let before = if prefix.is_empty() {
            committed.entries()
        } else {
            committed.prefixed_entries(prefix).unwrap_or_default()
        };
        let (mut before, mut after) = (before.iter().peekable(), self.entries().iter().peekable());
        loop {
            let (old, new) = (before.peek().copied(), after.peek().copied());
            let path = |entry: &Entry, of_commit| {
                let state: &gix::index::State = if of_commit { &committed } else { &self.index };
                entry.path_in(state.path_backing()).to_owned()
            };
            let (differs, order) = match (old, new) {
                (None, None) => return Ok(()),
                (Some(old), None) => (Some(path(old, true)), Ordering::Less),
                (None, Some(new)) => (Some(path(new, false)), Ordering::Greater),
                (Some(old), Some(new)) => {
                    let (old_path, new_path) = (path(old, true), path(new, false));
                    if new.mode == Mode::DIR && old_path.starts_with(&new_path) {
                        // One entry represents a folder outside of the sparse checkout.
                        if !has_folder(&repository, &tree, new_path.as_bstr(), &new.id) {
                            found.paths.push(new_path.clone());
                        }
                        after.next();
                        while before.next_if(|entry| path(entry, true).starts_with(&new_path)).is_some() {}
                        continue;
                    }
                    match old_path.cmp(&new_path) {
                        Ordering::Equal => {
                            let same = old.id == new.id && old.mode == new.mode && new.stage_raw() == 0;
                            ((!same).then_some(new_path), Ordering::Equal)
                        }
                        Ordering::Less => (Some(old_path), Ordering::Less),
                        Ordering::Greater => (Some(new_path), Ordering::Greater),
                    }
                }
            };
            found.paths.extend(differs);
            if self.is_done(found) {
                return Ok(());
            }
            if order != Ordering::Greater {
                before.next();
            }
            if order != Ordering::Less {
                after.next();
            }
        }
    }
}

/// Whether a tree contains the same folder.
fn has_folder(repository: &gix::Repository, tree: &gix::oid, path: &BStr, id: &gix::oid) -> bool {
    let path = path.strip_suffix(b"/").unwrap_or(path);
    let found = repository.find_tree(tree).ok().and_then(|tree| {
        let entry = tree.lookup_entry(path.split_str("/")).ok()??;
        Some(entry.object_id())
    });
    found.as_deref() == Some(id)
}
