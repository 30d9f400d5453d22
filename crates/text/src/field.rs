//! The fields of a document, and their encoding in a posting.
//!
//! A field is a part of a definition. Its number is part of both disk formats: three bits, of which two
//! values are unused.

/// Number of fields in use; the length of every per-field array.
pub const FIELDS: usize = 6;

/// The part of a document that contains a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Field {
    /// The definition's own name.
    Name = 0,
    /// The names of the definitions it is nested in.
    Container = 1,
    /// The path of its file.
    Path = 2,
    /// Parameters, types, modifiers: its first line, roughly.
    Signature = 3,
    /// Its documentation comment.
    Doc = 4,
    /// Its text, without the text of the documents nested in it.
    Body = 5,
}

impl Field {
    /// All fields, in the order of their numbers.
    pub const ALL: [Self; FIELDS] =
        [Self::Name, Self::Container, Self::Path, Self::Signature, Self::Doc, Self::Body];

    /// The word in output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Container => "container",
            Self::Path => "path",
            Self::Signature => "signature",
            Self::Doc => "doc",
            Self::Body => "body",
        }
    }

    /// The position of this field in per-field arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The highest term frequency that is counted; BM25 saturates long before.
pub(crate) const MAX_COUNT: u32 = 31;

/// The count of a term in each field of one document: a byte per field number.
///
/// One number instead of an array, so that it stays in a register while postings are decoded. Writing
/// single bytes and reading them together stalls the processor, which took a quarter of the time of a
/// search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FieldCounts(u64);

impl FieldCounts {
    #[inline]
    pub(crate) fn add(&mut self, packed: u8) {
        let (field, count) = unpack(packed);
        self.0 |= u64::from(count) << (8 * field);
    }

    #[inline]
    pub(crate) fn get(self, field: Field) -> u8 {
        (self.0 >> (8 * field as u8)) as u8
    }

    /// The numbers of the fields that have the term, ascending, and their counts. A
    /// damaged posting may name the two fields that do not exist.
    #[inline]
    pub(crate) fn fields(self) -> impl Iterator<Item = (usize, u8)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let shift = (rest != 0).then(|| rest.trailing_zeros() & !7)?;
            let count = (rest >> shift) as u8;
            rest &= !(0xff << shift);
            Some(((shift / 8) as usize, count))
        })
    }
}

/// Packs a field number and a count into the byte of a posting.
pub(crate) const fn pack(field: u8, count: u32) -> u8 {
    let capped = if count > MAX_COUNT { MAX_COUNT } else { count };
    (field << 5) | capped as u8
}

/// Unpacks what [`pack`] packed: field number (0..8) and count (0..32).
pub(crate) const fn unpack(byte: u8) -> (u8, u8) {
    (byte >> 5, byte & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_and_its_count_survive_packing() {
        for field in Field::ALL {
            assert_eq!(unpack(pack(field as u8, 7)), (field as u8, 7));
        }
    }

    #[test]
    fn only_the_fields_that_have_the_term_are_listed() {
        let mut counts = FieldCounts::default();
        counts.add(pack(Field::Body as u8, 31));
        counts.add(pack(Field::Name as u8, 2));
        assert_eq!(counts.fields().collect::<Vec<_>>(), [(0, 2), (5, 31)]);
        assert_eq!((counts.get(Field::Body), counts.get(Field::Doc)), (31, 0));
    }

    #[test]
    fn counts_are_capped_instead_of_spilling_into_the_field() {
        assert_eq!(unpack(pack(Field::Body as u8, 4000)), (5, 31));
    }
}
