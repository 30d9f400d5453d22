//! A listing gives the same result as a walk after any change.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{TrackedPaths, Walk, WalkOptions, walk, walk_since};

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as i64
}

fn write(root: &Path, path: &str, text: &str) {
    fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
    fs::write(root.join(path), text).unwrap();
}

/// A folder with a bit of everything, old enough that its stamps are settled.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    for path in ["a.py", "b/c.py", "b/d/e.py", "b/yarn.lock", "node_modules/x.js", "venv/pyvenv.cfg"] {
        write(folder.path(), path, "x");
    }
    write(folder.path(), "hidden/.gitignore", "*");
    write(folder.path(), "hidden/f.py", "x");
    write(folder.path(), ".gitignore", "*.log\n");
    std::thread::sleep(Duration::from_millis(40));
    folder
}

fn listed(root: &Path, last: Option<&[u8]>) -> (Walk, Option<Vec<u8>>) {
    walk_since(root, &WalkOptions::default(), &TrackedPaths::none(), last, now()).unwrap()
}

/// Changes a folder and returns whether its listing was still valid; the result must match a walk.
fn held_after(act: impl FnOnce(&Path)) -> bool {
    let folder = folder();
    let (_, listing) = listed(folder.path(), None);
    let listing = listing.unwrap();
    assert!(!listing.is_empty());
    act(folder.path());
    let (found, new) = listed(folder.path(), Some(&listing));
    assert_eq!(found, walk(folder.path(), &WalkOptions::default()).unwrap());
    new.is_none()
}

#[test]
fn a_listing_holds_while_only_contents_change() {
    assert!(held_after(|_| {}));
    assert!(held_after(|root| write(root, "b/c.py", "longer")));
    assert!(held_after(|root| write(root, "node_modules/y.js", "x")));
}

#[test]
fn a_file_that_is_replaced_under_its_name_is_the_same_name() {
    assert!(held_after(|root| {
        write(root, "b/new.tmp", "y");
        fs::rename(root.join("b/new.tmp"), root.join("b/c.py")).unwrap();
    }));
    assert!(held_after(|root| fs::create_dir(root.join(".fathom")).unwrap()));
}

#[test]
fn whatever_else_decides_about_files_ends_a_listing() {
    assert!(!held_after(|root| write(root, "b/new.py", "x")));
    assert!(!held_after(|root| fs::remove_file(root.join("b/c.py")).unwrap()));
    assert!(!held_after(|root| fs::remove_dir_all(root.join("b/d")).unwrap()));
    assert!(!held_after(|root| write(root, ".gitignore", "b/\n")));
    assert!(!held_after(|root| write(root, "b/.fathomignore", "d/\n")));
    assert!(!held_after(|root| write(root, "hidden/.gitignore", "*.txt\n")));
    assert!(!held_after(|root| fs::remove_file(root.join("hidden/.gitignore")).unwrap()));
    assert!(!held_after(|root| fs::remove_file(root.join("venv/pyvenv.cfg")).unwrap()));
    assert!(!held_after(|root| {
        fs::remove_file(root.join("a.py")).unwrap();
        fs::create_dir(root.join("a.py")).unwrap();
    }));
    assert!(!held_after(|root| write(root, "a.py", &"x".repeat(5 << 20))));
    assert!(!held_after(|root| {
        for (file, text) in [("HEAD", "ref: refs/heads/main\n"), ("objects/x", ""), ("refs/x", "")] {
            write(root, &format!(".git/{file}"), text);
        }
    }));
}

#[test]
fn a_repository_in_the_repository_is_walked_every_time() {
    let folder = folder();
    write(folder.path(), "b/.git/HEAD", "ref: refs/heads/main\n");
    assert_eq!(listed(folder.path(), None).1, Some(Vec::new()));
}

#[test]
fn a_listing_ends_when_an_ignored_file_becomes_tracked_or_a_tracked_one_does_not() {
    let folder = folder();
    let root = folder.path();
    for (file, text) in
        [("HEAD", "ref: refs/heads/main\n"), ("objects/x", ""), ("refs/x", ""), ("index", "1")]
    {
        write(root, &format!(".git/{file}"), text);
    }
    write(root, "a.log", "x");
    write(root, "logs/deep/b.log", "x");
    write(root, "out/c.py", "x");
    write(root, "out/d.py", "x");
    write(root, ".gitignore", "*.log\nout/\n");
    std::thread::sleep(Duration::from_millis(40));
    let walk = |tracked: &'static [&'static str], last: Option<&[u8]>| {
        let tracked = TrackedPaths::new(|| tracked.iter().map(|path| (*path).to_owned()).collect());
        let (walk, listing) = walk_since(root, &WalkOptions::default(), &tracked, last, now()).unwrap();
        let found: Vec<String> = walk.files.into_iter().map(|file| file.path).collect();
        (
            found
                .into_iter()
                .filter(|path| path.ends_with(".log") || path.starts_with("out"))
                .collect::<Vec<_>>(),
            listing,
        )
    };
    let (found, listing) = walk(&["a.log", "out/c.py"], None);
    assert_eq!(found, ["a.log", "out/c.py"]);
    let listing = listing.unwrap();
    // The index is unchanged: the tracked files are not read.
    assert_eq!(walk(&[], Some(&listing)).1, None);
    write(root, ".git/index", "22");
    assert_eq!(walk(&["a.log", "out/c.py"], Some(&listing)).1, None);
    assert_eq!(
        walk(&["a.log", "out/c.py", "logs/deep/b.log"], Some(&listing)).0,
        ["a.log", "logs/deep/b.log", "out/c.py"]
    );
    assert_eq!(walk(&["out/c.py", "out/d.py"], Some(&listing)).0, ["out/c.py", "out/d.py"]);
    assert!(walk(&[], Some(&listing)).0.is_empty());
}

#[test]
fn a_damaged_listing_is_not_used() {
    let folder = folder();
    let listing = listed(folder.path(), None).1.unwrap();
    for end in [0, 10, 200, listing.len() / 2] {
        assert!(listed(folder.path(), Some(&listing[..end])).1.is_some(), "{end}");
    }
}
