//! A recorded result is valid until one of its inputs changes.

use std::fs;
use std::path::Path;

use fathom_source::{Walk, WalkOptions, walk};
use tempfile::TempDir;

use super::*;
use crate::git_command::{git, write};

/// A repository with a listed file, a file that no walk lists, and an ignored one.
fn committed() -> TempDir {
    let folder = TempDir::new().unwrap();
    git(folder.path(), &["init", "-q"]);
    write(folder.path(), "lib/a.py", "x = 1\n");
    write(folder.path(), ".tool/state.json", "{}\n");
    write(folder.path(), ".gitignore", "*.log\n");
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    write(folder.path(), "noise.log", "");
    std::thread::sleep(std::time::Duration::from_millis(30));
    folder
}

fn listed(root: &Path) -> Walk {
    walk(root, &WalkOptions::default()).unwrap()
}

fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as i64
}

/// Whether a recorded result is still valid after a change.
fn is_recorded_after(act: impl FnOnce(&Path)) -> bool {
    let folder = committed();
    let root = folder.path();
    let found = Dirtiness::find(root, ListedFiles::of(&listed(root)), now()).unwrap();
    assert!(!found.dirty);
    assert_eq!(found.still(ListedFiles::of(&listed(root))), Some(false));
    act(root);
    found.still(ListedFiles::of(&listed(root))).is_some()
}

#[test]
fn the_record_is_used_if_nothing_that_counts_changed() {
    assert!(is_recorded_after(|_| {}));
    assert!(is_recorded_after(|root| write(root, "noise.log", "more")));
    assert!(is_recorded_after(|root| write(root, ".git/COMMIT_EDITMSG", "a message")));
}

#[test]
fn whatever_could_make_a_difference_is_looked_at_again() {
    assert!(!is_recorded_after(|root| write(root, "lib/a.py", "x = 2\n")));
    assert!(!is_recorded_after(|root| write(root, ".tool/state.json", "[]\n")));
    assert!(!is_recorded_after(|root| write(root, ".tool/new.json", "")));
    assert!(!is_recorded_after(|root| write(root, "lib/new.png", "")));
    assert!(!is_recorded_after(|root| fs::remove_file(root.join(".tool/state.json")).unwrap()));
    assert!(!is_recorded_after(|root| write(root, ".gitignore", "")));
    assert!(!is_recorded_after(|root| write(root, "lib/.gitignore", "a.py\n")));
    assert!(!is_recorded_after(|root| write(root, ".git/info/exclude", "lib/\n")));
    assert!(!is_recorded_after(|root| _ = git(root, &["config", "core.fileMode", "false"])));
    assert!(!is_recorded_after(|root| _ = git(root, &["rm", "-q", "--cached", "lib/a.py"])));
    assert!(!is_recorded_after(|root| _ = git(root, &["commit", "-q", "--allow-empty", "-m", "second"])));
}

#[test]
fn a_path_that_differs_is_enough_to_know_until_it_changes() {
    let folder = committed();
    let root = folder.path();
    for path in [".tool/state.json", ".tool/new.json", "lib/a.py"] {
        let before = fs::read(root.join(path)).ok();
        write(root, path, "other");
        std::thread::sleep(std::time::Duration::from_millis(30));
        let found = Dirtiness::find(root, ListedFiles::of(&listed(root)), now()).unwrap();
        assert!(found.dirty, "{path}");
        write(root, "lib/b.py", "another one");
        assert_eq!(found.still(ListedFiles::of(&listed(root))), Some(true), "{path}");
        fs::remove_file(root.join("lib/b.py")).unwrap();
        match before {
            Some(before) => fs::write(root.join(path), before).unwrap(),
            None => fs::remove_file(root.join(path)).unwrap(),
        }
        assert_eq!(found.still(ListedFiles::of(&listed(root))), None, "{path}");
    }
}

#[test]
fn a_file_written_at_the_moment_of_recording_is_not_trusted() {
    let folder = committed();
    let root = folder.path();
    let before = now();
    write(root, ".tool/state.json", "{}\n");
    let found = Dirtiness::find(root, ListedFiles::of(&listed(root)), before).unwrap();
    assert!(!found.dirty);
    assert_eq!(found.still(ListedFiles::of(&listed(root))), None);
}

#[test]
fn a_damaged_record_is_not_used() {
    let folder = committed();
    let bytes = Dirtiness::find(folder.path(), ListedFiles::default(), now()).unwrap().to_bytes();
    assert!(Dirtiness::from_bytes(&bytes).is_some());
    assert!(Dirtiness::from_bytes(&bytes[..bytes.len() / 2]).is_none());
    assert!(Dirtiness::from_bytes(b"").is_none());
}

#[test]
fn what_a_walk_has_listed_is_not_asked_for_again() {
    let folder = committed();
    let root = fs::canonicalize(folder.path()).unwrap();
    let walk = listed(&root);
    let seen = |listed| -> Vec<PathBuf> {
        let found = Dirtiness::find(&root, listed, now()).unwrap();
        let inside = found.seen.into_iter().map(|(path, _)| path);
        inside.filter_map(|path| path.strip_prefix(&root).ok().map(Path::to_owned)).collect()
    };
    let of_walk = |path: &PathBuf| !path.starts_with(".git");
    let mut shared: Vec<PathBuf> = seen(ListedFiles::of(&walk)).into_iter().filter(of_walk).collect();
    shared.sort();
    assert_eq!(shared, [".gitignore", ".tool", ".tool/state.json"].map(PathBuf::from));
    assert!(seen(ListedFiles::default()).contains(&PathBuf::from("lib")));
}

#[test]
fn a_new_file_in_a_folder_that_no_walk_has_listed_counts() {
    let folder = committed();
    let found = Dirtiness::find(folder.path(), ListedFiles::default(), now()).unwrap();
    assert_eq!(found.still(ListedFiles::default()), Some(false));
    write(folder.path(), "lib/.gitignore", "a.py\n");
    assert_eq!(found.still(ListedFiles::default()), None);
}

#[test]
fn an_edit_of_a_listed_file_is_found_before_files_that_no_walk_lists() {
    let folder = committed();
    write(folder.path(), ".tool/state.json", "[1]\n");
    write(folder.path(), "lib/a.py", "x = 22\n");
    let root = fs::canonicalize(folder.path()).unwrap();
    let found = Dirtiness::find(&root, ListedFiles::of(&listed(&root)), now()).unwrap();
    assert!(found.dirty);
    let seen: Vec<&PathBuf> = found.seen.iter().map(|(path, _)| path).collect();
    assert!(seen.contains(&&root.join("lib/a.py")), "{seen:?}");
    assert!(!seen.contains(&&root.join(".tool/state.json")), "{seen:?}");
}
