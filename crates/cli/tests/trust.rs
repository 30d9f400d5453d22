//! Nothing in a repository is trusted as an index, followed out of it, or waited for.

use crate::support::{Fixture, each, git_in, run_in, timeless};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

const TASK: &str = "retry failed requests";

/// Every file below a folder with its bytes; links are named, not followed.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = path.symlink_metadata().unwrap().file_type();
            let bytes = if kind.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            if kind.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path, bytes);
        }
    }
    found
}

/// A folder beside a repository that must stay as it is.
fn victim(fixture: &Fixture) -> PathBuf {
    let victim = fixture.beside("victim");
    fs::create_dir_all(victim.join("photos/holiday")).unwrap();
    fs::write(victim.join("photos/holiday/sea.txt"), "blue").unwrap();
    fs::write(victim.join("mine.pack"), "a backup").unwrap();
    fs::write(victim.join("mine.db"), "a database").unwrap();
    victim
}

#[test]
fn links_in_a_committed_fathom_folder_lead_nowhere() {
    for (link, target) in [
        (".fathom", "../victim"),
        (".fathom/snapshots", "../../victim"),
        (".fathom/cache", "../../victim"),
        (".fathom/sessions", "../../victim"),
        (".fathom/.gitignore", "../../victim/new"),
        (".fathom/lock", "../../victim/new"),
        (".fathom/state.sqlite", "../../victim/mine.db"),
        (".fathom/cache", "../.git/objects"),
    ] {
        let fixture = Fixture::courier();
        let victim = victim(&fixture);
        let link = fixture.path(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(target, &link).unwrap();
        fixture.commit("Hostile");
        let (before, tree) = (contents(&victim), contents(fixture.root()));
        assert_eq!(fixture.fathom(&["context", TASK, "--session", "mine"]).code, 0);
        assert_eq!(fixture.fathom(&["feedback", TASK, "--used", "with_retries"]).code, 0);
        assert_eq!(fixture.fathom(&["index"]).code, 0);
        assert_eq!(contents(&victim), before, "{link:?}");
        assert_eq!(contents(fixture.root()), tree, "{link:?}: nothing is written into the repository");
    }
}

#[test]
fn an_index_in_the_repository_is_not_opened_and_that_is_noted_once() {
    let fixture = Fixture::courier();
    let expected = fixture.json(&["context", TASK])["symbols"].clone();
    fixture.write(".fathom/CURRENT", "../../victim");
    fixture.write(".fathom/state.sqlite", "no database");
    fixture.write(".fathom/compiler.json", "{}");
    let first = fixture.fathom(&["context", TASK, "--json"]);
    assert!(first.stderr.contains("earlier version"), "{}", first.stderr);
    let symbols: serde_json::Value = serde_json::from_str(&first.stdout).unwrap();
    assert_eq!(symbols["symbols"], expected);
    assert_eq!(fixture.fathom(&["context", TASK]).stderr, "");
}

#[test]
fn files_that_never_end_are_not_read() {
    let fixture = Fixture::courier();
    for path in ["requirements.txt", "Pipfile", ".fathom/concepts.toml", "courier/endless.py", ".gitmodules"]
    {
        fs::create_dir_all(fixture.path(path).parent().unwrap()).unwrap();
        symlink("/dev/zero", fixture.path(path)).unwrap();
    }
    let made = std::process::Command::new("mkfifo").arg(fixture.path("setup.py")).status().unwrap();
    assert!(made.success());
    let answer = fixture.fathom(&["context", "retry failed requests in the background job", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains(".fathom/concepts.toml is not read"), "{}", answer.stdout);
    assert_eq!(fixture.fathom(&["concepts", "--check"]).code, 2);
}

#[test]
fn the_first_answer_equals_the_second() {
    let fixture = Fixture::courier();
    for message in ["Retry requests that failed", "Wait longer between retries"] {
        fixture.replace("courier/retry.py", "attempt", "attempt_");
        fixture.commit(message);
    }
    let first = fixture.fathom(&["context", TASK, "--json"]);
    assert_eq!(first.stdout, fixture.fathom(&["context", TASK, "--json"]).stdout);
    assert_eq!(first.stdout, fixture.fathom(&["context", TASK, "--json", "--as-is"]).stdout);
}

#[test]
fn a_folder_of_the_repository_means_the_repository() {
    let fixture = Fixture::courier();
    let commit = fixture.git(&["rev-parse", "HEAD"]);
    for arguments in [["symbols", "Report", "--repo", "courier"], ["symbols", "Report", "--repo", "."]] {
        let answer = fixture.json(&arguments);
        assert_eq!(answer["index"]["commit"], commit);
        assert_eq!(each(&answer["symbols"], "source_path")[0], "lib/report.rb");
    }
    assert_eq!(fixture.json(&["index", "courier"])["root"], fixture.root().display().to_string());
}

#[test]
fn a_folder_that_the_repository_ignores_or_does_not_track_is_on_its_own() {
    let fixture = Fixture::courier();
    fixture.write(".gitignore", "ignored/\n");
    for folder in ["ignored", "untracked"] {
        fixture.write(&format!("{folder}/deep/a.py"), "def only_here(): pass\n");
        let answer = fixture.json(&["index", folder]);
        assert_eq!(answer["root"], fixture.path(folder).display().to_string());
        assert_eq!((&answer["files"], &answer["commit"]), (&1.into(), &serde_json::Value::Null));
        let deep = run_in(&fixture.path(&format!("{folder}/deep")), &["status", "--json"], &[]);
        assert!(deep.stdout.contains("\"indexed\": true"), "the index above is found: {}", deep.stdout);
    }
}

#[test]
fn what_is_no_repository_is_refused_with_a_sentence() {
    let fixture = Fixture::courier();
    let bare = fixture.beside("bare.git");
    fixture.git(&["clone", "--quiet", "--bare", ".", bare.to_str().unwrap()]);
    let refused = fixture.fathom(&["context", TASK, "--repo", bare.to_str().unwrap()]);
    assert!(refused.code == 2 && refused.stderr.contains("bare repository"), "{}", refused.stderr);
    let disk = fixture.fathom(&["index", "/"]);
    assert!(disk.code == 2 && disk.stderr.contains("whole disk"), "{}", disk.stderr);
    let home = fixture.root().display().to_string();
    let refused = run_in(fixture.root(), &["index", &home], &[("HOME", &home)]);
    assert!(refused.code == 2 && refused.stderr.contains("home folder"), "{}", refused.stderr);
}

#[test]
fn a_git_file_that_names_another_repository_shares_nothing_with_it() {
    let fixture = Fixture::courier();
    fixture.fathom(&["feedback", TASK, "--used", "with_retries"]);
    let other = fixture.beside("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("a.py"), "def with_retries(): pass\n").unwrap();
    fs::write(other.join(".git"), format!("gitdir: {}\n", fixture.path(".git").display())).unwrap();
    let kept = run_in(&other, &["feedback", "--list"], &[]);
    assert_eq!(kept.code, 1, "{}", kept.stdout);
}

#[test]
fn clean_removes_indexes_and_keeps_feedback_by_default() {
    let fixture = Fixture::courier();
    fixture.fathom(&["feedback", TASK, "--used", "with_retries"]);
    let removed = fixture.json(&["clean"]);
    assert_eq!(removed["removed"][0], fixture.path(".git").display().to_string());
    assert!(removed["bytes"].as_u64().unwrap() > 1000);
    assert_eq!(fixture.json(&["status"])["indexed"], false);
    assert_eq!(fixture.json(&["feedback", "--list"])["feedback"].as_array().unwrap().len(), 1);
    assert_eq!(fixture.fathom(&["clean", "--all", "--state"]).code, 0);
    assert_eq!(fixture.fathom(&["clean"]).code, 1, "nothing is left");
    assert_eq!(fixture.fathom(&["feedback", "--list"]).code, 1);
}

#[test]
fn doctor_finds_each_flipped_bit_and_repairs_it() {
    let fixture = Fixture::courier();
    let expected = timeless(fixture.json(&["context", TASK]));
    let whole = fixture.json(&["doctor"]);
    assert!(whole["examined"].as_u64().unwrap() >= 8 && whole["damaged"] == serde_json::json!([]), "{whole}");
    let kinds =
        ["files-", "graph-", "skipped-", "facts-", "words-", "manifest", "history", "CURRENT", "owner"];
    for kind in kinds {
        let files = contents(&fixture.home("cache"));
        let is_kind = |path: &&PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(kind);
        let path = files.keys().find(is_kind).unwrap_or_else(|| panic!("no {kind}")).clone();
        let mut bytes = files[&path].clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        let answer = fixture.json(&["doctor"]);
        let damaged = each(&answer["damaged"], "path");
        assert!(
            damaged.iter().any(|damaged| damaged.contains(kind.trim_end_matches("manifest"))),
            "{kind}: {answer}"
        );
        assert_eq!(fixture.fathom(&["doctor"]).code, 1);
        assert_eq!(fixture.json(&["doctor", "--repair"])["repaired"], true);
        assert_eq!(fixture.fathom(&["doctor"]).code, 0);
        assert_eq!(timeless(fixture.json(&["context", TASK])), expected, "{kind}");
    }
}

#[test]
fn a_flipped_bit_is_noticed_by_the_next_question() {
    let fixture = Fixture::courier();
    let expected = timeless(fixture.json(&["context", TASK]));
    for round in 0..40u8 {
        let files = contents(&fixture.home("cache"));
        let parts: Vec<&PathBuf> = files.keys().filter(|path| !files[*path].is_empty()).collect();
        let path = parts[usize::from(round) % parts.len()];
        let mut bytes = files[path].clone();
        let at = usize::from(round) * 7919 % bytes.len();
        bytes[at] ^= 1 << (round % 8);
        fs::write(path, bytes).unwrap();
        assert_eq!(timeless(fixture.json(&["context", TASK])), expected, "{path:?} at {at}");
    }
}

#[test]
fn equal_trees_have_equal_snapshots() {
    let names: Vec<String> = (0..2)
        .map(|round| {
            let fixture = Fixture::courier();
            if round == 1 {
                // Another way to the same tree.
                fixture.fathom(&["index"]);
                fixture.replace("courier/client.py", "def encode(", "def wrap(");
                fixture.fathom(&["index"]);
                fixture.replace("courier/client.py", "def wrap(", "def encode(");
            }
            fixture.fathom(&["index"]);
            fs::read_to_string(fixture.index("CURRENT")).unwrap()
        })
        .collect();
    assert_eq!(names[0], names[1]);
}

#[test]
fn worktrees_find_their_repository_and_clones_share_nothing() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let clone = fixture.beside("clone");
    git_in(fixture.root(), &["clone", "--quiet", ".", clone.to_str().unwrap()]);
    let answer = crate::support::json_in(&clone, &["index"], &[]);
    assert_eq!(answer["parsed_files"], answer["files"], "a clone parses for itself");
}
