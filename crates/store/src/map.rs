//! Memory-mapped files: the only module with `unsafe`.

#![allow(unsafe_code, reason = "mapping a file is unsafe by nature; see `Map::open`")]

use crate::StoreError;
use std::fs::{File, Metadata, OpenOptions};
use std::ops::Deref;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// A file's bytes, read in place. Aligned to a page.
pub struct Map {
    bytes: Option<memmap2::Mmap>,
    stamp: PartStamp,
}

/// The identity of a file and its modification time. The change time (ctime) is not included: it
/// changes when a snapshot adds a hard link to a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct PartStamp {
    size: u64,
    modified_ns: u64,
    inode: u64,
}

impl PartStamp {
    fn of(metadata: &Metadata) -> PartStamp {
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let inode = 0;
        PartStamp {
            size: metadata.len(),
            modified_ns: modified.map_or(0, |time| time.as_nanos() as u64),
            inode,
        }
    }
}

impl Map {
    /// Maps a file of the index.
    pub fn open(path: &Path) -> Result<Map, StoreError> {
        let file = options().read(true).open(path).map_err(StoreError::io("open", path))?;
        let metadata = file.metadata().map_err(StoreError::io("read the size of", path))?;
        if !metadata.is_file() {
            return Err(StoreError::Damaged { path: path.to_owned() });
        }
        let stamp = PartStamp::of(&metadata);
        if metadata.len() == 0 {
            return Ok(Map { bytes: None, stamp });
        }
        // SAFETY: files of the index are in a folder of the user. They are never written or truncated
        // after the rename that makes them visible; a removed file keeps its pages while it is mapped.
        let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(StoreError::io("map", path))?;
        Ok(Map { bytes: Some(bytes), stamp })
    }

    pub(crate) fn stamp(&self) -> PartStamp {
        self.stamp
    }
}

/// Opens files without following a link, and without blocking on a FIFO.
pub(crate) fn options() -> OpenOptions {
    let mut options = File::options();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    options
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(&[])
    }
}
