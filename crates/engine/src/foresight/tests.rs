//! What the gates learn ahead.

use super::{FILE, Foresight};
use crate::{Folders, Phase, Progress, Workspace};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts how often the gates learn.
#[derive(Default)]
struct Trainings(AtomicUsize);

impl Progress for Trainings {
    fn start(&self, phase: Phase, _: usize) {
        self.0.fetch_add(usize::from(phase == Phase::Training), Ordering::Relaxed);
    }
    fn step(&self) {}
}

/// A history of so many commits to two files and their test; gives their ids, oldest first.
fn with_commits(root: &Path, count: usize) -> Vec<String> {
    let mut stream = String::new();
    for at in 0..count {
        let message = format!("Change part {}", at % 7);
        let text = format!("def part_{}(): return {at}\n", at % 7);
        writeln!(stream, "commit refs/heads/main\ncommitter A <a@b.c> {} +0000", 1_700_000_000 + at).unwrap();
        writeln!(stream, "data {}\n{message}", message.len()).unwrap();
        for path in ["src/part.py", if at % 2 == 0 { "tests/test_part.py" } else { "src/other.py" }] {
            writeln!(stream, "M 100644 inline {path}\ndata {}\n{text}", text.len()).unwrap();
        }
    }
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(root).stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    };
    assert!(git(&["init", "-q", "-b", "main"]).status().unwrap().success());
    let mut import = git(&["fast-import", "--quiet"]).spawn().unwrap();
    import.stdin.take().unwrap().write_all(stream.as_bytes()).unwrap();
    assert!(import.wait().unwrap().success());
    let log = git(&["log", "--reverse", "--format=%H", "main"]).output().unwrap();
    String::from_utf8(log.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn what_was_learned_ahead_is_what_a_fresh_clone_learns() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("repository");
    std::fs::create_dir(&root).unwrap();
    let commits = with_commits(&root, 330);
    let of = |home: &str| Workspace::find(&root, &Folders::under(&place.path().join(home))).unwrap();
    let (one, fresh) = (of("one"), of("fresh"));
    one.home().create().unwrap();
    fresh.home().create().unwrap();
    let trainings = Trainings::default();
    let load = |workspace: &Workspace, commits_so_far: usize| {
        Foresight::load(workspace, Some(&commits[commits_so_far - 1]), &trainings).unwrap()
    };
    let learned = || trainings.0.load(Ordering::Relaxed);

    let before = load(&one, 300);
    assert_eq!(learned(), 1);
    assert!(before.prepare(&one, &trainings).unwrap());
    assert!(!before.prepare(&one, &trainings).unwrap(), "it is known already");
    assert_eq!(learned(), 2);

    let after = load(&one, 330);
    assert_eq!(learned(), 2, "the next block is only looked up");
    let again = load(&fresh, 330);
    assert_eq!(learned(), 3);
    assert_eq!(after.gates, again.gates);
    assert_ne!(before.gates, after.gates);
    assert!(one.home().part(FILE).is_some());
}
