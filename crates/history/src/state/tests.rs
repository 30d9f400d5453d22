//! Worktree states, each made with the `git` command.

use std::fs;
use std::path::Path;
use std::time::Instant;

use tempfile::TempDir;

use super::*;
use crate::Dirtiness;
use crate::git_command::{git, write};
use fathom_source::{WalkOptions, walk};

/// A repository with `a.py`, `b.py` and `lib/c.py` committed.
fn committed() -> TempDir {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q"]);
    for path in ["a.py", "b.py", "lib/c.py"] {
        write(folder.path(), path, "x = 1\n");
    }
    write(folder.path(), ".gitignore", "*.log\n");
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    folder
}

/// The paths that differ; all functions have to agree.
fn dirty(root: &Path) -> Vec<String> {
    let state = worktree_state(root).unwrap();
    let walked = walk(root, &WalkOptions::default()).unwrap();
    for listed in [ListedFiles::of(&walked), ListedFiles::default()] {
        let found = Dirtiness::find(root, listed, i64::MAX).unwrap();
        assert_eq!(found.dirty, !state.dirty.is_empty(), "{:?}", state.dirty);
        let read = Dirtiness::from_bytes(&found.to_bytes()).unwrap();
        assert_eq!(read.still(listed), Some(found.dirty), "{:?}", state.dirty);
    }
    state.dirty
}

#[test]
fn a_clean_worktree_has_a_commit_a_branch_and_no_dirty_file() {
    let folder = committed();
    let state = worktree_state(folder.path()).unwrap();
    assert_eq!(state.commit, Some(git(folder.path(), &["rev-parse", "HEAD"])));
    assert_eq!(state.branch.as_deref(), Some("main"));
    assert!(dirty(folder.path()).is_empty());
}

#[test]
fn modified_staged_deleted_and_untracked_files_are_dirty() {
    let folder = committed();
    let root = folder.path();
    write(root, "a.py", "x = 2\n");
    write(root, "staged.py", "");
    git(root, &["add", "staged.py"]);
    fs::remove_file(root.join("b.py")).unwrap();
    write(root, "new/one.py", "");
    write(root, "new/two.py", "");
    write(root, "noise.log", "");
    assert_eq!(dirty(root), ["a.py", "b.py", "new/one.py", "new/two.py", "staged.py"]);
}

#[test]
fn a_staged_file_counts_once_even_when_edited_again() {
    let folder = committed();
    write(folder.path(), "a.py", "x = 2\n");
    git(folder.path(), &["add", "a.py"]);
    write(folder.path(), "a.py", "x = 333\n");
    assert_eq!(dirty(folder.path()), ["a.py"]);
}

#[test]
fn a_staged_rename_makes_both_names_dirty() {
    let folder = committed();
    git(folder.path(), &["mv", "a.py", "z.py"]);
    assert_eq!(dirty(folder.path()), ["a.py", "z.py"]);
}

#[test]
fn a_staged_deletion_is_dirty() {
    let folder = committed();
    git(folder.path(), &["rm", "-q", "lib/c.py"]);
    assert_eq!(dirty(folder.path()), ["lib/c.py"]);
}

#[test]
fn a_touched_file_with_the_same_content_is_clean() {
    let folder = committed();
    write(folder.path(), "a.py", "x = 1\n");
    assert!(dirty(folder.path()).is_empty());
}

#[test]
fn a_file_reset_in_the_index_alone_is_dirty() {
    let folder = committed();
    write(folder.path(), "a.py", "x = 2\n");
    git(folder.path(), &["commit", "-q", "-a", "-m", "second"]);
    git(folder.path(), &["reset", "-q", "--soft", "HEAD~1"]);
    assert_eq!(dirty(folder.path()), ["a.py"]);
}

#[test]
fn what_a_team_writes_for_us_is_a_file_like_any_other() {
    let folder = committed();
    write(folder.path(), ".fathom/concepts.toml", "");
    assert_eq!(dirty(folder.path()), [".fathom/concepts.toml"]);
    write(folder.path(), ".fathom/.gitignore", "*\n");
    assert!(dirty(folder.path()).is_empty());
}

#[test]
fn an_unborn_branch_has_no_commit() {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q"]);
    write(folder.path(), "a.py", "");
    let state = worktree_state(folder.path()).unwrap();
    assert_eq!(state.commit, None);
    assert_eq!(state.branch.as_deref(), Some("main"));
    assert_eq!(state.dirty, ["a.py"]);
}

#[test]
fn a_detached_head_has_no_branch() {
    let folder = committed();
    git(folder.path(), &["checkout", "-q", "--detach"]);
    let state = worktree_state(folder.path()).unwrap();
    assert_eq!(state.branch, None);
    assert!(state.commit.is_some());
}

#[test]
fn a_folder_that_is_not_a_repository_is_a_typed_error() {
    let folder = TempDir::new().unwrap();
    let error = worktree_state(folder.path()).unwrap_err();
    assert!(matches!(error, HistoryError::NotARepository { .. }), "{error:?}");
    let error = worktree_state(&folder.path().join("nowhere")).unwrap_err();
    assert!(matches!(error, HistoryError::NotARepository { .. }), "{error:?}");
}

#[test]
fn a_bare_repository_is_a_typed_error() {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q", "--bare"]);
    let error = worktree_state(folder.path()).unwrap_err();
    assert!(matches!(error, HistoryError::Bare { .. }), "{error:?}");
}

#[test]
fn a_folder_inside_a_repository_sees_its_own_files_only() {
    let folder = committed();
    write(folder.path(), "a.py", "x = 2\n");
    write(folder.path(), "lib/c.py", "x = 2\n");
    write(folder.path(), "lib/d.py", "");
    write(folder.path(), "library.py", "");
    git(folder.path(), &["add", "lib/d.py"]);
    assert_eq!(dirty(&folder.path().join("lib")), ["c.py", "d.py"]);
}

#[test]
fn a_linked_worktree_has_its_own_state() {
    let folder = committed();
    let linked = TempDir::new().unwrap();
    let at = linked.path().join("topic");
    git(folder.path(), &["worktree", "add", "-q", "-b", "topic", at.to_str().unwrap()]);
    write(&at, "a.py", "x = 2\n");
    let state = worktree_state(&at).unwrap();
    assert_eq!(state.branch.as_deref(), Some("topic"));
    assert_eq!(state.dirty, ["a.py"]);
    assert!(dirty(folder.path()).is_empty());
}

#[test]
fn a_submodule_with_changes_is_one_dirty_path() {
    let (inner, outer) = (committed(), committed());
    let url = inner.path().to_str().unwrap();
    git(outer.path(), &["submodule", "--quiet", "add", url, "sub"]);
    git(outer.path(), &["commit", "-q", "-m", "second"]);
    assert!(dirty(outer.path()).is_empty());
    write(outer.path(), "sub/a.py", "x = 2\n");
    assert_eq!(dirty(outer.path()), ["sub"]);
}

/// Prints times: `FATHOM_STATE=/path cargo test -p fathom-history -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement; set FATHOM_STATE to a repository"]
fn the_state_of_a_large_repository_takes_milliseconds() {
    let Ok(root) = std::env::var("FATHOM_STATE") else {
        return;
    };
    for _ in 0..10 {
        let start = Instant::now();
        let state = worktree_state(Path::new(&root)).unwrap();
        let whole = start.elapsed();
        let start = Instant::now();
        let walked = walk(Path::new(&root), &WalkOptions::default()).unwrap();
        let walking = start.elapsed();
        let start = Instant::now();
        let found = Dirtiness::find(Path::new(&root), ListedFiles::of(&walked), i64::MAX).unwrap();
        let finding = start.elapsed();
        let start = Instant::now();
        assert_eq!(found.still(ListedFiles::of(&walked)), Some(found.dirty));
        println!(
            "{} dirty in {whole:?}; walk in {walking:?}, {} found in {finding:?}, known in {:?}, {} bytes",
            state.dirty.len(),
            found.dirty,
            start.elapsed(),
            found.to_bytes().len()
        );
    }
}
