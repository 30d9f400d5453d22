//! Repositories that try to run, redirect, hang or flood, each made with the `git` command.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fathom_source::Repository;
use tempfile::TempDir;

use crate::git_command::{git, write};
use crate::{Commit, Dirtiness, HistoryError, ListedFiles, LogOptions, log, tracks, usable, worktree_state};

/// A repository with two commits of `a.py` and `b.md`.
fn committed() -> TempDir {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q"]);
    fill(folder.path());
    folder
}

fn fill(root: &Path) {
    write(root, "a.py", "x = 1\n");
    write(root, "b.md", "# b\n");
    commit(root, "first");
    write(root, "a.py", "x = 2\n");
    commit(root, "second");
}

fn commit(root: &Path, message: &str) {
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", message]);
}

fn history(root: &Path) -> Result<Vec<Commit>, HistoryError> {
    let head = Repository::discover(root).and_then(|place| place.head()).unwrap_or_default();
    log(root, &head, LogOptions { limit: 10, largest: 5 }, BTreeMap::new())
}

/// Runs every query and returns the paths that differ.
fn ask(root: &Path) -> Result<Vec<String>, HistoryError> {
    history(root)?;
    tracks(root)?;
    usable(root)?;
    let state = worktree_state(root)?;
    assert_eq!(Dirtiness::find(root, ListedFiles::default(), i64::MAX)?.dirty, !state.dirty.is_empty());
    Ok(state.dirty)
}

/// A command line of a program that leaves a file when it runs.
#[cfg(unix)]
fn program(folder: &Path) -> (String, PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (script, mark) = (folder.join("evil.sh"), folder.join("ran"));
    fs::write(&script, format!("#!/bin/sh\necho \"$0 $*\" >> {}\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    (script.display().to_string(), mark)
}

#[cfg(unix)]
fn fifo(path: &Path) {
    let _ = fs::remove_file(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn no_program_that_a_configuration_names_is_run() {
    let outside = TempDir::new().unwrap();
    let (script, mark) = program(outside.path());
    let folder = committed();
    let root = folder.path();
    write(root, ".gitattributes", "*.py filter=evil diff=evil merge=evil\n*.md filter=evil2\n");
    commit(root, "attributes");
    for key in [
        "core.fsmonitor",
        "core.sshCommand",
        "core.askPass",
        "core.editor",
        "core.pager",
        "core.gitProxy",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil2.process",
        "diff.evil.textconv",
        "diff.evil.command",
        "diff.external",
        "merge.evil.driver",
        "credential.helper",
        "gpg.program",
        "uploadpack.packObjectsHook",
    ] {
        git(root, &["config", key, &format!("{script} {key}")]);
    }
    git(root, &["config", "filter.evil.required", "true"]);
    git(root, &["config", "core.hooksPath", outside.path().to_str().unwrap()]);
    for hook in ["post-checkout", "post-index-change", "fsmonitor-watchman", "reference-transaction"] {
        fs::copy(&script, outside.path().join(hook)).unwrap();
    }
    for touched in ["a.py", "b.md"] {
        let text = fs::read_to_string(root.join(touched)).unwrap();
        write(root, touched, &text);
    }
    let _ = fs::remove_file(&mark);
    assert_eq!(ask(root).unwrap(), Vec::<String>::new());
    write(root, "a.py", "x = 3\n");
    write(root, "b.md", "# other\n");
    assert_eq!(ask(root).unwrap(), ["a.py", "b.md"]);
    assert!(!mark.exists(), "{}", fs::read_to_string(&mark).unwrap());
}

#[cfg(unix)]
#[test]
fn a_bare_repository_in_a_clone_is_no_repository() {
    let outside = TempDir::new().unwrap();
    let (script, mark) = program(outside.path());
    let folder = committed();
    let root = folder.path();
    let evil = root.join("evil");
    fs::create_dir(&evil).unwrap();
    for name in ["HEAD", "objects", "refs", "index", "config"] {
        let from = root.join(".git").join(name);
        let copied = std::process::Command::new("cp").arg("-r").arg(from).arg(&evil).status();
        assert!(copied.unwrap().success());
    }
    write(root, "evil/a.py", "x = 3\n");
    write(root, "evil/.gitattributes", "*.py filter=evil\n");
    git(&evil, &["config", "-f", "config", "core.worktree", "."]);
    git(&evil, &["config", "-f", "config", "filter.evil.clean", &script]);
    git(root, &["add", "-A", "-f"]);
    git(root, &["commit", "-q", "-m", "evil"]);
    assert_eq!(worktree_state(&evil).unwrap().commit, worktree_state(root).unwrap().commit);
    assert_eq!(ask(&evil).unwrap(), Vec::<String>::new());
    assert!(!mark.exists());
}

#[test]
fn a_worktree_elsewhere_is_not_looked_at() {
    let (folder, elsewhere) = (committed(), committed());
    write(elsewhere.path(), "secret.py", "");
    git(folder.path(), &["config", "core.worktree", elsewhere.path().to_str().unwrap()]);
    write(folder.path(), "c.py", "");
    assert_eq!(ask(folder.path()).unwrap(), ["c.py"]);
}

#[cfg(unix)]
#[test]
fn an_include_of_a_configuration_is_not_followed() {
    let folder = committed();
    fifo(&folder.path().join(".git/pipe"));
    git(folder.path(), &["config", "core.autocrlf", "false"]);
    let config = folder.path().join(".git/config");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, format!("{text}[include]\n\tpath = pipe\n")).unwrap();
    assert!(ask(folder.path()).unwrap().is_empty());
}

#[cfg(unix)]
#[test]
fn a_fifo_anywhere_in_a_git_directory_is_an_error_that_names_it() {
    for name in [
        "config",
        "index",
        "packed-refs",
        "shallow",
        "info/exclude",
        "info/attributes",
        "objects/info/alternates",
        "objects/info/commit-graph",
        "objects/pack/multi-pack-index",
        "objects/ab/0123",
        "refs/replace/0123",
    ] {
        let folder = committed();
        fifo(&folder.path().join(".git").join(name));
        let error = ask(folder.path()).unwrap_err();
        assert!(matches!(&error, HistoryError::Special { file } if file.ends_with(name)), "{name}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_end_in_a_git_directory_is_an_error() {
    for name in ["config", "packed-refs", "shallow", "index", "objects/info/alternates"] {
        let folder = committed();
        let file = folder.path().join(".git").join(name);
        let _ = fs::remove_file(&file);
        std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
        let error = ask(folder.path()).unwrap_err();
        assert!(matches!(error, HistoryError::Special { .. }), "{name}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_fifo_in_place_of_a_file_with_rules_is_no_rules() {
    for name in [".gitignore", ".gitattributes", ".gitmodules"] {
        let folder = committed();
        fifo(&folder.path().join(name));
        write(folder.path(), "a.py", "x = 3\n");
        assert_eq!(ask(folder.path()).unwrap(), ["a.py"], "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_fifo_in_place_of_a_tracked_file_differs_and_is_not_opened() {
    let folder = committed();
    fifo(&folder.path().join("a.py"));
    assert_eq!(ask(folder.path()).unwrap(), ["a.py"]);
}

#[cfg(unix)]
#[test]
fn a_repository_of_another_user_is_refused_as_git_refuses_it() {
    let folder = committed();
    let git_dir = folder.path().join(".git");
    // Only the superuser can change the owner of a folder.
    if std::os::unix::fs::chown(&git_dir, Some(12_345), None).is_err() {
        return;
    }
    let error = ask(folder.path()).unwrap_err();
    assert!(matches!(error, HistoryError::NotOwned { .. }), "{error}");
    assert!(error.to_string().contains("safe.directory"));
}

#[test]
fn a_repository_of_sha256_is_read_like_any_other() {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q", "--object-format=sha256"]);
    fill(folder.path());
    let state = worktree_state(folder.path()).unwrap();
    assert_eq!(state.commit.as_ref().map(String::len), Some(64));
    assert_eq!(state.commit, Some(git(folder.path(), &["rev-parse", "HEAD"])));
    assert!(ask(folder.path()).unwrap().is_empty());
    write(folder.path(), "a.py", "x = 3\n");
    assert_eq!(ask(folder.path()).unwrap(), ["a.py"]);
    let commits = history(folder.path()).unwrap();
    assert_eq!(commits.iter().map(|one| one.message.as_str()).collect::<Vec<_>>(), ["second\n", "first\n"]);
    assert_eq!(commits[0].changes[0].hunks.len(), 1);
}

#[test]
fn a_repository_with_a_reftable_is_an_error_that_names_it() {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q", "--ref-format=reftable"]);
    fill(folder.path());
    let error = ask(folder.path()).unwrap_err();
    assert!(matches!(error, HistoryError::Unsupported { .. }), "{error}");
    assert!(error.to_string().contains("reftable"));
}

#[test]
fn a_damaged_index_is_an_error_and_leaves_the_history() {
    let whole = fs::read(committed().path().join(".git/index")).unwrap();
    for damaged in [&b""[..], b"DIRC", &whole[..whole.len() / 2], &[0xff; 200]] {
        let folder = committed();
        fs::write(folder.path().join(".git/index"), damaged).unwrap();
        let error = worktree_state(folder.path()).unwrap_err();
        assert!(matches!(error, HistoryError::Git { action: "read the index", .. }), "{error}");
        assert_eq!(history(folder.path()).unwrap().len(), 2, "commits can be read without it");
    }
}

#[test]
fn a_damaged_configuration_is_an_error() {
    let folder = committed();
    fs::write(folder.path().join(".git/config"), "[core\nnonsense").unwrap();
    let error = worktree_state(folder.path()).unwrap_err();
    assert!(matches!(error, HistoryError::Git { action: "read the configuration", .. }), "{error}");
}

#[test]
fn a_git_folder_that_is_none_is_an_error() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let error = usable(folder.path()).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error}");
}
