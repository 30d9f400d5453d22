//! The changes of unfinished work: staged files, differences from a revision, commits of a branch.

use std::collections::BTreeSet;
use std::path::Path;

use gix::bstr::ByteSlice;

use crate::open::OpenRepository;
use crate::worktree::{Differences, Extent, ListedFiles, Worktree};
use crate::{HistoryError, PastFiles, worktree_state};

/// Names of default branches; the first that exists is used.
const DEFAULT_BRANCHES: [&str; 6] = [
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
    "refs/heads/develop",
];
/// Maximum number of commits of a branch.
const MOST_COMMITS: usize = 500;

/// The commits of a branch that its default branch does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchWork {
    /// Changed paths, including uncommitted ones of the worktree; sorted.
    pub files: Vec<String>,
    /// The messages of its commits, newest first.
    pub messages: Vec<String>,
}

/// The paths whose staged content differs from `HEAD`, sorted.
pub fn staged(root: &Path) -> Result<Vec<String>, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let mut found = Differences::default();
    Worktree::new(&opened, ListedFiles::default(), Extent::All, 1)?.staged(&mut found)?;
    let mut paths: Vec<String> = found.paths.iter().map(|path| path.to_str_lossy().into_owned()).collect();
    paths.sort_unstable();
    Ok(paths)
}

/// The paths whose content differs from a revision: `HEAD~2`, a branch, a tag or an id. Sorted.
pub fn changed_since(root: &Path, revision: &str) -> Result<Vec<String>, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let unknown = || HistoryError::UnknownRevision { path: root.to_owned(), revision: revision.to_owned() };
    let id = resolve(&opened, revision).ok_or_else(unknown)?;
    let mut changed: BTreeSet<String> = worktree_state(root)?.dirty.into_iter().collect();
    if let Some(head) = &opened.head {
        changed.extend(between(root, &id.to_string(), head)?);
    }
    Ok(changed.into_iter().collect())
}

/// The commits and changes of the current branch that the default branch does not have.
pub fn branch_work(root: &Path) -> Result<BranchWork, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let mut files: BTreeSet<String> = worktree_state(root)?.dirty.into_iter().collect();
    let mut messages = Vec::new();
    let repository = opened.repository();
    let head = opened.head.as_deref().and_then(|head| gix::ObjectId::from_hex(head.as_bytes()).ok());
    let base = DEFAULT_BRANCHES.iter().find_map(|name| commit_of(&repository, name));
    if let (Some(head), Some(base)) = (head, base) {
        let walk = repository
            .rev_walk([head])
            .with_hidden([base])
            .all()
            .map_err(opened.failed("walk the commits"))?;
        let past = PastFiles::open(root)?;
        for info in walk.map_while(Result::ok).take(MOST_COMMITS) {
            let Some(parent) = info.parent_ids.first().filter(|_| info.parent_ids.len() == 1) else {
                continue;
            };
            files.extend(between(root, &parent.to_string(), &info.id.to_string())?);
            messages.extend(past.message(&info.id.to_string()));
        }
    }
    Ok(BranchWork { files: files.into_iter().collect(), messages })
}

/// The paths that differ between two commits.
fn between(root: &Path, one: &str, other: &str) -> Result<BTreeSet<String>, HistoryError> {
    let past = PastFiles::open(root)?;
    let (before, after) = (past.tree(one)?, past.tree(other)?);
    let old: BTreeSet<_> = before.iter().map(|file| (file.path.as_str(), file.blob)).collect();
    let new: BTreeSet<_> = after.iter().map(|file| (file.path.as_str(), file.blob)).collect();
    Ok(old.symmetric_difference(&new).map(|(path, _)| (*path).to_owned()).collect())
}

/// A commit by name or id, optionally with `~N` or `^`.
fn resolve(opened: &OpenRepository, revision: &str) -> Option<gix::ObjectId> {
    let repository = opened.repository();
    let (base, steps) = match revision.find(['~', '^']) {
        None => (revision, 0),
        Some(at) => {
            let (base, rest) = revision.split_at(at);
            let steps = if rest.chars().all(|c| c == '^') {
                rest.len()
            } else {
                rest.strip_prefix('~')
                    .and_then(|count| if count.is_empty() { Some(1) } else { count.parse().ok() })?
            };
            (base, steps)
        }
    };
    let mut id = if base == "HEAD" || base == "@" {
        gix::ObjectId::from_hex(opened.head.as_deref()?.as_bytes()).ok()?
    } else {
        commit_of(&repository, base).or_else(|| gix::ObjectId::from_hex(base.as_bytes()).ok())?
    };
    for _ in 0..steps {
        id = repository.find_commit(id).ok()?.parent_ids().next()?.detach();
    }
    repository.find_commit(id).ok().map(|commit| commit.id)
}

/// The commit of a reference.
fn commit_of(repository: &gix::Repository, name: &str) -> Option<gix::ObjectId> {
    let mut reference = repository.find_reference(name).ok()?;
    let id = reference.peel_to_id().ok()?.detach();
    let object = repository.find_object(id).ok()?;
    object.peel_to_kind(gix::object::Kind::Commit).ok().map(|commit| commit.id)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::{branch_work, changed_since, staged};
    use crate::git_command::{git, write};

    #[test]
    fn staged_files_revisions_and_branches_are_distinguished() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        git(root, &["init", "-q", "-b", "main"]);
        write(root, "a.py", "1");
        git(root, &["add", "."]);
        git(root, &["commit", "-q", "-m", "first"]);
        git(root, &["checkout", "-q", "-b", "work"]);
        write(root, "b.py", "1");
        git(root, &["add", "."]);
        git(root, &["commit", "-q", "-m", "second"]);
        write(root, "c.py", "1");
        git(root, &["add", "c.py"]);
        write(root, "d.py", "1");
        assert_eq!(staged(root).unwrap(), ["c.py"]);
        assert_eq!(changed_since(root, "HEAD~1").unwrap(), ["b.py", "c.py", "d.py"]);
        assert_eq!(changed_since(root, "main").unwrap(), ["b.py", "c.py", "d.py"]);
        let work = branch_work(root).unwrap();
        assert_eq!(work.files, ["b.py", "c.py", "d.py"]);
        assert_eq!(work.messages.len(), 1);
        assert!(changed_since(root, "nowhere").is_err());
    }
}
