//! An immutable inverted index over a list of files, used in place from its bytes.
//!
//! Owns the layout and the reader; `segment_build` is the writer. A segment numbers its files by *slot*
//! and its documents from 0, slot by slot. `Index` tracks which files are live, because a segment never
//! changes.
//!
//! Layout, after the common header:
//!
//! | array | element | count |
//! | --- | --- | --- |
//! | term hashes, ascending | `u64` | terms |
//! | end of each term's postings | `u64` | terms |
//! | end of each term's text | `u32` | terms |
//! | end of each slot's documents | `u32` | slots |
//! | sums of the field lengths of each slot | `[u64; FIELDS]` | slots |
//! | documents of each slot that have the field | `[u32; FIELDS]` | slots |
//! | field lengths of each document | `[u16; FIELDS]` | documents |
//! | postings | bytes, see `postings` | |
//! | term texts | UTF-8 | |
//!
//! Because of the sums per slot, the statistics of live documents are sums of integers over slots:
//! exact in any order, and cheap enough to compute whenever an index is opened.

use std::ops::Range;

use crate::field::FIELDS;
use crate::layout::{Format, Reader};
use crate::postings::Postings;
use crate::{BagView, Term, TextError};

/// Version of the bytes of a segment.
pub const SEGMENT_FORMAT: u32 = 2;

pub(crate) const FORMAT: Format = Format { what: "segment", magic: 0x4653_4547, version: SEGMENT_FORMAT };

/// A segment in borrowed memory. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Segment<'a> {
    terms: &'a [u64],
    postings_end: &'a [u64],
    text_end: &'a [u32],
    pub(crate) slot_end: &'a [u32],
    pub(crate) length_sums: &'a [[u64; FIELDS]],
    pub(crate) with_field: &'a [[u32; FIELDS]],
    pub(crate) lengths: &'a [[u16; FIELDS]],
    postings: &'a [u8],
    text: &'a [u8],
}

impl<'a> Segment<'a> {
    /// Inverts the bags of some files, which become the slots in the order given.
    pub fn build(bags: &[BagView<'_>]) -> Vec<u8> {
        Self::build_in_pieces(bags, |pieces| pieces.concat())
    }

    /// The same, written piece by piece: the pieces together may exceed all other memory.
    pub fn build_in_pieces<T>(bags: &[BagView<'_>], write: impl FnOnce(&[&[u8]]) -> T) -> T {
        crate::segment_build::build(bags, write)
    }

    /// Uses the bytes of [`Segment::build`] in place. They must begin at an 8-byte
    /// boundary; bytes after the end of the segment are ignored.
    pub fn read(bytes: &'a [u8]) -> Result<Self, TextError> {
        let (mut reader, counts) = Reader::open(&FORMAT, bytes)?;
        let [terms, slots, documents, postings, text, ..] = counts;
        let segment = Self {
            terms: reader.take("terms", terms)?,
            postings_end: reader.take("posting offsets", terms)?,
            text_end: reader.take("text offsets", terms)?,
            slot_end: reader.take("slots", slots)?,
            length_sums: reader.take("length sums", slots)?,
            with_field: reader.take("field counts", slots)?,
            lengths: reader.take("field lengths", documents)?,
            postings: reader.take("postings", postings)?,
            text: reader.take("term texts", text)?,
        };
        // Slots are validated here because liveness depends on them. A lookup of a term validates its
        // own offsets, so that opening does not read the whole dictionary.
        let last = segment.slot_end.last().map_or(0, |&end| end as usize);
        if !segment.slot_end.is_sorted() || last != segment.lengths.len() {
            return Err(TextError::Damaged {
                what: FORMAT.what,
                reason: "its slots do not cover its documents",
            });
        }
        Ok(segment)
    }

    /// Number of files.
    pub fn slots(&self) -> usize {
        self.slot_end.len()
    }

    /// Number of documents, alive or not.
    pub fn documents(&self) -> usize {
        self.lengths.len()
    }

    /// Number of different terms.
    pub fn terms(&self) -> usize {
        self.terms.len()
    }

    /// The documents of a slot.
    pub(crate) fn slot(&self, slot: usize) -> Range<u32> {
        let begin = slot.checked_sub(1).map_or(0, |before| self.slot_end[before]);
        begin..self.slot_end[slot]
    }

    /// The posting list of a term; an empty one if no document has it.
    pub(crate) fn postings(&self, term: Term) -> Postings<'a> {
        let bytes = self.find(term).and_then(|at| {
            let begin = at.checked_sub(1).map_or(0, |before| self.postings_end[before]);
            let begin = usize::try_from(begin).ok()?;
            let end = usize::try_from(self.postings_end[at]).ok()?;
            self.postings.get(begin..end)
        });
        Postings::new(bytes.unwrap_or_default(), self.lengths.len())
    }

    /// The text of a term, if a document has it.
    pub fn text(&self, term: Term) -> Option<&'a str> {
        let at = self.find(term)?;
        let begin = at.checked_sub(1).map_or(0, |before| self.text_end[before]);
        let text = self.text.get(begin as usize..self.text_end[at] as usize)?;
        std::str::from_utf8(text).ok()
    }

    fn find(&self, term: Term) -> Option<usize> {
        self.terms.binary_search(&term.hash()).ok()
    }
}
