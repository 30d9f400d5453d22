//! Snapshots are swapped whole, outlive their names, and are told apart by version.

use super::{Info, Part, Parts, Skip, Snapshot};
use crate::cache::Cache;
use crate::files::{FileRow, FileTableBuilder};
use crate::home::{Home, NewSegment};
use crate::pack::{Key, Record};
use std::fs;
use tempfile::TempDir;

const VERSIONS: [u32; 2] = [3, 4];

fn home() -> (TempDir, Home) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::of(folder.path(), None);
    home.create().unwrap();
    (folder, home)
}

fn record(key: Key, facts: &str) -> Record {
    Record { key, facts: facts.as_bytes().to_vec(), words: b"words".to_vec() }
}

/// Writes a snapshot of one file, `a.py`, with this graph.
fn write(home: &Home, cache: &Cache, key: Key, graph: &str, segments: Vec<Part<'_, NewSegment>>) {
    let mut files = FileTableBuilder::default();
    files.push(&FileRow {
        path: "a.py",
        language: "python",
        stamp: [1, 2, 3, 4],
        recorded_at: 5,
        key,
        stored: cache.find(key).unwrap(),
        segment: 0,
        slot: 0,
    });
    let info = Info {
        versions: VERSIONS.to_vec(),
        commit: Some("c0ffee".into()),
        options: "vendored=true".into(),
        ..Info::default()
    };
    let skipped = [Skip { path: "b.bin".into(), reason: "binary".into() }];
    let listing = Part::New(b"listing".to_vec());
    let mut unfinished = home.begin_graph().unwrap();
    unfinished.write(graph.as_bytes()).unwrap();
    let parts = Parts { info, files: &files, graph: unfinished, cache, segments, skipped: &skipped, listing };
    Snapshot::write(home, parts).unwrap();
}

fn new_segment(home: &Home, words: &[u8]) -> Part<'static, NewSegment> {
    let mut segment = home.begin_segment().unwrap();
    segment.write(words).unwrap();
    Part::New(segment)
}

fn open(home: &Home) -> Option<Snapshot> {
    Snapshot::open(home, &VERSIONS).unwrap()
}

fn facts(snapshot: &Snapshot) -> String {
    let stored = snapshot.files().unwrap().row(0).stored;
    String::from_utf8(snapshot.stored(stored).unwrap().0.to_vec()).unwrap()
}

#[test]
fn what_was_written_is_read() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(7, "facts of a")], &[7]).unwrap();
    assert!(open(&home).is_none(), "nothing is there yet");
    write(&home, &cache, 7, "graph", vec![new_segment(&home, b"segment")]);
    let snapshot = open(&home).unwrap();
    assert_eq!(snapshot.graph(), b"graph");
    assert_eq!(snapshot.segments().collect::<Vec<_>>(), [b"segment"]);
    assert_eq!(facts(&snapshot), "facts of a");
    assert_eq!(snapshot.info().commit.as_deref(), Some("c0ffee"));
    assert_eq!(snapshot.skipped().unwrap()[0].path, "b.bin");
    let row = snapshot.files().unwrap().row(0);
    assert_eq!((row.path, row.language, row.stamp, row.recorded_at), ("a.py", "python", [1, 2, 3, 4], 5));
}

#[test]
fn a_reader_keeps_its_snapshot_after_a_swap() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "old facts")], &[1]).unwrap();
    write(&home, &cache, 1, "old graph", vec![new_segment(&home, b"old words")]);
    let old = open(&home).unwrap();

    let cache = cache.with(&[record(2, "new facts")], &[2]).unwrap();
    write(&home, &cache, 2, "new graph", vec![Part::Kept(&old.segment_path(0))]);
    let new = open(&home).unwrap();
    fs::remove_dir_all(home.cache()).unwrap();

    assert_eq!((old.graph(), facts(&old).as_str()), (&b"old graph"[..], "old facts"));
    assert_eq!(old.skipped().unwrap().len(), 1, "also what is read late");
    assert_eq!((new.graph(), facts(&new).as_str()), (&b"new graph"[..], "new facts"));
    assert_eq!(new.segments().collect::<Vec<_>>(), [b"old words"]);
    assert_eq!(fs::read_dir(home.snapshots()).unwrap().count(), 1, "the old one's names are gone");
}

#[test]
fn the_same_files_at_another_commit_replace_the_snapshot() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    for _ in 0..2 {
        write(&home, &cache, 1, "graph", vec![]);
        assert!(open(&home).is_some());
        assert_eq!(fs::read_dir(home.snapshots()).unwrap().count(), 1);
    }
}

#[test]
fn another_version_is_no_index_and_no_error() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    assert!(Snapshot::open(&home, &[3, 5]).unwrap().is_none(), "a part's layout is another");
    assert!(open(&home).is_some());
    let current = fs::read_to_string(home.current()).unwrap();
    let info = home.snapshots().join(current).join("info.json");
    let text = fs::read_to_string(&info).unwrap();
    let other = text.replace(&format!("\"format\":{}", crate::FORMAT), "\"format\":4000000");
    assert_ne!(text, other);
    fs::write(&info, other).unwrap();
    assert!(open(&home).is_none(), "the whole layout is another");
}

#[test]
fn a_name_that_leads_nowhere_is_no_index_and_no_error() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    for garbage in [&b""[..], b"\xFF\xFE\x00", b"../..", b"nothing-of-this-name\n"] {
        fs::write(home.current(), garbage).unwrap();
        assert!(open(&home).is_none(), "{garbage:?}");
    }
}

#[test]
fn a_missing_or_torn_part_is_no_index_and_no_error() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    for part in ["info.json", "files.bin", "graph.bin", "skipped.json"] {
        write(&home, &cache, 1, "graph", vec![]);
        let folder = home.snapshots().join(fs::read_to_string(home.current()).unwrap());
        fs::remove_file(folder.join(part)).unwrap();
        assert!(open(&home).is_none(), "{part} is missing");
    }
    for part in ["info.json", "files.bin"] {
        write(&home, &cache, 1, "graph", vec![]);
        let file = home.snapshots().join(fs::read_to_string(home.current()).unwrap()).join(part);
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..10]).unwrap();
        assert!(open(&home).is_none(), "{part} is torn");
    }
}

#[test]
fn a_pack_that_another_worktree_removed_is_written_from_memory() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    Cache::clear(home.cache()).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    assert_eq!(facts(&open(&home).unwrap()), "facts");
    assert!(Cache::open(home.cache()).unwrap().find(1).is_none());
}

#[test]
fn the_writer_waits_for_another_writer() {
    let (_folder, home) = home();
    let first = home.lock(|| panic!("nobody else writes")).unwrap();
    let other = home.clone();
    let (say, said) = std::sync::mpsc::channel();
    let second = std::thread::spawn(move || {
        let lock = other.lock(|| say.send(()).unwrap()).unwrap();
        drop(lock);
    });
    said.recv().unwrap();
    drop(first);
    second.join().unwrap();
}

#[test]
fn a_graph_that_was_left_unfinished_is_cleared_away() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    fs::write(home.snapshots().join("graph.unfinished-1-0"), "half of a").unwrap();
    write(&home, &cache, 1, "graph", Vec::new());
    assert_eq!(fs::read_dir(home.snapshots()).unwrap().count(), 1, "nothing but the snapshot");
}

#[test]
fn two_segments_of_equal_words_are_one_file() {
    let (_folder, home) = home();
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    let same = || new_segment(&home, b"words");
    write(&home, &cache, 1, "graph", vec![same(), same()]);
    let old = open(&home).unwrap();
    let kept = [old.segment_path(0), old.segment_path(1)];
    write(&home, &cache, 1, "new graph", kept.iter().map(|path| Part::Kept(path)).collect());
    assert_eq!(old.segments().collect::<Vec<_>>(), [b"words", b"words"], "nobody emptied it");
    assert_eq!(open(&home).unwrap().segments().collect::<Vec<_>>(), [b"words", b"words"]);
}

#[test]
fn the_options_of_another_version_are_known() {
    let (_folder, home) = home();
    assert_eq!(Snapshot::last_options(&home), None);
    let cache = Cache::open(home.cache()).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", Vec::new());
    assert!(Snapshot::open(&home, &[9]).unwrap().is_none());
    assert_eq!(Snapshot::last_options(&home).as_deref(), Some("vendored=true"));
}
