//! One file on its way through the build: found by the walk, looked at if it may have changed,
//! found in the facts cache, written into the table.

use crate::workspace::Workspace;
use fathom_source::{FileEntry, Stamp};
use fathom_store::{Cache, CachedRecord, FileRow, FileStamp, Key};
use fathom_syntax::languages;

/// A text segment, and a slot in it.
pub(super) type SegmentSlot = (u32, u32);

/// Files that were read and left out are recorded under this name, so
/// that they are not read again.
pub(super) const LEFT_OUT: &str = "-";

/// A file of the repository during the build.
pub(super) struct BuildFile {
    /// Its path, and its stamp: as the walk saw it, and once it was read, as it was then.
    pub(super) entry: FileEntry,
    /// Whether it is new, or its stamp differs from that in the last snapshot: it has to be looked at.
    pub(super) is_changed: bool,
    /// The clock before it was read; 0 if it must be read again.
    pub(super) recorded_at: u64,
    /// [`LEFT_OUT`] if it is not in the index.
    pub(super) language: &'static str,
    /// Why it was left out, if it was.
    pub(super) reason: String,
    /// The key of its facts; that of the last snapshot until it was looked at.
    pub(super) key: Key,
    /// Its place in the text segments: of the last snapshot, if its words are the same, until the
    /// next one's are known.
    pub(super) place: Option<SegmentSlot>,
    /// Where its facts are stored.
    pub(super) stored: Option<CachedRecord>,
    /// Its facts were not found where they had been put.
    pub(super) is_lost: bool,
}

impl BuildFile {
    /// A new file.
    pub(super) fn new(entry: FileEntry) -> BuildFile {
        BuildFile {
            entry,
            is_changed: true,
            recorded_at: 0,
            language: LEFT_OUT,
            reason: String::new(),
            key: 0,
            place: None,
            stored: None,
            is_lost: false,
        }
    }

    /// A file that the last snapshot has, and that may have changed since.
    pub(super) fn modified(entry: FileEntry, row: &FileRow<'_>) -> BuildFile {
        let place = (row.language != LEFT_OUT).then_some((row.segment, row.slot));
        BuildFile { key: row.key, place, ..BuildFile::new(entry) }
    }

    /// A file that equals the one in the last snapshot. `reason` is set if it is skipped.
    pub(super) fn same(entry: FileEntry, row: &FileRow<'_>, recorded_at: u64, reason: String) -> BuildFile {
        BuildFile {
            is_changed: false,
            recorded_at,
            language: languages::by_name(row.language).map_or(LEFT_OUT, |language| language.name),
            reason,
            ..BuildFile::modified(entry, row)
        }
    }

    /// Its path from the root.
    pub(super) fn path(&self) -> &str {
        &self.entry.path
    }

    /// Sets its language and the key of its facts.
    pub(super) fn set_content(&mut self, language: &'static str, key: Key) {
        if self.key != key {
            self.place = None;
        }
        (self.language, self.key) = (language, key);
    }

    /// Marks it as left out, with the reason.
    pub(super) fn leave_out(&mut self, reason: String) {
        self.set_content(LEFT_OUT, 0);
        self.reason = reason;
    }

    /// Finds its facts. If they are lost it is left out, and read again the next time.
    pub(super) fn find(&mut self, cache: &Cache) {
        if self.language == LEFT_OUT {
            return;
        }
        self.stored = cache.find(self.key);
        if self.stored.is_none() {
            self.is_lost = true;
            self.language = LEFT_OUT;
            self.recorded_at = 0;
            self.reason = String::from("its facts could not be stored");
        }
    }

    /// Whether it has facts in the index.
    pub(super) fn is_indexed(&self) -> bool {
        self.stored.is_some()
    }

    /// Whether it has on disk the stamp that it has here.
    pub(super) fn holds(&self, workspace: &Workspace) -> bool {
        let now = std::fs::symlink_metadata(workspace.root().join(self.path()));
        now.is_ok_and(|metadata| Stamp::of(&metadata) == self.entry.stamp)
    }

    /// Its row in the snapshot's table.
    pub(super) fn as_row(&self) -> FileRow<'_> {
        let (segment, slot) = self.place.unwrap_or((u32::MAX, u32::MAX));
        FileRow {
            path: self.path(),
            language: self.language,
            key: self.key,
            stored: self.stored.unwrap_or_default(),
            segment,
            slot,
        }
    }

    /// The time at which it was read, and its stamp then.
    pub(super) fn file_stamp(&self) -> FileStamp {
        let Stamp { size, mtime_ns, ctime_ns, inode } = self.entry.stamp;
        FileStamp { stamp: [size, mtime_ns as u64, ctime_ns as u64, inode], recorded_at: self.recorded_at }
    }
}

/// A stamp as it was kept beside the snapshot.
pub(super) fn kept_stamp(kept: FileStamp) -> Stamp {
    let [size, mtime, ctime, inode] = kept.stamp;
    Stamp { size, mtime_ns: mtime as i64, ctime_ns: ctime as i64, inode }
}
