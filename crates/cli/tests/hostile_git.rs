//! A repository runs nothing, redirects nothing and blocks nothing, and unusable parts of git are
//! reported.
#![cfg(unix)]

use crate::support::{Answer, Fixture, json_in, run_in};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const QUESTIONS: [&[&str]; 6] = [
    &["index"],
    &["status"],
    &["symbols", "retry"],
    &["context", "retry"],
    &["show", "retry"],
    &["show", "retry", "--as-is"],
];

/// A program beside the repository that leaves a mark when it runs.
fn program(fixture: &Fixture) -> (String, PathBuf) {
    let (script, mark) = (fixture.beside("evil.sh"), fixture.beside("ran"));
    fs::write(&script, format!("#!/bin/sh\necho \"$*\" >> {}\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    (script.display().to_string(), mark)
}

fn fifo(path: &Path) {
    let _ = fs::remove_file(path);
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn small() -> Fixture {
    Fixture::committed(&[
        ("a.py", "def retry(): pass\n"),
        ("b.md", "# Retry\n"),
        (".gitattributes", "*.py filter=evil diff=evil\n*.md filter=evil2\n*.iso filter=lfs\n"),
    ])
}

fn touch(fixture: &Fixture) {
    for path in ["a.py", "b.md"] {
        fixture.write(path, fixture.read(path));
    }
}

/// Asks these questions; all are answered, with this note or with none.
fn assert_noted(fixture: &Fixture, questions: &[&[&str]], note: Option<&str>) {
    for question in questions {
        let arguments: Vec<&str> = question.iter().copied().chain(["--json"]).collect();
        let Answer { code, stdout, stderr } = fixture.fathom(&arguments);
        assert_eq!(code, 0, "{question:?}: {stderr}");
        let answer: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let notes = if answer["index"].is_null() { &answer["notes"] } else { &answer["index"]["notes"] };
        let notes: Vec<&str> =
            notes.as_array().into_iter().flatten().filter_map(|note| note.as_str()).collect();
        let Some(note) = note else {
            assert!(notes.is_empty(), "{question:?}: {notes:?}");
            assert_eq!(stderr, "", "{question:?}");
            continue;
        };
        assert!(notes.iter().any(|one| one.contains(note)), "{question:?}: {notes:?}");
        assert!(stderr.contains(note), "{question:?}: {stderr}");
    }
}

#[test]
fn no_program_of_a_repository_runs() {
    let fixture = small();
    let (script, mark) = program(&fixture);
    for key in
        ["core.fsmonitor", "filter.evil.clean", "filter.evil2.process", "diff.evil.textconv", "diff.external"]
    {
        fixture.git(&["config", key, &format!("{script} {key}")]);
    }
    for question in QUESTIONS {
        touch(&fixture);
        fixture.fathom(question);
        assert!(!mark.exists(), "{question:?} ran {}", fs::read_to_string(&mark).unwrap());
    }
    assert_eq!(fixture.json(&["status"])["dirty_files"], serde_json::json!([]));
}

#[test]
fn no_filter_of_the_user_runs_and_its_files_are_recognised_by_their_pointers() {
    let fixture = small();
    let (script, mark) = program(&fixture);
    let content = "a large file, kept elsewhere\n";
    let hash = "0b78c9cceb54270b72384d402db7b6e5e0ba62222c9e3b9b2d90a1c2296d7b01";
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{hash}\nsize 29\n");
    fixture.write("disk.iso", &pointer);
    fixture.commit("Add a pointer");
    fixture.write("disk.iso", content);
    let config = fixture.beside("gitconfig");
    let filter = format!("[filter \"lfs\"]\n\tclean = {script}\n\tprocess = {script}\n\trequired = true\n");
    fs::write(&config, filter).unwrap();
    let config = config.display().to_string();
    let environment = [("GIT_CONFIG_GLOBAL", config.as_str())];
    let status = json_in(fixture.root(), &["status"], &environment);
    assert_eq!(status["dirty_files"], serde_json::json!([]));
    fixture.write("disk.iso", content.replace("kept", "lost"));
    let status = json_in(fixture.root(), &["status"], &environment);
    assert_eq!(status["dirty_files"], serde_json::json!(["disk.iso"]));
    assert!(!mark.exists());
}

#[test]
fn a_bare_repository_that_a_clone_brings_along_is_none() {
    let fixture = small();
    let (script, mark) = program(&fixture);
    let evil = fixture.path("evil");
    fs::create_dir(&evil).unwrap();
    for name in ["HEAD", "objects", "refs", "index", "config"] {
        let from = fixture.path(".git").join(name);
        assert!(std::process::Command::new("cp").arg("-r").arg(from).arg(&evil).status().unwrap().success());
    }
    fixture.write("evil/a.py", "def retry(): return 1\n");
    fixture.write("evil/.gitattributes", "*.py filter=evil\n");
    let config = evil.join("config").display().to_string();
    fixture.git(&["config", "-f", &config, "core.worktree", "."]);
    fixture.git(&["config", "-f", &config, "filter.evil.clean", &script]);
    fixture.git(&["add", "--all", "--force"]);
    fixture.commit("Add evil");
    for folder in [evil.clone(), evil.join("objects")] {
        run_in(&folder, &["status"], &[]);
    }
    fixture.fathom(&["status", "--repo", evil.to_str().unwrap()]);
    assert!(!mark.exists(), "{}", fs::read_to_string(&mark).unwrap());
}

#[test]
fn a_repository_of_another_user_is_answered_without_git() {
    let fixture = small();
    if std::os::unix::fs::chown(fixture.path(".git"), Some(12_345), None).is_err() {
        return; // Only the superuser can give a folder away.
    }
    assert_noted(&fixture, &QUESTIONS, Some("belongs to another user"));
    let status = fixture.json(&["status"]);
    assert!(status["commit"].is_null());
    let config = fixture.beside("gitconfig");
    fs::write(&config, format!("[safe]\n\tdirectory = {}\n", fixture.root().display())).unwrap();
    let config = config.display().to_string();
    let trusted = json_in(fixture.root(), &["symbols", "retry"], &[("GIT_CONFIG_GLOBAL", &config)]);
    assert_eq!(trusted["index"]["commit"].as_str().map(str::len), Some(40));
    assert!(trusted["index"]["notes"].is_null());
}

#[test]
fn a_repository_with_a_reftable_is_answered_without_git() {
    let fixture = Fixture::plain(&[("a.py", "def retry(): pass\n")]);
    fixture.git(&["init", "--quiet", "--ref-format=reftable"]);
    fixture.commit("Start");
    assert_noted(&fixture, &QUESTIONS, Some("reftable"));
    assert!(fixture.json(&["symbols", "retry"])["index"]["commit"].is_null());
}

#[test]
fn a_repository_of_sha256_is_like_any_other() {
    let fixture = Fixture::plain(&[("a.py", "def retry(): pass\n")]);
    fixture.git(&["init", "--quiet", "--object-format=sha256"]);
    let commit = fixture.commit("Start");
    assert_noted(&fixture, &QUESTIONS, None);
    let answer = fixture.json(&["context", "retry"]);
    assert_eq!(answer["index"]["commit"], commit.as_str());
    assert_eq!(answer["index"]["dirty"], false);
}

#[test]
fn a_damaged_index_of_git_is_reported() {
    let fixture = small();
    fixture.json(&["index"]);
    fixture.write(".git/index", "damaged");
    // Without looking at files nobody asks git.
    assert_noted(&fixture, &QUESTIONS[..5], Some("differ from their commit"));
    let answer = fixture.json(&["symbols", "retry"]);
    assert_eq!(answer["index"]["commit"], fixture.git(&["rev-parse", "HEAD"]));
    assert_eq!(answer["index"]["dirty"], true, "unknown, so it may");
}

#[test]
fn a_damaged_git_folder_is_reported() {
    let fixture = small();
    fs::remove_file(fixture.path(".git/HEAD")).unwrap();
    assert_noted(&fixture, &QUESTIONS, Some("damaged"));
}

#[test]
fn a_fifo_among_the_files_of_git_is_reported_and_not_waited_for() {
    for name in ["config", "index", "packed-refs", "objects/pack/multi-pack-index"] {
        let fixture = small();
        fifo(&fixture.path(".git").join(name));
        let answer = fixture.json(&["symbols", "retry"]);
        let notes = answer["index"]["notes"].to_string();
        assert!(notes.contains(name), "{name}: {notes}");
    }
    for name in [".git", ".git/HEAD"] {
        let fixture = small();
        let path = fixture.path(name);
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        }
        fifo(&path);
        let answer = fixture.json(&["symbols", "retry"]);
        assert!(answer["index"]["commit"].is_null(), "{name}");
        assert!(answer["index"]["notes"].to_string().contains("damaged"), "{name}");
    }
}
