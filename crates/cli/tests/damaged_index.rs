//! Whatever happens to the index, the next command answers as if nothing had happened.

use crate::support::{Fixture, timeless};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const QUESTIONS: [&[&str]; 4] = [
    &["symbols", "Client"],
    &["impact", "encode"],
    &["context", "retry failed requests"],
    &["query", "parcel"],
];

fn answers(fixture: &Fixture) -> Vec<Value> {
    QUESTIONS.iter().map(|question| timeless(fixture.json(question))).collect()
}

/// Every file of the index below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// A new file in the place of the old one: the index never writes to a file in place, so what is
/// mapped by another process must not change under it.
fn overwrite(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Damages each file of the index in turn, in both of its places if it is linked.
fn each_file_damaged(how: impl Fn(Vec<u8>) -> Vec<u8>) {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let expected = answers(&fixture);
    let mut all = Vec::new();
    files(&fixture.home("cache"), &mut all);
    let names: std::collections::BTreeSet<String> =
        all.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        for question in QUESTIONS {
            let mut now = Vec::new();
            files(&fixture.home("cache"), &mut now);
            for path in now.iter().filter(|path| path.file_name().unwrap().to_string_lossy() == name) {
                overwrite(path, &how(fs::read(path).unwrap()));
            }
            fixture.fathom(&["status"]);
            let answer = fixture.fathom(question);
            assert_eq!(answer.code, 0, "{name} damaged, {question:?}: {}", answer.stderr);
        }
        assert_eq!(answers(&fixture), expected, "{name} damaged");
        assert_eq!(fixture.fathom(&["index"]).code, 0, "{name} damaged");
        assert_eq!(answers(&fixture), expected, "{name} damaged and indexed again");
    }
}

#[test]
fn files_cut_in_half_are_built_again() {
    each_file_damaged(|bytes| bytes[..bytes.len() / 2].to_vec());
}

#[test]
fn files_that_lost_their_last_bytes_are_built_again() {
    each_file_damaged(|bytes| bytes[..bytes.len().saturating_sub(9)].to_vec());
}

#[test]
fn empty_files_are_built_again() {
    each_file_damaged(|_| Vec::new());
}

#[test]
fn files_of_garbage_are_built_again() {
    each_file_damaged(|bytes| vec![0xA5; bytes.len().max(40)]);
}

#[test]
fn files_of_zeros_are_built_again() {
    each_file_damaged(|bytes| vec![0; bytes.len()]);
}

#[test]
fn a_deleted_cache_is_built_again() {
    let fixture = Fixture::courier();
    let files = fixture.json(&["index"])["files"].as_u64().unwrap();
    let expected = answers(&fixture);
    fs::remove_dir_all(fixture.index("../../facts")).unwrap();
    assert_eq!(answers(&fixture), expected, "the snapshot has links of its own");
    fixture.write("courier/more.py", "def more(): pass\n");
    assert_eq!(fixture.json(&["symbols", "more"])["count"], 1);
    assert_eq!(fixture.json(&["status"])["files"], files + 1, "no other file is lost");
    fs::remove_file(fixture.path("courier/more.py")).unwrap();
    fs::remove_dir_all(fixture.index("../../facts")).unwrap();
    assert_eq!(answers(&fixture), expected);
}

#[test]
fn deleted_parts_are_built_again() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let expected = answers(&fixture);
    for part in ["snapshots", "CURRENT", "lock", "local", "owner", "history", "../../owner", "", "../.."] {
        let path = fixture.index(part);
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
        assert_eq!(answers(&fixture), expected, "{part} deleted");
    }
}

#[test]
fn an_index_of_another_version_is_built_again() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let expected = answers(&fixture);
    let current = fs::read_to_string(fixture.index("CURRENT")).unwrap();
    let manifest = fixture.index("snapshots").join(current);
    overwrite(&manifest, b"of another version");
    assert_eq!(fixture.json(&["status"])["indexed"], false);
    assert_eq!(answers(&fixture), expected);
    assert_eq!(fixture.json(&["status"])["indexed"], true);
}

#[test]
fn an_index_that_cannot_be_written_is_an_error_that_names_the_path() {
    let fixture = Fixture::courier();
    fs::create_dir(fixture.home("cache").parent().unwrap()).unwrap();
    fs::write(fixture.home("cache"), "a file where the folder should be").unwrap();
    let answer = fixture.fathom(&["symbols", "Client"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("FATHOM_HOME"), "{}", answer.stderr);
}
