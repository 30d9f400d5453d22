//! The string table of one file's facts: every text once, each with its hash.

use bytemuck::{Pod, Zeroable};
use std::hash::Hasher;

/// Index of a text in the file's string table; 0 is the empty string.
pub type StrId = u32;

/// The hash by which names are compared across files.
pub fn hash_name(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text.as_bytes());
    // FxHasher alone leaves structure in the low bits; the names index needs them spread.
    let mixed = hasher.finish() ^ (text.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The position of a text in the table, and its hash.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct StrEntry {
    pub(crate) hash: u64,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// The string table of one file.
#[derive(Clone, Copy)]
pub struct Strings<'a> {
    pub(crate) entries: &'a [StrEntry],
    /// Checked text by text: most files' texts are not looked at in a run.
    pub(crate) bytes: &'a [u8],
}

impl<'a> Strings<'a> {
    /// The text with this id; the empty text for an id that is not there.
    pub fn get(&self, id: StrId) -> &'a str {
        let Some(entry) = self.entries.get(id as usize) else { return "" };
        let range = entry.start as usize..entry.start as usize + entry.len as usize;
        self.bytes.get(range).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("")
    }

    /// The hash of the text with this id.
    pub fn hash(&self, id: StrId) -> u64 {
        self.entries.get(id as usize).map_or(0, |entry| entry.hash)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
