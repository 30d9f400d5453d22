//! Work since a branch point: branches, the changes between two commits, and a file at some commit.

use std::collections::BTreeSet;
use std::path::Path;

use gix::bstr::ByteSlice;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use crate::open::OpenRepository;
use crate::{FileChange, HistoryError, log};

/// Maximum number of branches and tags.
const MOST_NAMES: usize = 1_000;
/// Commits of the other branch that are searched for the merge base, newest first.
const MOST_ANCESTORS: usize = 50_000;
/// With more files than this, lines are not compared.
const MOST_FILES: usize = 2_000;
/// The largest file that is read from a commit, in bytes.
const MOST_BYTES: usize = 8 << 20;

/// A name of a commit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branch {
    /// Its short name: `main`, `origin/main`.
    pub name: String,
    /// Its commit.
    pub commit: String,
}

/// The changes from another branch to `HEAD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangesSince {
    /// The merge base.
    pub base: String,
    /// The changed files, by path.
    pub changes: Vec<FileChange>,
}

/// The local and remote branches of a repository, by name, local ones first.
pub fn branches(root: &Path) -> Result<Vec<Branch>, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let repository = opened.repository();
    let failed = opened.failed("list the branches");
    let references = repository.references().map_err(&failed)?;
    let mut branches = Vec::new();
    for all in [references.local_branches(), references.remote_branches()] {
        let mut part: Vec<Branch> = Vec::new();
        for reference in all.map_err(&failed)?.filter_map(Result::ok).take(MOST_NAMES) {
            let name = reference.name().shorten().to_str_lossy().into_owned();
            // `origin/HEAD` is an alias of a listed branch.
            if name.ends_with("/HEAD") {
                continue;
            }
            if let Ok(id) = reference.into_fully_peeled_id() {
                part.push(Branch { name, commit: id.to_string() });
            }
        }
        part.sort();
        branches.extend(part);
    }
    Ok(branches)
}

/// The changes between the merge base with `other` and `HEAD`; `other` is a branch or the id of a
/// commit. `None` if it does not exist or has no common commit.
pub fn changes_since(root: &Path, other: &str) -> Result<Option<ChangesSince>, HistoryError> {
    let listed = branches(root)?.into_iter().find(|branch| branch.name == other).map(|branch| branch.commit);
    let Some(other) = listed.or_else(|| is_commit(other).then(|| other.to_owned())) else { return Ok(None) };
    let opened = OpenRepository::at(root)?;
    let Some(head) = opened.head.clone() else { return Ok(None) };
    let repository = opened.repository();
    let (Some(other), Some(head)) = (object_id(&other), object_id(&head)) else { return Ok(None) };
    if repository.find_commit(other).is_err() {
        return Ok(None);
    }
    let ancestors = |tip: gix::ObjectId| {
        let walk = repository.rev_walk([tip]).sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst));
        Ok(walk.all().map_err(opened.failed("walk the commits"))?.map_while(Result::ok).map(|info| info.id))
    };
    let of_other: BTreeSet<gix::ObjectId> = ancestors(other)?.take(MOST_ANCESTORS).collect();
    let common = ancestors(head)?.take(MOST_ANCESTORS).find(|id| of_other.contains(id));
    let Some(base) = common else { return Ok(None) };
    let changes = log::changes_between(&opened, base, head, MOST_FILES)?;
    Ok(Some(ChangesSince { base: base.to_string(), changes }))
}

/// A file at a commit; `None` if the commit or the file does not exist, or if the file is too large.
/// The path is relative to `root`.
pub fn file_at(root: &Path, commit: &str, path: &str) -> Result<Option<Vec<u8>>, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let repository = opened.repository();
    let Some(id) = object_id(commit) else { return Ok(None) };
    let Ok(tree) = repository.find_commit(id).and_then(|commit| commit.tree()) else { return Ok(None) };
    let path = format!("{}{path}", opened.prefix);
    let is_plain = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let Some(entry) = is_plain.then(|| tree.lookup_entry_by_path(&path).ok().flatten()).flatten() else {
        return Ok(None);
    };
    if !entry.mode().is_blob() {
        return Ok(None);
    }
    let size = repository.find_header(entry.object_id()).map(|header| header.size());
    if size.is_ok_and(|size| size > MOST_BYTES as u64) {
        return Ok(None);
    }
    Ok(repository.find_object(entry.object_id()).ok().map(|object| object.data.clone()))
}

/// Whether a text can be a full commit id.
fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn object_id(text: &str) -> Option<gix::ObjectId> {
    is_commit(text).then(|| gix::ObjectId::from_hex(text.as_bytes()).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::git_command::{git, write};

    fn repository() -> TempDir {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        git(root, &["init", "-q", "-b", "main"]);
        write(root, "a.py", "one\n");
        git(root, &["add", "."]);
        git(root, &["commit", "-q", "-m", "first"]);
        git(root, &["checkout", "-q", "-b", "work"]);
        write(root, "a.py", "one\ntwo\n");
        git(root, &["commit", "-q", "-a", "-m", "second"]);
        git(root, &["checkout", "-q", "main"]);
        write(root, "b.py", "three\n");
        git(root, &["add", "."]);
        git(root, &["commit", "-q", "-m", "third"]);
        git(root, &["checkout", "-q", "work"]);
        folder
    }

    #[test]
    fn changes_since_a_branch_leave_out_what_the_branch_did_meanwhile() {
        let folder = repository();
        let since = changes_since(folder.path(), "main").unwrap().unwrap();
        let paths: Vec<_> = since.changes.iter().map(|change| change.path.as_deref()).collect();
        assert_eq!(paths, [Some("a.py")]);
        assert_eq!(since.changes[0].hunks[0].after, 1..2);
        assert_eq!(changes_since(folder.path(), "work").unwrap().unwrap().changes, []);
        assert_eq!(changes_since(folder.path(), "none").unwrap(), None);
        assert_eq!(changes_since(folder.path(), &"0".repeat(40)).unwrap(), None);
        assert_eq!(changes_since(folder.path(), "HEAD~1").unwrap(), None, "no expression is evaluated");
    }

    #[test]
    fn a_file_is_read_as_a_commit_has_it() {
        let folder = repository();
        let names: Vec<String> = branches(folder.path()).unwrap().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["main", "work"]);
        let base = changes_since(folder.path(), "main").unwrap().unwrap().base;
        assert_eq!(file_at(folder.path(), &base, "a.py").unwrap().as_deref(), Some(&b"one\n"[..]));
        for path in ["b.py", "../a.py", "", "/a.py", "a.py/x"] {
            assert_eq!(file_at(folder.path(), &base, path).unwrap(), None, "{path}");
        }
        assert_eq!(file_at(folder.path(), "main", "a.py").unwrap(), None);
    }
}
