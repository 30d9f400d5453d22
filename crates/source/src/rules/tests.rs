//! Rules match as in the `ignore` crate, and no rule file can do harm.

use std::fs;
use std::path::Path;

use ignore::WalkBuilder;
use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::{TrackedPaths, Walk, WalkOptions, walk, walk_since};

const FOLDERS: [&str; 6] = ["", "a", "a/b", "a/b/c", "d", "d/a"];
const NAMES: [&str; 5] = ["x.py", "y.log", "z.tmp", "build", "#x"];
const LINES: [&str; 20] = [
    "*.log", "!*.log", "/a", "a/", "b/", "!b/", "**/c", "a/**", "!x.py", "x.py", "/x.py", "*", "!*/",
    "d/*.tmp", "# *", "", "\\\\#x", "build", "[", "y.log ",
];

/// The result of a walk by the `ignore` crate itself.
fn walked_by_the_crate(root: &Path, in_repository: bool) -> Vec<String> {
    let walk = WalkBuilder::new(root)
        .hidden(false)
        .git_global(false)
        .require_git(in_repository)
        .parents(false)
        .add_custom_ignore_filename(".fathomignore")
        .build();
    let files = walk.filter_map(|entry| {
        let entry = entry.ok().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))?;
        let path = entry.path().strip_prefix(root).ok()?.to_str()?.to_owned();
        (!path.split('/').any(|name| name == ".git")).then_some(path)
    });
    let mut files: Vec<String> = files.collect();
    files.sort();
    files
}

fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn repository(root: &Path, folder: &str) {
    for (path, text) in [("HEAD", "ref: refs/heads/main\n"), ("objects/x", ""), ("refs/x", "")] {
        write(root, format!("{folder}/.git/{path}").trim_start_matches('/'), text);
    }
}

fn paths(walk: &Walk) -> Vec<String> {
    walk.files.iter().map(|file| file.path.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_walk_leaves_out_what_the_crate_leaves_out(
        files in proptest::collection::vec(
            (0..FOLDERS.len(), 0..4usize, proptest::collection::vec(0..LINES.len(), 0..4)), 0..6),
        top in any::<bool>(),
        inner in proptest::option::of(0..FOLDERS.len()),
    ) {
        let folder = TempDir::new().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for inside in FOLDERS {
            for name in NAMES {
                write(&root, format!("{inside}/{name}").trim_start_matches('/'), "");
            }
        }
        if top {
            repository(&root, "");
        }
        if let Some(inner) = inner {
            repository(&root, FOLDERS[inner]);
        }
        let in_repository = top || inner == Some(0);
        for (inside, name, lines) in files {
            let name = [".gitignore", ".ignore", ".fathomignore", ".git/info/exclude"][name];
            if name.starts_with(".git/") && !root.join(FOLDERS[inside]).join(".git").exists() {
                continue;
            }
            let lines: Vec<&str> = lines.into_iter().map(|line| LINES[line]).collect();
            write(&root, format!("{}/{name}", FOLDERS[inside]).trim_start_matches('/'), lines.join("\n"));
        }
        let options = WalkOptions { include_vendored: true, include_generated: true, ..WalkOptions::default() };
        let walked = walk(&root, &options).unwrap();
        prop_assert_eq!(paths(&walked), walked_by_the_crate(&root, in_repository));
    }
}

#[test]
fn of_a_file_with_too_many_rules_the_first_count_and_it_is_named() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let rules: String = (0..600_000).map(|rule| format!("f{rule}.py\n")).collect();
    write(&root, "sub/.gitignore", rules);
    for file in [0, 4_999, 5_000, 599_999] {
        write(&root, &format!("sub/f{file}.py"), "");
    }
    let options = WalkOptions::default();
    let (first, listing) = walk_since(&root, &options, &TrackedPaths::none(), None, i64::MAX).unwrap();
    assert_eq!(paths(&first), ["sub/f5000.py", "sub/f599999.py"]);
    let left_out: Vec<String> =
        first.skipped.iter().map(|one| format!("{}: {}", one.path, one.reason)).collect();
    let cut = "sub/.gitignore: only the first 5000 rules of an ignore file and 1024 KiB of it are read";
    assert!(left_out.contains(&cut.to_owned()), "{left_out:?}");
    // A listing returns the same result.
    let (again, none) =
        walk_since(&root, &options, &TrackedPaths::none(), listing.as_deref(), i64::MAX).unwrap();
    assert_eq!((again, none), (first, None));
}

#[test]
fn rules_of_nested_folders_are_bounded_together() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let rules: String = (0..MAX_RULES).map(|rule| format!("f{rule}.py\n")).collect();
    let mut inside = String::new();
    for _ in 0..6 {
        write(&root, &format!("{inside}.ignore"), &rules);
        write(&root, &format!("{inside}f7.py"), "");
        inside.push_str("a/");
    }
    let found = walk(&root, &WalkOptions::default()).unwrap();
    let cut = found.skipped.iter().filter(|one| one.path.ends_with(".ignore")).count();
    assert_eq!(cut, 2, "{:?}", found.skipped);
    assert!(paths(&found).iter().all(|path| !path.ends_with("f7.py")), "outer rules hold inside");
    let rules = Rules::new(&root, None);
    for _ in 0..3 {
        assert_eq!(rules.of(&root.join("a/a/a/a/a")).count, MAX_NESTED_RULES);
    }
    assert!(rules.kept().count <= MAX_KEPT_RULES);
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_is_none_is_not_opened() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().canonicalize().unwrap();
    write(&root, "a/x.py", "");
    write(&root, "b/x.py", "");
    write(&root, "rules", "x.py\n");
    std::os::unix::fs::symlink("/dev/zero", root.join(".ignore")).unwrap();
    std::os::unix::fs::symlink("../rules", root.join("a/.gitignore")).unwrap();
    let fifo = std::process::Command::new("mkfifo").arg(root.join("b/.gitignore")).status().unwrap();
    assert!(fifo.success());
    let found = walk(&root, &WalkOptions::default()).unwrap();
    assert_eq!(paths(&found), ["a/x.py", "b/x.py", "rules"]);
    assert_eq!(found.symlinks, 2);
}
