//! The table of a snapshot's files.

use crate::StoreError;
use crate::cache::CachedRecord;
use crate::pack::{Key, Span};
use bytemuck::{Pod, Zeroable};
use std::path::Path;

const MAGIC: u64 = 0x4b43_4150_4946_0002;

/// One file of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRow<'a> {
    /// Path in the repository.
    pub path: &'a str,
    /// Name of its language.
    pub language: &'a str,
    /// Key of its facts.
    pub key: Key,
    /// The location of its facts in the snapshot's packs.
    pub stored: CachedRecord,
    /// The text segment that contains its words, and its slot in the segment.
    pub segment: u32,
    /// See `segment`.
    pub slot: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    key_high: u64,
    key_low: u64,
    start: u64,
    facts_len: u32,
    words_len: u32,
    path_start: u32,
    path_len: u32,
    language_start: u32,
    language_len: u32,
    pack: u32,
    segment: u32,
    slot: u32,
    spare: u32,
}

/// Builds the table. Rows must be added sorted by path.
#[derive(Default)]
pub struct FileTableBuilder {
    rows: Vec<Row>,
    texts: Vec<u8>,
    languages: Vec<(String, u32)>,
}

impl FileTableBuilder {
    /// Starts a table with this number of files.
    pub fn with_capacity(files: usize) -> FileTableBuilder {
        FileTableBuilder { rows: Vec::with_capacity(files), ..FileTableBuilder::default() }
    }

    /// Adds one file.
    pub fn push(&mut self, file: &FileRow<'_>) {
        let known = self.languages.iter().find(|(name, _)| name == file.language).map(|(_, at)| *at);
        let language_start = known.unwrap_or_else(|| {
            let at = self.texts.len() as u32;
            self.texts.extend_from_slice(file.language.as_bytes());
            self.languages.push((file.language.to_owned(), at));
            at
        });
        let path_start = self.texts.len() as u32;
        self.texts.extend_from_slice(file.path.as_bytes());
        self.rows.push(Row {
            key_high: (file.key >> 64) as u64,
            key_low: file.key as u64,
            start: file.stored.span.start,
            facts_len: file.stored.span.facts_len,
            words_len: file.stored.span.words_len,
            path_start,
            path_len: file.path.len() as u32,
            language_start,
            language_len: file.language.len() as u32,
            pack: file.stored.pack as u32,
            segment: file.segment,
            slot: file.slot,
            spare: 0,
        });
    }

    /// Hashes the columns that describe the repository, without the locations of facts and words on
    /// this machine.
    pub(crate) fn hash_content(&self, hasher: &mut blake3::Hasher) {
        let text = |start: u32, len: u32| &self.texts[start as usize..(start + len) as usize];
        for row in &self.rows {
            hasher.update(text(row.path_start, row.path_len));
            hasher.update(b"\0");
            hasher.update(text(row.language_start, row.language_len));
            hasher.update(&row.key_high.to_le_bytes());
            hasher.update(&row.key_low.to_le_bytes());
        }
    }

    pub(crate) fn finish(&self) -> Vec<u8> {
        let header = [MAGIC, self.rows.len() as u64];
        [bytemuck::cast_slice(&header), bytemuck::cast_slice(&self.rows), &self.texts].concat()
    }
}

/// The table for reading.
pub struct FileTable<'a> {
    rows: &'a [Row],
    texts: &'a str,
}

impl<'a> FileTable<'a> {
    pub(crate) fn read(bytes: &'a [u8], path: &Path) -> Result<FileTable<'a>, StoreError> {
        let damaged = || StoreError::Damaged { path: path.to_owned() };
        let header: &[u64] =
            bytes.get(..16).and_then(|h| bytemuck::try_cast_slice(h).ok()).ok_or_else(damaged)?;
        let len = usize::try_from(header[1])
            .ok()
            .and_then(|n| n.checked_mul(size_of::<Row>()))
            .ok_or_else(damaged)?;
        let end = len
            .checked_add(16)
            .filter(|end| *end <= bytes.len() && header[0] == MAGIC)
            .ok_or_else(damaged)?;
        let rows = bytemuck::try_cast_slice(&bytes[16..end]).map_err(|_| damaged())?;
        let texts = std::str::from_utf8(&bytes[end..]).map_err(|_| damaged())?;
        let table = FileTable { rows, texts };
        let whole = table.rows.iter().all(|row| {
            table.text(row.path_start, row.path_len).is_some()
                && table.text(row.language_start, row.language_len).is_some()
        });
        if whole { Ok(table) } else { Err(damaged()) }
    }

    fn text(&self, start: u32, len: u32) -> Option<&'a str> {
        self.texts.get(start as usize..(start as usize).checked_add(len as usize)?)
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// One file.
    pub fn row(&self, index: usize) -> FileRow<'a> {
        let row = &self.rows[index];
        // Checked when the table was opened.
        let text = |start, len| self.text(start, len).unwrap_or("");
        FileRow {
            path: text(row.path_start, row.path_len),
            language: text(row.language_start, row.language_len),
            key: Key::from(row.key_high) << 64 | Key::from(row.key_low),
            stored: CachedRecord {
                pack: row.pack as usize,
                span: Span { start: row.start, facts_len: row.facts_len, words_len: row.words_len },
            },
            segment: row.segment,
            slot: row.slot,
        }
    }

    /// All files, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = FileRow<'a>> + '_ {
        (0..self.rows.len()).map(|index| self.row(index))
    }
}
