//! Packs: the cached bytes of many files in one file, looked up by key.

use crate::StoreError;
use crate::checksum::fits;
use crate::map::{Map, PartStamp};
use crate::temporary_file::TemporaryFile;
use bytemuck::{Pod, Zeroable};
use std::ops::Range;
use std::path::Path;

const MAGIC: u64 = 0x4b43_4150_4846_0003;

/// Size of the write buffer; it fits the processor's cache.
const BUFFER: usize = 128 * 1024;

/// Prefix of a pack's name.
pub(crate) const KIND: &str = "facts";

/// The key of cached bytes: a hash of all their inputs.
pub type Key = u128;

/// The cached bytes for one key.
pub struct Record {
    /// Its key.
    pub key: Key,
    /// Facts, in their own layout.
    pub facts: Vec<u8>,
    /// Words, in their own layout.
    pub words: Vec<u8>,
}

/// The trailer: the last bytes of a pack.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Trailer {
    magic: u64,
    /// Offset of the table.
    table: u64,
    entries: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Entry {
    key_high: u64,
    key_low: u64,
    start: u64,
    facts_len: u32,
    words_len: u32,
}

impl Entry {
    fn key(&self) -> Key {
        Key::from(self.key_high) << 64 | Key::from(self.key_low)
    }
}

/// An opened pack.
pub(crate) struct Pack {
    map: Map,
    /// The table's offset, sorted by key.
    table: Range<usize>,
}

/// The range of a record's two parts in a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) facts_len: u32,
    pub(crate) words_len: u32,
}

impl Span {
    pub(crate) fn slices<'m>(&self, bytes: &'m [u8]) -> Option<(&'m [u8], &'m [u8])> {
        let start = usize::try_from(self.start).ok()?;
        let facts_end = start.checked_add(self.facts_len as usize)?;
        let words_start = facts_end.checked_next_multiple_of(8)?;
        let words_end = words_start.checked_add(self.words_len as usize)?;
        Some((bytes.get(start..facts_end)?, bytes.get(words_start..words_end)?))
    }
}

/// A pack that is being written.
///
/// Records are written immediately and in any order, because together they may exceed all other memory.
/// The table of their keys follows them, and the table's offset comes last.
pub(crate) struct PackWriter {
    file: TemporaryFile,
    /// Buffered records, written together to save system calls.
    waiting: Vec<u8>,
    table: Vec<Entry>,
    /// Bytes written so far.
    at: u64,
}

impl PackWriter {
    /// Starts a pack in a folder.
    pub(crate) fn begin(folder: &Path) -> Result<PackWriter, StoreError> {
        let file = TemporaryFile::create(&folder.join("next"))?;
        Ok(PackWriter { file, waiting: Vec::new(), table: Vec::new(), at: 0 })
    }

    pub(crate) fn push(&mut self, key: Key, facts: &[u8], words: &[u8]) -> Result<(), StoreError> {
        self.table.push(Entry {
            key_high: (key >> 64) as u64,
            key_low: key as u64,
            start: self.at,
            facts_len: facts.len() as u32,
            words_len: words.len() as u32,
        });
        for part in [facts, words] {
            self.waiting.extend_from_slice(part);
            self.waiting.resize(self.waiting.len().next_multiple_of(8), 0);
            self.at += part.len().next_multiple_of(8) as u64;
        }
        if self.waiting.len() > BUFFER {
            self.file.write(&self.waiting)?;
            self.waiting.clear();
        }
        Ok(())
    }

    /// Finishes the pack and names it by its bytes: another worktree may write the same records in
    /// another order while a snapshot of this pack is made. Returns the name.
    pub(crate) fn finish(mut self, folder: &Path) -> Result<String, StoreError> {
        self.table.sort_by_key(Entry::key);
        self.table.dedup_by_key(|entry| entry.key());
        let trailer = Trailer { magic: MAGIC, table: self.at, entries: self.table.len() as u64 };
        self.file.write(&self.waiting)?;
        self.file.write(bytemuck::cast_slice(&self.table))?;
        self.file.write(bytemuck::bytes_of(&trailer))?;
        self.file.finish_part(folder, KIND)
    }
}

impl Pack {
    /// Opens a pack. Verifies its bytes unless its stamp equals the given stamp of the last
    /// verification.
    pub(crate) fn open(path: &Path, verified: Option<PartStamp>) -> Result<Pack, StoreError> {
        let map = Map::open(path)?;
        let damaged = || StoreError::Damaged { path: path.to_owned() };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if verified != Some(map.stamp()) && !fits(&name, &map) {
            return Err(damaged());
        }
        let end = map.len().checked_sub(size_of::<Trailer>()).ok_or_else(damaged)?;
        let trailer: &Trailer = bytemuck::try_from_bytes(&map[end..]).map_err(|_| damaged())?;
        let start = usize::try_from(trailer.table).map_err(|_| damaged())?;
        let entries = usize::try_from(trailer.entries).map_err(|_| damaged())?;
        let table_end = entries.checked_mul(size_of::<Entry>()).and_then(|len| len.checked_add(start));
        if trailer.magic != MAGIC || table_end != Some(end) || start % align_of::<Entry>() != 0 {
            return Err(damaged());
        }
        Ok(Pack { map, table: start..end })
    }

    fn table(&self) -> &[Entry] {
        bytemuck::cast_slice(&self.map[self.table.clone()])
    }

    pub(crate) fn find(&self, key: Key) -> Option<Span> {
        let table = self.table();
        let at = table.binary_search_by_key(&key, Entry::key).ok()?;
        Some(span(&table[at]))
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = (Key, Span)> + '_ {
        self.table().iter().map(|entry| (entry.key(), span(entry)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    pub(crate) fn stamp(&self) -> PartStamp {
        self.map.stamp()
    }
}

fn span(entry: &Entry) -> Span {
    Span { start: entry.start, facts_len: entry.facts_len, words_len: entry.words_len }
}
