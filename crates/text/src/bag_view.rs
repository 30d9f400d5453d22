//! A bag as bytes: its layout and its validation.
//!
//! A bag is validated completely when it is read, which takes a few microseconds, so that a segment can
//! be built from it without further checks.

use crate::field::{FIELDS, Field, unpack};
use crate::layout::{Format, Pieces, Reader};
use crate::{Term, TextError};

/// Version of the bytes of a bag *and* of the tokenizer's rules: raise it when either
/// changes, and make it part of the key under which bags are cached.
pub const BAG_FORMAT: u32 = 4;

const FORMAT: Format = Format { what: "bag", magic: 0x4642_4147, version: BAG_FORMAT };

/// A bag in borrowed memory. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct BagView<'a> {
    /// Hashes of the terms, ascending.
    pub(crate) terms: &'a [u64],
    /// Where the postings of each term end; they begin where those before end.
    pub(crate) postings_end: &'a [u32],
    /// Where the text of each term ends.
    pub(crate) text_end: &'a [u32],
    /// `document << 8 | field << 5 | count`, ascending within a term.
    pub(crate) postings: &'a [u32],
    /// Length of each field of each document, in terms.
    pub(crate) lengths: &'a [[u16; FIELDS]],
    /// The texts of the terms, one after the other.
    pub(crate) text: &'a [u8],
}

impl<'a> BagView<'a> {
    /// Uses the bytes of [`crate::Bag::to_bytes`] in place. They must begin at an 8-byte
    /// boundary; bytes after the end of the bag are ignored.
    pub fn read(bytes: &'a [u8]) -> Result<Self, TextError> {
        let (mut reader, counts) = Reader::open(&FORMAT, bytes)?;
        let [terms, postings, documents, text, ..] = counts;
        let view = Self {
            terms: reader.take("terms", terms)?,
            postings_end: reader.take("posting offsets", terms)?,
            text_end: reader.take("text offsets", terms)?,
            postings: reader.take("postings", postings)?,
            lengths: reader.take("field lengths", documents)?,
            text: reader.take("term texts", text)?,
        };
        view.check().map_err(|reason| TextError::Damaged { what: FORMAT.what, reason })?;
        Ok(view)
    }

    /// The words of the file's text, over all its documents, with their counts; by hash.
    pub fn body_counts(&self) -> impl Iterator<Item = (Term, u32)> + '_ {
        (0..self.terms.len()).filter_map(|at| {
            let counts = self.postings_of(at).iter().map(|posting| unpack(*posting as u8));
            let body = counts.filter(|(field, _)| usize::from(*field) == Field::Body.index());
            let count: u32 = body.map(|(_, count)| u32::from(count)).sum();
            (count > 0).then(|| (Term::from_hash(self.terms[at]), count))
        })
    }

    /// Number of documents in the file.
    pub fn documents(&self) -> usize {
        self.lengths.len()
    }

    /// The postings of the term at this position.
    pub(crate) fn postings_of(&self, at: usize) -> &'a [u32] {
        between(self.postings, self.postings_end, at)
    }

    /// The text of the term at this position.
    pub(crate) fn text_of(&self, at: usize) -> &'a [u8] {
        between(self.text, self.text_end, at)
    }

    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let counts = [
            self.terms.len() as u64,
            self.postings.len() as u64,
            self.lengths.len() as u64,
            self.text.len() as u64,
            0,
            0,
            0,
        ];
        let header = FORMAT.header(counts);
        let mut pieces = Pieces::new(&header);
        pieces.put([self.terms]);
        pieces.put([self.postings_end]);
        pieces.put([self.text_end]);
        pieces.put([self.postings]);
        pieces.put([self.lengths]);
        pieces.put([self.text]);
        pieces.pieces().concat()
    }

    fn check(&self) -> Result<(), &'static str> {
        if !self.terms.is_sorted_by(|a, b| a < b) {
            return Err("its terms are not in order");
        }
        if !self.postings_end.is_sorted_by(|a, b| a < b)
            || self.postings_end.first() == Some(&0)
            || self.postings_end.last().map_or(0, |&end| end as usize) != self.postings.len()
        {
            return Err("its posting offsets do not cover the postings");
        }
        if !self.text_end.is_sorted()
            || self.text_end.last().map_or(0, |&end| end as usize) != self.text.len()
        {
            return Err("its text offsets do not cover the texts");
        }
        for at in 0..self.terms.len() {
            let postings = self.postings_of(at);
            // Comparing without the count also refuses a field that is counted twice.
            if !postings.is_sorted_by(|a, b| a >> 5 < b >> 5) {
                return Err("its postings are not in order");
            }
        }
        let valid = |&posting: &u32| {
            let (field, count) = unpack(posting as u8);
            (posting >> 8) < self.lengths.len() as u32 && usize::from(field) < FIELDS && count > 0
        };
        if !self.postings.iter().all(valid) {
            return Err("a posting names a document or field that does not exist");
        }
        Ok(())
    }
}

fn between<'a, T>(array: &'a [T], ends: &[u32], at: usize) -> &'a [T] {
    let begin = at.checked_sub(1).map_or(0, |before| ends[before]);
    &array[begin as usize..ends[at] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlignedBytes, Document, Tokenizer, bag};

    fn bytes() -> Vec<u8> {
        let docs = [Document { end: 40, name: "load_config", ..Document::default() }];
        bag(&mut Tokenizer::new(), "def load_config(path): ...", &docs).to_bytes()
    }

    #[test]
    fn a_bag_survives_the_way_through_bytes() {
        let aligned = AlignedBytes::copy_of(&bytes());
        let view = BagView::read(aligned.as_bytes()).unwrap();
        assert_eq!(view.documents(), 1);
        assert_eq!(view.to_bytes(), bytes());
    }

    #[test]
    fn a_shortened_bag_is_refused_at_every_length() {
        let bytes = bytes();
        // The last array is padded with up to 7 bytes.
        for len in 0..bytes.len() - 7 {
            let aligned = AlignedBytes::copy_of(&bytes[..len]);
            assert!(BagView::read(aligned.as_bytes()).is_err(), "at {len}");
        }
    }

    #[test]
    fn postings_of_a_document_that_does_not_exist_are_refused() {
        let bytes = bytes();
        let aligned = AlignedBytes::copy_of(&bytes);
        let view = BagView::read(aligned.as_bytes()).unwrap();
        let mut postings = view.postings.to_vec();
        postings[0] |= 1 << 8;
        let damaged = BagView { postings: &postings, ..view };
        let damaged = AlignedBytes::copy_of(&damaged.to_bytes());
        assert!(matches!(BagView::read(damaged.as_bytes()), Err(TextError::Damaged { .. })));
    }
}
