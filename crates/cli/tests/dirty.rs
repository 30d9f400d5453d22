//! `dirty` agrees with git, also for files that are not indexed.

use crate::support::{Fixture, json_in};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const IMAGE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// Files of every kind that is not indexed: an image, a binary, a generated file, a vendored one, one
/// in a hidden folder, one that is ignored by configuration, one of no known kind, and a link.
fn fixture() -> Fixture {
    let fixture = Fixture::plain(&[
        ("a.py", "def retry(): pass\n"),
        ("yarn.lock", "# yarn lockfile v1\n"),
        ("dist/app.min.js", "var a=1;\n"),
        ("node_modules/left/index.js", "module.exports = 1\n"),
        (".hidden/settings.json", "{}\n"),
        (".fathomignore", "quiet/\n"),
        ("quiet/b.py", "def quiet(): pass\n"),
        ("notes.xyz", "nothing\n"),
        (".gitignore", "*.log\n"),
    ]);
    fixture.write("logo.png", IMAGE);
    fixture.write("data.bin", [0u8; 64]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("a.py", fixture.path("link")).unwrap();
    fixture.git(&["init", "--quiet"]);
    fixture.git(&["add", "--all", "--force"]);
    fixture.commit("Start");
    fixture
}

fn settle() {
    std::thread::sleep(std::time::Duration::from_millis(30));
}

/// The value in every answer, which must agree with git.
fn dirty(fixture: &Fixture) -> bool {
    let is_dirty = |answer: &Value| answer["index"]["dirty"].as_bool().unwrap();
    let dirty = is_dirty(&fixture.json(&["symbols", "retry"]));
    assert_eq!(is_dirty(&fixture.json(&["context", "retry"])), dirty);
    assert_eq!(fixture.json(&["index"])["dirty"], dirty);
    assert_eq!(is_dirty(&fixture.json(&["symbols", "retry", "--as-is"])), dirty, "as it was last found");
    let listed = fixture.json(&["status"])["dirty_files"].as_array().unwrap().clone();
    let expected = fixture.git(&["status", "--porcelain", "--untracked-files=all"]);
    let paths: BTreeSet<&str> = expected.lines().filter_map(|line| line.split(' ').next_back()).collect();
    assert_eq!(listed.len(), paths.len(), "{listed:?}\n{expected}");
    assert_eq!(dirty, !listed.is_empty(), "{listed:?}");
    dirty
}

#[test]
fn an_edit_of_a_file_that_is_not_indexed_makes_it_dirty_until_it_is_undone() {
    let fixture = fixture();
    assert!(!dirty(&fixture));
    for path in [
        "logo.png",
        "data.bin",
        "yarn.lock",
        "dist/app.min.js",
        "node_modules/left/index.js",
        ".hidden/settings.json",
        "quiet/b.py",
        "notes.xyz",
        ".gitignore",
    ] {
        let before = fs::read(fixture.path(path)).unwrap();
        settle();
        fixture.write(path, [before.as_slice(), b"\n"].concat());
        assert!(dirty(&fixture), "{path}");
        assert!(dirty(&fixture), "{path}, asked again");
        settle();
        fixture.write(path, before);
        assert!(!dirty(&fixture), "{path}, undone");
        assert!(!dirty(&fixture), "{path}, undone and asked again");
    }
}

#[test]
fn new_and_deleted_files_that_are_not_indexed_count() {
    let fixture = fixture();
    assert!(!dirty(&fixture));
    for path in ["new.png", "node_modules/right/index.js", ".hidden/deep/er.json", "quiet/new.py"] {
        settle();
        fixture.write(path, "x");
        assert!(dirty(&fixture), "{path}");
        fs::remove_file(fixture.path(path)).unwrap();
        assert!(!dirty(&fixture), "{path}, gone");
    }
    fixture.write("noise.log", "ignored");
    assert!(!dirty(&fixture), "an ignored file does not count");
    fs::remove_file(fixture.path("logo.png")).unwrap();
    assert!(dirty(&fixture), "deleted");
    fixture.git(&["checkout", "--", "logo.png"]);
    assert!(!dirty(&fixture));
}

#[test]
fn an_edit_of_an_indexed_file_beside_one_that_is_not_is_forgotten_one_by_one() {
    let fixture = fixture();
    assert!(!dirty(&fixture));
    settle();
    fixture.write("a.py", "def retry(): return 1\n");
    assert!(dirty(&fixture));
    fixture.write("logo.png", "other");
    assert!(dirty(&fixture));
    settle();
    fixture.write("a.py", "def retry(): pass\n");
    assert!(dirty(&fixture), "the image still differs");
    fixture.write("logo.png", IMAGE);
    assert!(!dirty(&fixture));
}

#[test]
fn what_git_alone_does_counts() {
    let fixture = fixture();
    assert!(!dirty(&fixture));
    fixture.git(&["rm", "--quiet", "--cached", "logo.png"]);
    assert!(dirty(&fixture), "removed from the index, still there");
    fixture.git(&["reset", "--quiet"]);
    assert!(!dirty(&fixture));
    fixture.write("logo.png", "other");
    fixture.commit("Change the logo");
    assert!(!dirty(&fixture));
    fixture.git(&["reset", "--quiet", "--soft", "HEAD~1"]);
    assert!(dirty(&fixture), "staged");
}

#[cfg(unix)]
#[test]
fn permissions_and_the_ends_of_links_count() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let fixture = fixture();
    assert!(!dirty(&fixture));
    fs::set_permissions(fixture.path("logo.png"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(dirty(&fixture));
    fs::set_permissions(fixture.path("logo.png"), fs::Permissions::from_mode(0o644)).unwrap();
    assert!(!dirty(&fixture));
    fs::remove_file(fixture.path("link")).unwrap();
    symlink("b.py", fixture.path("link")).unwrap();
    assert!(dirty(&fixture));
}

#[test]
fn the_users_own_rules_count() {
    let fixture = fixture();
    let excludes = fixture.beside("excludes");
    fs::write(&excludes, "*.swp\n").unwrap();
    let config = fixture.beside("gitconfig");
    fs::write(&config, format!("[core]\n\texcludesFile = {}\n", excludes.display())).unwrap();
    let config = config.display().to_string();
    let ask = |environment: &[(&str, &str)]| {
        json_in(fixture.root(), &["symbols", "retry"], environment)["index"]["dirty"].clone()
    };
    let own = [("GIT_CONFIG_GLOBAL", config.as_str())];
    settle();
    fixture.write("a.py.swp", "");
    assert_eq!(ask(&own), false);
    assert_eq!(ask(&[]), true, "another user");
    settle();
    fs::write(&excludes, "").unwrap();
    assert_eq!(ask(&own), true);
}
