//! A snapshot is replaced as a whole, outlives its name, and has a version.

use super::{Info, NextSegment, Parts, Skip, Snapshot};
use crate::cache::Cache;
use crate::checksum::{open_sealed, seal};
use crate::files::{FileRow, FileTableBuilder};
use crate::folders::Folders;
use crate::home::Home;
use crate::local::FileStamp;
use crate::pack::{Key, Record};
use std::fs;
use tempfile::TempDir;

const VERSIONS: [u32; 2] = [3, 4];

fn home() -> (TempDir, Home) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::of(&Folders::under(folder.path()), "/repo/.git".as_ref(), "/repo".as_ref());
    home.create().unwrap();
    (folder, home)
}

fn record(key: Key, facts: &str) -> Record {
    Record { key, facts: facts.as_bytes().to_vec(), words: b"words".to_vec() }
}

const STAMP: FileStamp = FileStamp { stamp: [1, 2, 3, 4], recorded_at: 5 };

/// Writes a snapshot of one file, `a.py`, with this graph.
fn write(home: &Home, cache: &Cache, key: Key, graph: &str, segments: Vec<NextSegment>) {
    write_after(home, None, cache, key, graph, segments);
}

fn write_after(
    home: &Home,
    previous: Option<&Snapshot>,
    cache: &Cache,
    key: Key,
    graph: &str,
    segments: Vec<NextSegment>,
) {
    let mut files = FileTableBuilder::default();
    files.push(&FileRow {
        path: "a.py",
        language: "python",
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
    let mut unfinished = home.begin_part().unwrap();
    unfinished.write(graph.as_bytes()).unwrap();
    let parts = Parts {
        info,
        files: &files,
        stamps: &[STAMP],
        listing: b"listing",
        graph: unfinished,
        cache,
        segments,
        skipped: &skipped,
        manifests: b"[]",
    };
    Snapshot::write(home, previous, parts).unwrap();
}

fn new_segment(home: &Home, words: &[u8]) -> NextSegment {
    let mut segment = home.begin_part().unwrap();
    segment.write(words).unwrap();
    NextSegment::New(segment)
}

/// The manifest of the current snapshot.
fn manifest(home: &Home) -> std::path::PathBuf {
    home.snapshots().join(fs::read_to_string(home.current()).unwrap())
}

/// The files in the folder of snapshots.
fn parts(home: &Home) -> Vec<std::ffi::OsString> {
    fs::read_dir(home.snapshots()).unwrap().map(|entry| entry.unwrap().file_name()).collect()
}

/// The parts of a snapshot without words.
const FEWEST: usize = 6;

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
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(7, "facts of a")], &[7]).unwrap();
    assert!(open(&home).is_none(), "nothing is there yet");
    write(&home, &cache, 7, "graph", vec![new_segment(&home, b"segment")]);
    let snapshot = open(&home).unwrap();
    assert_eq!(snapshot.graph(), b"graph");
    assert_eq!(snapshot.segments().collect::<Vec<_>>(), [b"segment"]);
    assert_eq!(facts(&snapshot), "facts of a");
    assert_eq!(snapshot.info().commit.as_deref(), Some("c0ffee"));
    assert_eq!(snapshot.skipped().unwrap()[0].path, "b.bin");
    let row = snapshot.files().unwrap().row(0);
    assert_eq!((row.path, row.language), ("a.py", "python"));
    assert_eq!((snapshot.stamps(), snapshot.listing()), (&[STAMP][..], &b"listing"[..]));
}

#[test]
fn a_reader_keeps_its_snapshot_after_a_swap() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "old facts")], &[1]).unwrap();
    write(&home, &cache, 1, "old graph", vec![new_segment(&home, b"old words")]);
    let old = open(&home).unwrap();

    let cache = cache.with(&[record(2, "new facts")], &[2]).unwrap();
    write_after(&home, Some(&old), &cache, 2, "new graph", vec![NextSegment::Previous(0)]);
    let new = open(&home).unwrap();
    fs::remove_dir_all(home.cache()).unwrap();

    assert_eq!((old.graph(), facts(&old).as_str()), (&b"old graph"[..], "old facts"));
    assert_eq!(old.skipped().unwrap().len(), 1, "also what is read late");
    assert_eq!((new.graph(), facts(&new).as_str()), (&b"new graph"[..], "new facts"));
    assert_eq!(new.segments().collect::<Vec<_>>(), [b"old words"]);
    assert_eq!(parts(&home).len(), FEWEST + 2, "the old one's names are gone, and there are two packs");
}

#[test]
fn the_same_files_at_another_commit_replace_the_snapshot() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    for _ in 0..2 {
        write(&home, &cache, 1, "graph", vec![]);
        assert!(open(&home).is_some());
        assert_eq!(parts(&home).len(), FEWEST);
    }
}

#[test]
fn another_version_is_no_index_and_no_error() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    assert!(Snapshot::open(&home, &[3, 5]).unwrap().is_none(), "a part's layout is another");
    assert!(open(&home).is_some());
    let manifest = manifest(&home);
    let text = String::from_utf8(open_sealed(&manifest).unwrap().to_vec()).unwrap();
    let other = text.replace(&format!("\"format\":{}", crate::FORMAT), "\"format\":4000000");
    assert_ne!(text, other);
    seal(&manifest, other.as_bytes()).unwrap();
    assert!(open(&home).is_none(), "the whole layout is another");
}

#[test]
fn a_name_that_leads_nowhere_is_no_index_and_no_error() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    for garbage in [&b""[..], b"\xFF\xFE\x00", b"../..", b"nothing-of-this-name\n"] {
        fs::write(home.current(), garbage).unwrap();
        assert!(open(&home).is_none(), "{garbage:?}");
    }
}

#[test]
fn a_missing_torn_or_altered_part_is_no_index_and_no_error() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    let write = || write(&home, &cache, 1, "graph", vec![new_segment(&home, b"segment")]);
    write();
    let parts = parts(&home);
    assert_eq!(
        parts.len(),
        FEWEST + 1,
        "manifest, files, graph, skipped, manifests, facts, words: {parts:?}"
    );
    for part in &parts {
        for damage in 0..3 {
            write();
            assert!(open(&home).is_some());
            let file = home.snapshots().join(part);
            let mut bytes = fs::read(&file).unwrap();
            // A part of its own: packs share theirs with the cache.
            fs::remove_file(&file).unwrap();
            match damage {
                0 => {}
                1 => fs::write(&file, &bytes[..bytes.len() / 2]).unwrap(),
                _ => {
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 4;
                    fs::write(&file, bytes).unwrap();
                }
            }
            assert!(open(&home).is_none(), "{part:?}, damage {damage}");
        }
    }
}

#[test]
fn lost_stamps_are_unknown_and_the_snapshot_is_still_read() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    let name = open(&home).unwrap().name().to_owned();
    fs::write(home.local().join(&name), "torn").unwrap();
    let snapshot = open(&home).unwrap();
    assert_eq!((snapshot.stamps().len(), snapshot.listing()), (0, &b""[..]));
    snapshot.restamp(&home, &[STAMP], b"again").unwrap();
    let again = open(&home).unwrap();
    assert_eq!((again.stamps(), again.listing()), (&[STAMP][..], &b"again"[..]));
}

#[test]
fn equal_content_has_equal_names_wherever_and_whenever_it_is_indexed() {
    let names = [[3, 9], [9, 3]].map(|keys| {
        let (_folder, home) = home();
        let mut cache = Cache::open(&home.cache(), None).unwrap();
        for key in keys {
            cache = cache.with(&[record(key, &"facts".repeat(key as usize))], &keys).unwrap();
        }
        write(&home, &cache, 3, "graph", vec![]);
        open(&home).unwrap().name().to_owned()
    });
    assert_eq!(names[0], names[1]);
}

#[test]
fn a_pack_that_another_worktree_removed_is_written_from_memory() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    Cache::clear(&home.cache()).unwrap();
    write(&home, &cache, 1, "graph", vec![]);
    assert_eq!(facts(&open(&home).unwrap()), "facts");
    assert!(Cache::open(&home.cache(), None).unwrap().find(1).is_none());
}

#[test]
fn a_graph_that_was_left_unfinished_is_cleared_away() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    fs::write(home.snapshots().join("part.unfinished-1-0"), "half of a").unwrap();
    write(&home, &cache, 1, "graph", Vec::new());
    assert_eq!(parts(&home).len(), FEWEST, "nothing but the snapshot");
}

#[test]
fn two_segments_of_equal_words_are_one_file() {
    let (_folder, home) = home();
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    let same = || new_segment(&home, b"words");
    write(&home, &cache, 1, "graph", vec![same(), same()]);
    let old = open(&home).unwrap();
    let kept = vec![NextSegment::Previous(0), NextSegment::Previous(1)];
    write_after(&home, Some(&old), &cache, 1, "new graph", kept);
    assert_eq!(old.segments().collect::<Vec<_>>(), [b"words", b"words"], "nobody emptied it");
    assert_eq!(open(&home).unwrap().segments().collect::<Vec<_>>(), [b"words", b"words"]);
}

#[test]
fn the_options_of_another_version_are_known() {
    let (_folder, home) = home();
    assert_eq!(Snapshot::last_options(&home), None);
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", Vec::new());
    assert!(Snapshot::open(&home, &[9]).unwrap().is_none());
    assert_eq!(Snapshot::last_options(&home).as_deref(), Some("vendored=true"));
}

#[test]
fn the_options_of_the_layout_before_are_known_and_its_folders_removed() {
    let (_folder, home) = home();
    let old = home.snapshots().join("0123abcd");
    fs::create_dir(&old).unwrap();
    seal(&old.join("manifest"), br#"{"info":{"format":3,"options":"vendored=true"}}"#).unwrap();
    home.write_current("0123abcd").unwrap();
    assert!(open(&home).is_none());
    assert_eq!(Snapshot::last_options(&home).as_deref(), Some("vendored=true"));
    let cache = Cache::open(&home.cache(), None).unwrap().with(&[record(1, "facts")], &[1]).unwrap();
    write(&home, &cache, 1, "graph", Vec::new());
    assert!(open(&home).is_some() && !old.exists());
}
