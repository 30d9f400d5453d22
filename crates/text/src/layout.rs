//! The layout of number arrays in a blob, for bags and segments.
//!
//! A blob is a header of eight `u64` and then arrays, each padded to 8 bytes, so that all of them can
//! be used in place. Numbers are in the byte order of the machine; on a machine of the other order the
//! magic number does not match and the blob is rejected.

use bytemuck::{AnyBitPattern, NoUninit};

use crate::TextError;

const HEADER: usize = 8;

/// The type of a blob, and the lengths of its arrays.
pub(crate) struct Format {
    /// The name for error messages.
    pub(crate) what: &'static str,
    pub(crate) magic: u32,
    pub(crate) version: u32,
}

impl Format {
    /// The header of a blob with arrays of these lengths.
    pub(crate) fn header(&self, counts: [u64; HEADER - 1]) -> [u64; HEADER] {
        let mut header = [u64::from(self.magic) << 32 | u64::from(self.version); HEADER];
        header[1..].copy_from_slice(&counts);
        header
    }
}

/// A new blob, in pieces that are not copied.
pub(crate) struct Pieces<'p> {
    pieces: Vec<&'p [u8]>,
    len: usize,
}

impl<'p> Pieces<'p> {
    pub(crate) fn new(header: &'p [u64; HEADER]) -> Self {
        let mut pieces = Self { pieces: Vec::new(), len: 0 };
        pieces.put([&header[..]]);
        pieces
    }

    /// Adds an array, which may consist of several parts.
    pub(crate) fn put<T: NoUninit>(&mut self, parts: impl IntoIterator<Item = &'p [T]>) {
        for part in parts {
            let bytes: &[u8] = bytemuck::cast_slice(part);
            self.len += bytes.len();
            self.pieces.push(bytes);
        }
        let padding = self.len.next_multiple_of(8) - self.len;
        self.len += padding;
        self.pieces.push(&[0; 8][..padding]);
    }

    /// The pieces in the order of writing.
    pub(crate) fn pieces(&self) -> &[&'p [u8]] {
        &self.pieces
    }
}

/// Reads arrays from a blob in the order they were written.
pub(crate) struct Reader<'a> {
    what: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Checks the header and returns its lengths.
    pub(crate) fn open(format: &Format, bytes: &'a [u8]) -> Result<(Self, [u64; HEADER - 1]), TextError> {
        let what = format.what;
        if !(bytes.as_ptr() as usize).is_multiple_of(8) {
            return Err(TextError::Misaligned { what });
        }
        let mut reader = Self { what, rest: bytes };
        let header: &[u64] = reader.take("header", HEADER as u64)?;
        if header[0] >> 32 != u64::from(format.magic) {
            return Err(TextError::NotA { what });
        }
        let found = header[0] as u32;
        if found != format.version {
            let expected = format.version;
            return Err(TextError::Version { what, found, expected });
        }
        let mut counts = [0; HEADER - 1];
        counts.copy_from_slice(&header[1..]);
        Ok((reader, counts))
    }

    pub(crate) fn take<T: AnyBitPattern>(
        &mut self,
        section: &'static str,
        count: u64,
    ) -> Result<&'a [T], TextError> {
        let truncated = TextError::Truncated { what: self.what, section };
        let size = usize::try_from(count).ok().and_then(|count| count.checked_mul(size_of::<T>()));
        let Some((array, rest)) = size.and_then(|size| self.rest.split_at_checked(size)) else {
            return Err(truncated);
        };
        let padding = array.len().next_multiple_of(8) - array.len();
        self.rest = rest.get(padding..).unwrap_or_default();
        bytemuck::try_cast_slice(array).map_err(|_| truncated)
    }
}

/// Bytes that start at an 8-byte boundary, for blobs from a source without alignment: a database, a
/// socket, a `Vec<u8>`.
#[derive(Debug, Clone)]
pub struct AlignedBytes {
    words: Vec<u64>,
    len: usize,
}

impl AlignedBytes {
    /// Copies the bytes.
    pub fn copy_of(bytes: &[u8]) -> Self {
        let mut words = vec![0_u64; bytes.len().div_ceil(8)];
        bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Self { words, len: bytes.len() }
    }

    /// The bytes, at an 8-byte boundary.
    pub fn as_bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { what: "test", magic: 0x7e57, version: 3 };

    fn blob() -> AlignedBytes {
        let header = FORMAT.header([3, 1, 0, 0, 0, 0, 0]);
        let mut pieces = Pieces::new(&header);
        pieces.put([&[1_u16, 2][..], &[3]]);
        pieces.put([&[u64::MAX][..]]);
        AlignedBytes::copy_of(&pieces.pieces().concat())
    }

    #[test]
    fn arrays_come_back_in_the_order_they_were_written() {
        let blob = blob();
        let (mut reader, counts) = Reader::open(&FORMAT, blob.as_bytes()).unwrap();
        assert_eq!(reader.take::<u16>("a", counts[0]).unwrap(), [1, 2, 3]);
        assert_eq!(reader.take::<u64>("b", counts[1]).unwrap(), [u64::MAX]);
        assert!(reader.take::<u8>("c", 1).is_err());
    }

    #[test]
    fn a_count_that_overflows_is_a_truncated_blob() {
        let blob = blob();
        let (mut reader, _) = Reader::open(&FORMAT, blob.as_bytes()).unwrap();
        assert!(matches!(reader.take::<u64>("a", u64::MAX), Err(TextError::Truncated { section: "a", .. })));
    }

    #[test]
    fn another_version_and_another_kind_give_different_errors() {
        let blob = blob();
        let newer = Format { version: 4, ..FORMAT };
        assert!(matches!(
            Reader::open(&newer, blob.as_bytes()).err(),
            Some(TextError::Version { found: 3, expected: 4, .. })
        ));
        let other = Format { magic: 1, ..FORMAT };
        assert!(matches!(Reader::open(&other, blob.as_bytes()).err(), Some(TextError::NotA { .. })));
    }

    #[test]
    fn a_blob_off_the_boundary_is_refused() {
        let mut shifted = vec![0];
        shifted.extend_from_slice(blob().as_bytes());
        let aligned = AlignedBytes::copy_of(&shifted);
        assert_eq!(
            Reader::open(&FORMAT, &aligned.as_bytes()[1..]).err(),
            Some(TextError::Misaligned { what: "test" })
        );
    }
}
