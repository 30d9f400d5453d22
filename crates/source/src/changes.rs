//! Which files are new, changed or gone since they were recorded.
//!
//! Decides from stamps alone and opens nothing; what it calls modified may turn out to hold the
//! same bytes, what it calls unchanged never changed.

use std::cmp::Ordering;

use crate::stamp::is_settled;
use crate::{FileEntry, Stamp};

/// A file as it was when it was last read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Relative to the root, with `/`.
    pub path: String,
    /// The stamp that [`read`](crate::read) returned with the content, not the walk's.
    pub stamp: Stamp,
    /// The clock in nanoseconds since 1970, taken *before* the file was read, e.g. when the run
    /// that read it began.
    pub recorded_at_ns: i64,
}

/// The difference between what is known and what a walk found, each list sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes<'a> {
    /// Found, and not known.
    pub added: Vec<&'a FileEntry>,
    /// Known, and different or possibly different by now.
    pub modified: Vec<&'a FileEntry>,
    /// Known, and no longer found.
    pub removed: Vec<&'a Known>,
    /// Known, and certainly the same.
    pub unchanged: Vec<&'a FileEntry>,
}

impl Changes<'_> {
    /// Whether nothing has to be read or dropped.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.removed.is_empty()
    }
}

/// Compares two lists that are both sorted by path.
pub fn changes<'a>(old: &'a [Known], new: &'a [FileEntry]) -> Changes<'a> {
    debug_assert!(old.is_sorted_by(|a, b| a.path < b.path), "known files are sorted");
    debug_assert!(new.is_sorted_by(|a, b| a.path < b.path), "found files are sorted");
    let mut found = Changes::default();
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (Some(known), Some(entry)) => known.path.cmp(&entry.path),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return found,
        };
        match order {
            Ordering::Less => found.removed.extend(old.next()),
            Ordering::Greater => found.added.extend(new.next()),
            Ordering::Equal => {
                if let (Some(known), Some(entry)) = (old.next(), new.next()) {
                    if is_same(known, entry) {
                        found.unchanged.push(entry);
                    } else {
                        found.modified.push(entry);
                    }
                }
            }
        }
    }
}

fn is_same(known: &Known, entry: &FileEntry) -> bool {
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

    fn known(path: &str, stamp: Stamp) -> Known {
        Known { path: path.into(), stamp, recorded_at_ns: NOW }
    }

    fn entry(path: &str, stamp: Stamp) -> FileEntry {
        FileEntry { path: path.into(), stamp }
    }

    fn paths<'a>(entries: &[&'a FileEntry]) -> Vec<&'a str> {
        entries.iter().map(|entry| entry.path.as_str()).collect()
    }

    #[test]
    fn two_sorted_lists_merge_into_added_modified_removed_and_unchanged() {
        let old_stamp = stamp(NOW - SECOND_NS);
        let old = [known("b", old_stamp), known("c", old_stamp), known("d", old_stamp)];
        let new =
            [entry("a", old_stamp), entry("b", old_stamp), entry("d", stamp(NOW + 1)), entry("e", old_stamp)];
        let found = changes(&old, &new);
        assert_eq!(paths(&found.added), ["a", "e"]);
        assert_eq!(paths(&found.modified), ["d"]);
        assert_eq!(found.removed, [&old[1]]);
        assert_eq!(paths(&found.unchanged), ["b"]);
        assert!(!found.is_empty());
    }

    #[test]
    fn an_edit_that_keeps_size_and_mtime_is_seen_by_its_ctime() {
        let before = stamp(NOW - SECOND_NS);
        let after = Stamp { ctime_ns: NOW + 5, ..before };
        let (old, new) = ([known("a", before)], [entry("a", after)]);
        assert_eq!(paths(&changes(&old, &new).modified), ["a"]);
    }

    #[test]
    fn a_file_replaced_by_rename_is_seen_by_its_inode() {
        let before = stamp(NOW - SECOND_NS);
        let after = Stamp { inode: 8, ..before };
        let (old, new) = ([known("a", before)], [entry("a", after)]);
        assert_eq!(paths(&changes(&old, &new).modified), ["a"]);
    }

    #[test]
    fn a_file_written_within_a_clock_tick_of_its_recording_may_be_modified() {
        for (age_ns, settled) in [(0, false), (9_000_000, false), (10_000_001, true)] {
            let written = stamp(NOW - age_ns);
            let (old, new) = ([known("a", written)], [entry("a", written)]);
            assert_eq!(changes(&old, &new).is_empty(), settled, "{age_ns} ns old");
        }
    }

    #[test]
    fn a_file_system_of_whole_seconds_needs_two_seconds_to_settle() {
        let whole = NOW - NOW % SECOND_NS;
        let recent = stamp(whole - SECOND_NS);
        let (old, new) = ([known("a", recent)], [entry("a", recent)]);
        assert_eq!(paths(&changes(&old, &new).modified), ["a"]);
    }

    proptest! {
        #[test]
        fn every_path_lands_in_exactly_one_list(
            old in proptest::collection::btree_set("[a-c]{1,3}", 0..20),
            new in proptest::collection::btree_set("[a-c]{1,3}", 0..20),
        ) {
            let settled = stamp(NOW - SECOND_NS);
            let known: Vec<_> = old.iter().map(|path| known(path, settled)).collect();
            let entries: Vec<_> = new.iter().map(|path| entry(path, settled)).collect();
            let found = changes(&known, &entries);
            prop_assert_eq!(found.added.len(), new.difference(&old).count());
            prop_assert_eq!(found.removed.len(), old.difference(&new).count());
            prop_assert_eq!(found.unchanged.len(), old.intersection(&new).count());
            prop_assert!(found.modified.is_empty());
        }
    }
}
