//! The posting list of one term: writer and reader.
//!
//! A list is a series of documents in ascending order. For each: the distance to the
//! document before as a LEB128 number of at least 1 (the first counts from -1), a byte
//! of field and count, and for every further field a zero byte and another such byte.
//! Because a distance is never zero, no list needs a number of entries.

use crate::field::{FIELDS, FieldCounts};

/// Maximum number of bytes for the fields of one document: one for the first, two for each other.
const MAX_FIELDS: u64 = 2 * FIELDS as u64 - 1;

/// Appends posting lists to a buffer.
#[derive(Default)]
pub(crate) struct PostingWriter {
    pub(crate) bytes: Vec<u8>,
    /// The document after the last one written.
    next: u32,
    open: bool,
}

impl PostingWriter {
    /// Begins the list of another term.
    pub(crate) fn begin(&mut self) {
        self.next = 0;
        self.open = false;
    }

    /// Adds one field of a document that is not before the last one.
    pub(crate) fn push(&mut self, document: u32, packed: u8) {
        if self.open && document + 1 == self.next {
            self.bytes.push(0);
        } else {
            let mut distance = document + 1 - self.next;
            while distance >= 0x80 {
                self.bytes.push(distance as u8 | 0x80);
                distance >>= 7;
            }
            self.bytes.push(distance as u8);
            self.next = document + 1;
            self.open = true;
        }
        self.bytes.push(packed);
    }
}

/// Reads one posting list. Damaged bytes end it early or give wrong documents; documents are always in
/// `0..documents` and ascending.
pub(crate) struct Postings<'a> {
    bytes: &'a [u8],
    at: usize,
    next: u64,
    documents: u64,
}

impl<'a> Postings<'a> {
    pub(crate) fn new(bytes: &'a [u8], documents: usize) -> Self {
        Self { bytes, at: 0, next: 0, documents: documents as u64 }
    }

    /// A lower bound on the number of documents, from the length of the list alone. A document takes a
    /// byte of distance and up to [`MAX_FIELDS`] bytes, and at most one in 127 can have a longer
    /// distance.
    pub(crate) fn at_least(&self) -> u64 {
        let longer = self.documents / 127;
        (self.bytes.len() as u64).saturating_sub(longer) / (1 + MAX_FIELDS)
    }

    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    #[inline]
    fn distance(&mut self) -> Option<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Some(u64::from(first));
        }
        let mut distance = u64::from(first & 0x7f);
        for shift in [7, 14, 21, 28] {
            let byte = self.byte()?;
            distance |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(distance);
            }
        }
        None
    }
}

impl Iterator for Postings<'_> {
    type Item = (u32, FieldCounts);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let document = (self.next + self.distance()?).checked_sub(1)?;
        if document < self.next || document >= self.documents {
            return None;
        }
        self.next = document + 1;
        let mut counts = FieldCounts::default();
        loop {
            counts.add(self.byte()?);
            if self.bytes.get(self.at) != Some(&0) {
                return Some((document as u32, counts));
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::pack;

    fn list(postings: &[(u32, u8, u32)]) -> Vec<u8> {
        let mut writer = PostingWriter::default();
        writer.begin();
        for &(document, field, count) in postings {
            writer.push(document, pack(field, count));
        }
        writer.bytes
    }

    #[test]
    fn a_list_is_walked_as_it_was_written() {
        let bytes = list(&[(0, 0, 1), (0, 5, 3), (1, 5, 1), (300, 2, 2), (70_000, 0, 9)]);
        let walked: Vec<_> = Postings::new(&bytes, 70_001)
            .map(|(document, counts)| (document, counts.fields().collect::<Vec<_>>()))
            .collect();
        assert_eq!(
            walked,
            [(0, vec![(0, 1), (5, 3)]), (1, vec![(5, 1)]), (300, vec![(2, 2)]), (70_000, vec![(0, 9)]),]
        );
    }

    #[test]
    fn the_lower_bound_never_exceeds_the_number_of_documents() {
        let every = |step: u32, fields: u8| {
            let all: Vec<_> =
                (0..5_000).flat_map(|at| (0..fields).map(move |field| (at * step, field, 1))).collect();
            list(&all)
        };
        for (step, fields) in [(1, 1), (1, 6), (126, 6), (127, 6), (128, 6), (20_000, 6), (300_000, 1)] {
            let bytes = every(step, fields);
            let postings = Postings::new(&bytes, 5_000 * step as usize);
            assert!(postings.at_least() <= 5_000, "{step} {fields}");
        }
        assert!(Postings::new(&every(1, 6), 5_000).at_least() > 4_900);
    }

    #[test]
    fn a_near_document_takes_two_bytes() {
        assert_eq!(list(&[(4, 5, 1), (9, 5, 2)]).len(), 4);
    }

    #[test]
    fn a_walk_never_leaves_the_documents() {
        let bytes = list(&[(2, 0, 1), (8, 0, 1)]);
        assert_eq!(Postings::new(&bytes, 8).count(), 1);
        assert_eq!(Postings::new(&[0xff; 40], 8).count(), 0);
        assert_eq!(Postings::new(&[0, 0, 0, 0], 8).count(), 0);
    }
}
