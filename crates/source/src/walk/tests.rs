//! The walk's rules, each shown on a small folder.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use super::*;

/// A folder with the given files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn found(folder: &TempDir) -> Walk {
    walk(folder.path(), &WalkOptions::default()).unwrap()
}

fn paths(walk: &Walk) -> Vec<&str> {
    walk.files.iter().map(|file| file.path.as_str()).collect()
}

fn skipped(walk: &Walk) -> Vec<(&str, String)> {
    walk.skipped.iter().map(|skipped| (skipped.path.as_str(), skipped.reason.to_string())).collect()
}

#[test]
fn files_come_sorted_with_slashes_and_their_size() {
    let folder = folder(&[("b/c.py", "12345"), ("b.py", "1"), ("a/z.py", "")]);
    let walk = found(&folder);
    assert_eq!(paths(&walk), ["a/z.py", "b.py", "b/c.py"]);
    assert_eq!(walk.files[2].stamp.size, 5);
    assert!(walk.files[2].stamp.mtime_ns > 0);
}

#[test]
fn ignore_files_count_without_a_git_repository() {
    let folder = folder(&[
        (".gitignore", "*.log\n/build\n"),
        (".ignore", "*.tmp\n"),
        (".fathomignore", "fixtures/\n"),
        ("a.log", ""),
        ("a.tmp", ""),
        ("a.py", ""),
        ("build/out.py", ""),
        ("fixtures/x.py", ""),
        ("sub/build/kept.py", ""),
    ]);
    assert_eq!(
        paths(&found(&folder)),
        [".fathomignore", ".gitignore", ".ignore", "a.py", "sub/build/kept.py"]
    );
}

#[test]
fn ignore_files_above_the_repository_do_not_count() {
    let folder = folder(&[
        (".gitignore", "*\n"),
        (".ignore", "*\n"),
        ("repo/.git/HEAD", "ref: refs/heads/main\n"),
        ("repo/.git/objects/x", ""),
        ("repo/.git/refs/x", ""),
        ("repo/a.py", ""),
        ("plain/b.py", ""),
    ]);
    let at = |path: &str| walk(&folder.path().join(path), &WalkOptions::default()).unwrap();
    assert_eq!(paths(&at("repo")), ["a.py"]);
    assert_eq!(paths(&at("plain")), ["b.py"]);
}

#[test]
fn a_folder_inside_a_repository_obeys_the_rules_above_it() {
    let folder = folder(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/objects/x", ""),
        (".git/refs/x", ""),
        (".gitignore", "*.log\n/sub/out\n"),
        ("sub/a.py", ""),
        ("sub/a.log", ""),
        ("sub/out/b.py", ""),
    ]);
    let walk = walk(&folder.path().join("sub"), &WalkOptions::default()).unwrap();
    assert_eq!(paths(&walk), ["a.py"]);
}

#[test]
fn the_exclude_file_of_the_repository_counts() {
    let folder = folder(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/objects/x", ""),
        (".git/refs/x", ""),
        (".git/info/exclude", "scratch/\n"),
        ("a.py", ""),
        ("scratch/b.py", ""),
    ]);
    assert_eq!(paths(&found(&folder)), ["a.py"]);
}

#[test]
fn hidden_folders_are_left_out_except_github() {
    let folder = folder(&[
        (".git/config", ""),
        (".fathom/index", ""),
        (".hg/x", ""),
        (".idea/x.xml", ""),
        (".github/workflows/ci.yml", ""),
        (".eslintrc.js", ""),
    ]);
    assert_eq!(paths(&found(&folder)), [".eslintrc.js", ".github/workflows/ci.yml"]);
}

#[cfg(unix)]
#[test]
fn a_symlink_loop_is_counted_and_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("a/b.py", "")]);
    symlink("..", folder.path().join("a/up")).unwrap();
    symlink("nowhere", folder.path().join("broken.py")).unwrap();
    let walk = found(&folder);
    assert_eq!(paths(&walk), ["a/b.py"]);
    assert_eq!(walk.symlinks, 2);
    assert!(walk.skipped.is_empty());
}

#[cfg(unix)]
#[test]
fn a_root_that_is_a_symlink_is_walked() {
    let folder = folder(&[("real/a.py", "")]);
    std::os::unix::fs::symlink("real", folder.path().join("link")).unwrap();
    let walk = walk(&folder.path().join("link"), &WalkOptions::default()).unwrap();
    assert_eq!(paths(&walk), ["a.py"]);
}

#[test]
fn vendored_folders_are_skipped_as_one_unless_asked_for() {
    let folder = folder(&[
        ("node_modules/x/a.js", ""),
        ("app/models/vendor/a.rb", ""),
        ("venv/pyvenv.cfg", ""),
        ("venv/bin/tool.py", ""),
        ("api/vendor/modules.txt", ""),
        ("api/vendor/x/a.go", ""),
    ]);
    let walk_default = found(&folder);
    assert_eq!(paths(&walk_default), ["app/models/vendor/a.rb"]);
    let skipped: Vec<_> = skipped(&walk_default).into_iter().map(|(path, _)| path).collect();
    assert_eq!(skipped, ["api/vendor", "node_modules", "venv"]);
    let options = WalkOptions { include_vendored: true, ..WalkOptions::default() };
    assert_eq!(walk(folder.path(), &options).unwrap().files.len(), 6);
}

#[test]
fn minified_files_and_lock_files_are_skipped_unless_asked_for_and_generated_files_are_not() {
    let folder = folder(&[("a_pb2.py", ""), ("Cargo.lock", ""), ("x.min.js", "")]);
    let walk_default = found(&folder);
    assert_eq!(paths(&walk_default), ["a_pb2.py"]);
    assert!(noise::is_generated("a_pb2.py", None));
    assert_eq!(
        skipped(&walk_default),
        [("Cargo.lock", "a lock file".to_owned()), ("x.min.js", "minified or bundled".to_owned())]
    );
    let options = WalkOptions { include_generated: true, ..WalkOptions::default() };
    assert_eq!(walk(folder.path(), &options).unwrap().files.len(), 3);
}

#[test]
fn a_file_of_fifty_megabytes_is_skipped_by_its_size_alone() {
    let folder = folder(&[("a.py", "")]);
    let big = fs::File::create(folder.path().join("big.sql")).unwrap();
    big.set_len(50_000_000).unwrap();
    let walk = found(&folder);
    assert_eq!(paths(&walk), ["a.py"]);
    assert_eq!(walk.skipped[0].reason, SkipReason::Noise(Noise::TooLarge));
}

#[cfg(unix)]
#[test]
fn a_fifo_is_skipped() {
    let folder = folder(&[]);
    let fifo = folder.path().join("pipe.py");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    assert_eq!(found(&folder).skipped[0].reason, SkipReason::NotRegular);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8_is_skipped_with_its_reason() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("a.py", "")]);
    fs::write(folder.path().join(OsStr::from_bytes(b"caf\xE9.py")), "").unwrap();
    let walk = found(&folder);
    assert_eq!(paths(&walk), ["a.py"]);
    assert_eq!(skipped(&walk), [("caf\u{FFFD}.py", "the name is not valid UTF-8".to_owned())]);
}

#[cfg(unix)]
#[test]
fn an_unreadable_folder_is_skipped_and_the_rest_is_walked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("a.py", ""), ("locked/b.py", "")]);
    let locked = folder.path().join("locked");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads everything, so there is nothing to prove.
    let refused = fs::read_dir(&locked).is_err();
    let walk = found(&folder);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    if refused {
        assert_eq!(paths(&walk), ["a.py"]);
        assert_eq!(walk.skipped[0].path, "locked");
    }
}

#[test]
fn a_linked_worktree_inside_the_root_is_skipped_and_a_submodule_is_not() {
    let folder = folder(&[
        ("a.py", ""),
        ("trees/topic/.git", "gitdir: /x/.git/worktrees/topic\n"),
        ("trees/topic/a.py", ""),
        ("trees/topical.py", ""),
        ("sub/.git", "gitdir: ../.git/modules/sub\n"),
        ("sub/b.py", ""),
    ]);
    let walk = found(&folder);
    assert_eq!(paths(&walk), ["a.py", "sub/b.py", "trees/topical.py"]);
    assert_eq!(walk.skipped[0].path, "trees/topic");
    assert_eq!(walk.skipped[0].reason, SkipReason::LinkedWorktree);
}

#[test]
fn a_root_that_is_itself_a_linked_worktree_is_walked() {
    let folder = folder(&[(".git", "gitdir: /x/.git/worktrees/topic\n"), ("a.py", "")]);
    assert_eq!(paths(&found(&folder)), ["a.py"]);
}

#[test]
fn an_edit_that_keeps_size_and_mtime_changes_the_stamp() {
    let folder = folder(&[("a.py", "x = 1")]);
    let file = folder.path().join("a.py");
    let before = found(&folder).files[0].stamp;
    let mtime = fs::metadata(&file).unwrap().modified().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    fs::write(&file, "x = 2").unwrap();
    let handle = fs::File::options().write(true).open(&file).unwrap();
    handle.set_modified(mtime).unwrap();
    let after = found(&folder).files[0].stamp;
    assert_eq!((before.size, before.mtime_ns), (after.size, after.mtime_ns));
    assert_ne!(before, after);
}

#[test]
fn a_root_that_is_missing_or_a_file_is_a_typed_error() {
    let folder = folder(&[("a.py", "")]);
    let at = |path: &str| walk(&folder.path().join(path), &WalkOptions::default());
    assert!(matches!(at("nowhere"), Err(SourceError::RootMissing { .. })));
    assert!(matches!(at("a.py"), Err(SourceError::NotADirectory { .. })));
}
