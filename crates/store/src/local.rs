//! Machine-specific data of a snapshot: the stamps of files and folders when they were read, and which
//! parts were verified.
//!
//! It is stored next to the snapshot, whose own bytes contain no clocks and inodes. If it is lost,
//! every file is read again.

use crate::StoreError;
use crate::checksum::{VerifiedBytes, open_sealed, seal_unsynced};
use crate::home::Home;
use crate::map::PartStamp;
use bytemuck::{Pod, Zeroable};
use std::collections::BTreeMap;
use std::ops::Range;

/// When a file was read, and its stamp at that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FileStamp {
    /// Size, modification time, change time and inode.
    pub stamp: [u64; 4],
    /// The clock before it was read, in nanoseconds; 0 if it must be read again.
    pub recorded_at: u64,
}

/// The verified parts, with their stamps at that time.
pub(crate) type VerifiedParts = BTreeMap<String, PartStamp>;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Lengths {
    files: u64,
    listing: u64,
}

/// The opened file; empty if there is none.
#[derive(Default)]
pub(crate) struct Local {
    bytes: Option<VerifiedBytes>,
    files: Range<usize>,
    listing: Range<usize>,
    verified: VerifiedParts,
}

impl Local {
    pub(crate) fn open(home: &Home, snapshot: &str) -> Local {
        open_sealed(&home.local().join(snapshot)).ok().and_then(Local::read).unwrap_or_default()
    }

    fn read(bytes: VerifiedBytes) -> Option<Local> {
        let lengths: Lengths = *bytemuck::try_from_bytes(bytes.get(..size_of::<Lengths>())?).ok()?;
        let start = size_of::<Lengths>();
        let files = usize::try_from(lengths.files).ok()?.checked_mul(size_of::<FileStamp>())?;
        let files = start..start.checked_add(files)?;
        let listing = files.end..files.end.checked_add(usize::try_from(lengths.listing).ok()?)?;
        let verified = serde_json::from_slice(bytes.get(listing.end..)?).ok()?;
        Some(Local { bytes: Some(bytes), files, listing, verified })
    }

    /// One stamp for each file of the snapshot's table; empty if unknown.
    pub(crate) fn files(&self) -> &[FileStamp] {
        let bytes = self.bytes.as_ref().map(|bytes| &bytes[self.files.clone()]);
        bytes.and_then(|bytes| bytemuck::try_cast_slice(bytes).ok()).unwrap_or_default()
    }

    /// The listing of the walk.
    pub(crate) fn listing(&self) -> &[u8] {
        self.bytes.as_ref().map_or(&[], |bytes| &bytes[self.listing.clone()])
    }

    pub(crate) fn verified(&self) -> &VerifiedParts {
        &self.verified
    }
}

/// Writes the data of a snapshot.
pub(crate) fn write(
    home: &Home,
    snapshot: &str,
    files: &[FileStamp],
    listing: &[u8],
    verified: &VerifiedParts,
) -> Result<(), StoreError> {
    let lengths = Lengths { files: files.len() as u64, listing: listing.len() as u64 };
    let verified = serde_json::to_vec(verified).unwrap_or_default();
    let parts = [bytemuck::bytes_of(&lengths), bytemuck::cast_slice(files), listing, &verified];
    // Without this file, all files are read again: it is not worth an fsync.
    seal_unsynced(&home.local().join(snapshot), &parts.concat())
}
