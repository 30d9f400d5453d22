//! Files mapped into memory: the one place with `unsafe`.

#![allow(unsafe_code, reason = "mapping a file is unsafe by nature; see `Map::open`")]

use crate::StoreError;
use std::fs::File;
use std::ops::Deref;
use std::path::Path;

/// A file's bytes, read in place. Starts on a page boundary.
pub struct Map(Option<memmap2::Mmap>);

impl Map {
    /// Maps a file of the index.
    pub fn open(path: &Path) -> Result<Map, StoreError> {
        let file = File::open(path).map_err(StoreError::io("open", path))?;
        let len = file.metadata().map_err(StoreError::io("read the size of", path))?.len();
        if len == 0 {
            return Ok(Map(None));
        }
        // SAFETY: files of the index are never written to after the rename that
        // makes them visible, and never truncated; deleting one keeps its pages.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(StoreError::io("map", path))?;
        Ok(Map(Some(map)))
    }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or(&[])
    }
}
