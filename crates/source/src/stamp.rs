//! A file's version as the file system has it, without opening the file.
//!
//! The change time is part of it because a program can set a file's modification time and keep
//! its size, but cannot set its change time.

use std::fs::Metadata;

/// A file's size, times and identity. Two equal stamps mean an unchanged file, unless the file
/// was written within the clock's resolution of the moment it was recorded; see
/// [`changes`](crate::changes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Modification time in nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Change time in nanoseconds since 1970; 0 where the platform has none.
    pub ctime_ns: i64,
    /// Inode number; 0 where the platform has none. A file replaced by rename gets a new one.
    pub inode: u64,
}

impl Stamp {
    /// The stamp in metadata, which must be that of the file itself, not of a link's target.
    #[cfg(unix)]
    pub fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            size: metadata.len(),
            mtime_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            ctime_ns: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    /// The stamp in metadata, which must be that of the file itself, not of a link's target.
    #[cfg(not(unix))]
    pub fn of(metadata: &Metadata) -> Self {
        use std::time::UNIX_EPOCH;
        let mtime_ns = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .map_or(0, |since| since.as_nanos() as i64);
        Self { size: metadata.len(), mtime_ns, ctime_ns: 0, inode: 0 }
    }

    /// Whether any write after `recorded_at_ns` changes the stamp, so that an equal stamp means an
    /// unchanged file.
    pub fn is_settled(&self, recorded_at_ns: i64) -> bool {
        is_settled(self, recorded_at_ns)
    }

    /// The latest time at which the file is known to have been written.
    pub(crate) fn latest_ns(&self) -> i64 {
        self.mtime_ns.max(self.ctime_ns)
    }

    /// Whether the file system seems to keep whole seconds only.
    pub(crate) fn has_whole_seconds(&self) -> bool {
        self.mtime_ns % SECOND_NS == 0 && self.ctime_ns % SECOND_NS == 0
    }
}

pub(crate) const SECOND_NS: i64 = 1_000_000_000;

/// Saturating, because a damaged file system may hold any number of seconds.
#[cfg(unix)]
pub(crate) fn nanoseconds(seconds: i64, rest: i64) -> i64 {
    seconds.saturating_mul(SECOND_NS).saturating_add(rest)
}

/// Two writes closer together than this may have the same times (the kernel's clock advances in ticks
/// of up to 10 ms).
const CLOCK_TICK_NS: i64 = 10_000_000;

/// Whether any write after `recorded_at_ns` changes the stamp. A file written just before it was
/// recorded may have been written again within the same clock tick, with an equal stamp (git calls it
/// "racily clean").
pub(crate) fn is_settled(stamp: &Stamp, recorded_at_ns: i64) -> bool {
    let resolution = if stamp.has_whole_seconds() { 2 * SECOND_NS } else { CLOCK_TICK_NS };
    stamp.latest_ns().saturating_add(resolution) < recorded_at_ns
}
