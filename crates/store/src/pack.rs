//! Packs: many files' cached bytes in one file, found by key.

use crate::StoreError;
use crate::home::write_whole;
use crate::map::Map;
use bytemuck::{Pod, Zeroable};
use std::path::Path;

const MAGIC: u64 = 0x4b43_4150_4846_0001;

/// The key of cached bytes: a hash of everything they were made from.
pub type Key = u128;

/// What is kept for one key.
pub struct Record {
    /// Its key.
    pub key: Key,
    /// Facts, in their own layout.
    pub facts: Vec<u8>,
    /// Words, in their own layout.
    pub words: Vec<u8>,
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
    entries: usize,
}

/// Where a record's two parts lie in a pack.
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

impl Pack {
    /// Writes records, which must be sorted by key without repeats.
    pub(crate) fn write(path: &Path, records: &[(Key, &[u8], &[u8])]) -> Result<(), StoreError> {
        let mut entries = Vec::with_capacity(records.len());
        let mut at = 16 + records.len() * size_of::<Entry>();
        for (key, facts, words) in records {
            entries.push(Entry {
                key_high: (*key >> 64) as u64,
                key_low: *key as u64,
                start: at as u64,
                facts_len: facts.len() as u32,
                words_len: words.len() as u32,
            });
            at += facts.len().next_multiple_of(8) + words.len().next_multiple_of(8);
        }
        let header = [MAGIC, records.len() as u64];
        // Written from where they lie: together they may be larger than everything else in memory.
        let mut parts: Vec<&[u8]> = vec![bytemuck::cast_slice(&header), bytemuck::cast_slice(&entries)];
        for part in records.iter().flat_map(|(_, facts, words)| [facts, words]) {
            parts.extend([*part, &[0; 8][..part.len().next_multiple_of(8) - part.len()]]);
        }
        write_whole(path, &parts)
    }

    pub(crate) fn open(path: &Path) -> Result<Pack, StoreError> {
        let map = Map::open(path)?;
        let damaged = || StoreError::Damaged { path: path.to_owned() };
        let header: &[u64] =
            map.get(..16).and_then(|h| bytemuck::try_cast_slice(h).ok()).ok_or_else(damaged)?;
        let entries = usize::try_from(header[1]).map_err(|_| damaged())?;
        let table = entries
            .checked_mul(size_of::<Entry>())
            .and_then(|len| len.checked_add(16))
            .ok_or_else(damaged)?;
        if header[0] != MAGIC || map.len() < table {
            return Err(damaged());
        }
        Ok(Pack { map, entries })
    }

    fn table(&self) -> &[Entry] {
        let end = 16 + self.entries * size_of::<Entry>();
        bytemuck::cast_slice(&self.map[16..end])
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
}

fn span(entry: &Entry) -> Span {
    Span { start: entry.start, facts_len: entry.facts_len, words_len: entry.words_len }
}
