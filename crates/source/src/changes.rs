//! Finds files that were added, changed or removed since they were recorded.
//!
//! Compares stamps and opens no file. A file reported as modified may have the same bytes; a file
//! reported as unchanged is unchanged.

use crate::stamp::is_settled;
use crate::{FileEntry, Stamp};

/// A file as recorded when it was last read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedFile<'a> {
    /// Relative to the root, with `/`.
    pub path: &'a str,
    /// The stamp that [`read`](crate::read) returned with the content, not the walk's.
    pub stamp: Stamp,
    /// The clock in nanoseconds since 1970, taken *before* the file was read, e.g. when the run
    /// that read it began.
    pub recorded_at_ns: i64,
}

/// The status of a file that a walk found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// New.
    New,
    /// Possibly different from the recorded file.
    Modified(usize),
    /// Equal to the recorded file.
    Same(usize),
}

/// The difference between recorded files and a walk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// For each found file, in order.
    pub files: Vec<Status>,
    /// Number of recorded files that were not found.
    pub removed: usize,
}

/// Compares two lists that are both sorted by path.
pub fn changes(old: &[RecordedFile<'_>], new: &[FileEntry]) -> Changes {
    debug_assert!(old.is_sorted_by(|a, b| a.path < b.path), "known files are sorted");
    debug_assert!(new.is_sorted_by(|a, b| a.path < b.path), "found files are sorted");
    let mut changes = Changes { files: Vec::with_capacity(new.len()), removed: 0 };
    let mut known = old.iter().enumerate().peekable();
    for entry in new {
        while known.next_if(|(_, known)| known.path < entry.path.as_str()).is_some() {
            changes.removed += 1;
        }
        changes.files.push(match known.next_if(|(_, known)| known.path == entry.path) {
            Some((at, known)) if is_same(known, entry) => Status::Same(at),
            Some((at, _)) => Status::Modified(at),
            None => Status::New,
        });
    }
    changes.removed += known.count();
    changes
}

fn is_same(known: &RecordedFile<'_>, entry: &FileEntry) -> bool {
    known.stamp == entry.stamp && is_settled(&known.stamp, known.recorded_at_ns)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::stamp::SECOND_NS;

    const NOW: i64 = 1_700_000_000_123_456_789;

    fn stamp(written_ns: i64) -> Stamp {
        Stamp { size: 10, mtime_ns: written_ns, ctime_ns: written_ns, inode: 7 }
    }

    fn known(path: &str, stamp: Stamp) -> RecordedFile<'_> {
        RecordedFile { path, stamp, recorded_at_ns: NOW }
    }

    fn entry(path: &str, stamp: Stamp) -> FileEntry {
        FileEntry { path: path.into(), stamp }
    }

    /// The status of one file, from the recorded and the found stamp.
    fn status(before: Stamp, after: Stamp) -> Status {
        changes(&[known("a", before)], &[entry("a", after)]).files[0]
    }

    #[test]
    fn two_sorted_lists_merge_into_new_modified_removed_and_same() {
        let old_stamp = stamp(NOW - SECOND_NS);
        let old =
            [known("b", old_stamp), known("c", old_stamp), known("d", old_stamp), known("f", old_stamp)];
        let new =
            [entry("a", old_stamp), entry("b", old_stamp), entry("d", stamp(NOW + 1)), entry("e", old_stamp)];
        let found = changes(&old, &new);
        assert_eq!(found.files, [Status::New, Status::Same(0), Status::Modified(2), Status::New]);
        assert_eq!(found.removed, 2);
    }

    #[test]
    fn an_edit_that_keeps_size_and_mtime_is_seen_by_its_ctime() {
        let before = stamp(NOW - SECOND_NS);
        assert_eq!(status(before, Stamp { ctime_ns: NOW + 5, ..before }), Status::Modified(0));
    }

    #[test]
    fn a_file_replaced_by_rename_is_seen_by_its_inode() {
        let before = stamp(NOW - SECOND_NS);
        assert_eq!(status(before, Stamp { inode: 8, ..before }), Status::Modified(0));
    }

    #[test]
    fn a_file_written_within_a_clock_tick_of_its_recording_may_be_modified() {
        for (age_ns, settled) in [(0, false), (9_000_000, false), (10_000_001, true)] {
            let written = stamp(NOW - age_ns);
            assert_eq!(status(written, written) == Status::Same(0), settled, "{age_ns} ns old");
        }
    }

    #[test]
    fn a_file_system_of_whole_seconds_needs_two_seconds_to_settle() {
        let recent = stamp(NOW - NOW % SECOND_NS - SECOND_NS);
        assert_eq!(status(recent, recent), Status::Modified(0));
    }

    proptest! {
        #[test]
        fn every_path_is_listed_once(
            old in proptest::collection::btree_set("[a-c]{1,3}", 0..20),
            new in proptest::collection::btree_set("[a-c]{1,3}", 0..20),
        ) {
            let settled = stamp(NOW - SECOND_NS);
            let known: Vec<_> = old.iter().map(|path| known(path, settled)).collect();
            let entries: Vec<_> = new.iter().map(|path| entry(path, settled)).collect();
            let found = changes(&known, &entries);
            prop_assert_eq!(found.removed, old.difference(&new).count());
            for (path, status) in new.iter().zip(found.files) {
                let at = known.iter().position(|known| known.path == path);
                prop_assert_eq!(status, at.map_or(Status::New, Status::Same));
            }
        }
    }
}
