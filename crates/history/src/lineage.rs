//! All ancestors of a commit, merges included, with the files that each changed.
//!
//! Unlike [`log`](crate::log), it has no limit, compares no lines, and returns the parents of each
//! commit, so that the caller can compute reachability.

use std::path::Path;

use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use crate::log::{UnreadCommit, compare};
use crate::open::OpenRepository;
use crate::{Commit, HistoryError};

/// Commits per batch: bounds memory and reports progress.
const BATCH: usize = 2_048;

/// A commit with its parents.
#[derive(Clone, Debug)]
pub struct Ancestor {
    /// Its id, in hexadecimal.
    pub id: String,
    /// The ids of its parents.
    pub parents: Vec<String>,
    /// When it was committed, in seconds since 1970.
    pub commit_time: i64,
    /// Its changes, without lines; `None` for a merge and for a commit that cannot be compared.
    pub commit: Option<Commit>,
}

/// Visits `head` and its ancestors, except `known` commits and their ancestors. The parents of a known
/// commit must be known, too. The oldest commit comes first. `visit` also receives the number of
/// commits done and the total.
pub fn lineage(
    root: &Path,
    head: &str,
    known: &dyn Fn(&str) -> bool,
    visit: &mut dyn FnMut(Ancestor, usize, usize),
) -> Result<(), HistoryError> {
    let opened = OpenRepository::at(root)?;
    let failed = |action| opened.failed(action);
    let repository = opened.repository();
    let tip = gix::ObjectId::from_hex(head.as_bytes())
        .map_err(|error| opened.failed("read the commit")(gix::Error::from_error(error)))?;
    let walk = repository
        .rev_walk([tip])
        .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
        .selected(|id| !known(&id.to_string()))
        .map_err(failed("walk the commits"))?;
    // A shallow clone has no parents beyond its boundary.
    let mut infos: Vec<_> = walk.map_while(Result::ok).map(gix::revision::walk::Info::detach).collect();
    infos.reverse();
    let total = infos.len();
    let mut done = 0;
    for batch in infos.chunks(BATCH) {
        let unread: Vec<UnreadCommit> = batch
            .iter()
            .map(|info| UnreadCommit {
                id: info.id,
                parent: info.parent_ids.first().copied(),
                commit_time: info.commit_time.unwrap_or_default(),
            })
            .collect();
        let wanted: Vec<&UnreadCommit> = unread
            .iter()
            .zip(batch)
            .filter(|(_, info)| info.parent_ids.len() <= 1)
            .map(|(one, _)| one)
            .collect();
        let mut compared = compare(&opened, &wanted, 0)?.into_iter();
        for info in batch {
            let commit = if info.parent_ids.len() <= 1 { compared.next().flatten() } else { None };
            done += 1;
            let ancestor = Ancestor {
                id: info.id.to_string(),
                parents: info.parent_ids.iter().map(ToString::to_string).collect(),
                commit_time: info.commit_time.unwrap_or_default(),
                commit,
            };
            visit(ancestor, done, total);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::lineage;
    use crate::git_command::{git, write};

    #[test]
    fn merges_are_visited_and_known_commits_are_not() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        git(root, &["init", "-q", "-b", "main"]);
        let commit = |path: &str| {
            write(root, path, path);
            git(root, &["add", "."]);
            git(root, &["commit", "-q", "-m", path]);
        };
        commit("a");
        let first = git(root, &["rev-parse", "HEAD"]);
        git(root, &["checkout", "-q", "-b", "side"]);
        commit("b");
        git(root, &["checkout", "-q", "main"]);
        commit("c");
        git(root, &["merge", "-q", "--no-ff", "-m", "join", "side"]);
        let head = git(root, &["rev-parse", "HEAD"]);
        let mut seen = Vec::new();
        let known = |id: &str| id == first.trim();
        lineage(root, head.trim(), &known, &mut |one, _, total| {
            assert_eq!(total, 3);
            seen.push((one.parents.len(), one.commit.map(|commit| commit.changes.len())));
        })
        .unwrap();
        seen.sort_unstable();
        assert_eq!(seen, [(1, Some(1)), (1, Some(1)), (2, None)]);
    }
}
