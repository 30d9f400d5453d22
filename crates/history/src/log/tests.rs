//! Histories, each made with the `git` command.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::git_command::{git, write};

fn commit(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", message]);
}

fn history(folder: &Path) -> Vec<Commit> {
    known_history(folder, BTreeMap::new())
}

fn known_history(folder: &Path, known: BTreeMap<String, Commit>) -> Vec<Commit> {
    let head = git(folder, &["rev-parse", "HEAD"]);
    log(folder, &head, LogOptions { limit: 10, largest: 5 }, known).unwrap()
}

/// A repository with one commit of `a.py`, ten numbered lines.
fn started() -> TempDir {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q"]);
    let lines: String = (0..10).map(|n| format!("line {n}\n")).collect();
    write(folder.path(), "a.py", &lines);
    commit(folder.path(), "first");
    folder
}

#[test]
fn an_edit_names_the_lines_before_and_after() {
    let folder = started();
    let text = fs::read_to_string(folder.path().join("a.py")).unwrap();
    write(folder.path(), "a.py", &text.replace("line 3\n", "new\nnew too\n"));
    commit(folder.path(), "edit\n\nwith a body");
    let commits = history(folder.path());
    assert_eq!(commits.len(), 2);
    assert_eq!(commits[0].message, "edit\n\nwith a body\n");
    assert_eq!(commits[0].parent.as_deref(), Some(commits[1].id.as_str()));
    let change = FileChange {
        path: Some("a.py".into()),
        before: Some("a.py".into()),
        hunks: vec![Hunk { before: 3..4, after: 3..5 }],
    };
    assert_eq!(commits[0].changes, [change]);
}

#[test]
fn a_rename_is_followed() {
    let folder = started();
    git(folder.path(), &["mv", "a.py", "b.py"]);
    commit(folder.path(), "rename");
    let change = &history(folder.path())[0].changes[0];
    assert_eq!((change.before.as_deref(), change.path.as_deref()), (Some("a.py"), Some("b.py")));
    assert!(change.hunks.is_empty());
}

#[test]
fn a_merge_is_skipped_and_its_commits_are_listed() {
    let folder = started();
    git(folder.path(), &["checkout", "-q", "-b", "side"]);
    write(folder.path(), "side.py", "x = 1\n");
    commit(folder.path(), "on the side");
    git(folder.path(), &["checkout", "-q", "main"]);
    git(folder.path(), &["merge", "-q", "--no-ff", "-m", "merge", "side"]);
    let mut messages: Vec<String> = history(folder.path()).into_iter().map(|commit| commit.message).collect();
    messages.sort_unstable();
    assert_eq!(messages, ["first\n", "on the side\n"]);
}

#[test]
fn a_mass_change_keeps_its_files_and_not_its_lines() {
    let folder = started();
    for n in 0..8 {
        write(folder.path(), &format!("f{n}.py"), "x = 1\n");
    }
    commit(folder.path(), "many");
    for n in 0..8 {
        write(folder.path(), &format!("f{n}.py"), "x = 2\n");
    }
    commit(folder.path(), "all of them");
    let commits = history(folder.path());
    assert_eq!(commits[0].changes.len(), 8);
    assert!(commits[0].changes.iter().all(|change| change.hunks.is_empty()));
}

#[test]
fn a_head_that_names_no_commit_is_an_error() {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q"]);
    for head in ["", "main", &"0".repeat(39)] {
        let read = log(folder.path(), head, LogOptions { limit: 10, largest: 5 }, BTreeMap::new());
        assert!(read.is_err(), "{head:?}");
    }
}

#[test]
fn a_known_commit_is_not_read_again() {
    let folder = started();
    let mut known = history(folder.path()).remove(0);
    known.message = "as it was kept".to_owned();
    write(folder.path(), "a.py", "other\n");
    commit(folder.path(), "second");
    let known = BTreeMap::from([(known.id.clone(), known)]);
    let commits = known_history(folder.path(), known);
    let messages: Vec<&str> = commits.iter().map(|commit| commit.message.as_str()).collect();
    assert_eq!(messages, ["second\n", "as it was kept"]);
}

#[test]
fn who_wrote_a_commit_and_when_is_kept_apart_from_when_it_was_committed() {
    let folder = started();
    write(folder.path(), "b.py", "x = 1\n");
    git(folder.path(), &["add", "-A"]);
    let author = ["--author", "Ada Lovelace <ada@example.org>", "--date", "2001-02-03T04:05:06Z"];
    git(folder.path(), &[&["commit", "-q", "-m", "second"], author.as_slice()].concat());
    let second = history(folder.path()).remove(0);
    assert_eq!(second.author, Author { name: "Ada Lovelace".into(), email: "ada@example.org".into() });
    assert_eq!(second.author_time, 981_173_106);
    assert!(second.commit_time > second.author_time);
}

#[test]
fn many_commits_come_in_their_order_whoever_read_them() {
    let folder = started();
    // More than two shares, so that several threads read.
    let count = 2 * SHARE + 7;
    let commit = |n: usize| {
        let (time, text) = (2_000_000_000 + n, format!("x = {n}\n"));
        let from = if n == 0 { "from refs/heads/main^0\n" } else { "" };
        let length = text.len();
        format!(
            "commit refs/heads/main\ncommitter A <a@example.org> {time} +0000\ndata 3\nn{n:02}\n\
             {from}M 644 inline n.py\ndata {length}\n{text}\n"
        )
    };
    let stream: String = (0..count).map(commit).collect();
    import(folder.path(), &stream);
    let head = git(folder.path(), &["rev-parse", "HEAD"]);
    let read = |limit, known| log(folder.path(), &head, LogOptions { limit, largest: 5 }, known).unwrap();
    let commits = read(1_000, BTreeMap::new());
    let messages: Vec<&str> = commits.iter().map(|commit| commit.message.as_str()).collect();
    let mut expected: Vec<String> = (0..count).rev().map(|n| format!("n{n:02}")).collect();
    expected.push("first\n".to_owned());
    assert_eq!(messages, expected);
    assert_eq!(commits[0].changes[0].hunks, [Hunk { before: 0..1, after: 0..1 }]);
    let every_third: BTreeMap<String, Commit> =
        commits.iter().step_by(3).map(|commit| (commit.id.clone(), commit.clone())).collect();
    assert_eq!(read(1_000, every_third), commits);
    assert_eq!(read(50, BTreeMap::new()), commits[..50]);
}

/// Makes commits out of a stream that `git fast-import` reads.
fn import(folder: &Path, stream: &str) {
    let file = folder.join(".git/stream");
    fs::write(&file, stream).unwrap();
    let status = std::process::Command::new("git")
        .current_dir(folder)
        .args(["fast-import", "--quiet"])
        .stdin(fs::File::open(&file).unwrap())
        .status();
    assert!(status.unwrap().success());
}
