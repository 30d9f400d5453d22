//! Files mapped into memory: the one place with `unsafe`.

#![allow(unsafe_code, reason = "mapping a file is unsafe by nature; see `Map::open`")]

use crate::StoreError;
use std::fs::{File, Metadata, OpenOptions};
use std::ops::Deref;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// A file's bytes, read in place. Starts on a page boundary.
pub struct Map {
    bytes: Option<memmap2::Mmap>,
    stamp: PartStamp,
}

/// Which file it is and when it was last written. Without the time of the last
/// change of its names: snapshots share parts by giving them more names.
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
        // SAFETY: files of the index lie in a folder of the user's own. They are never written to
        // after the rename that makes them visible, and never truncated; deleting one keeps its pages.
        let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(StoreError::io("map", path))?;
        Ok(Map { bytes: Some(bytes), stamp })
    }

    pub(crate) fn stamp(&self) -> PartStamp {
        self.stamp
    }
}

/// Opens files without following a link, and without waiting for whoever writes a FIFO.
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
