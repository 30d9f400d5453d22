//! Arrays of numbers and text, written one after the other and read in place.
//!
//! A cached model is opened by every process that predicts, so that opening it must cost nothing but
//! its checksum. Arrays that are extended become owned copies.

use bytemuck::Pod;
use std::borrow::Cow;

/// Every array starts at a multiple of this, from the start of the bytes.
const ALIGNMENT: usize = 8;

/// Writes arrays.
#[derive(Default)]
pub struct FlatWriter {
    bytes: Vec<u8>,
}

impl FlatWriter {
    /// Appends an array.
    pub fn put<T: Pod>(&mut self, values: &[T]) {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        self.bytes.extend((bytes.len() as u64).to_le_bytes());
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
    }

    /// The arrays.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`FlatWriter`] wrote, in the same order.
pub struct FlatReader<'b> {
    bytes: &'b [u8],
}

impl<'b> FlatReader<'b> {
    /// Bytes that start at a multiple of eight.
    pub fn new(bytes: &'b [u8]) -> FlatReader<'b> {
        FlatReader { bytes }
    }

    /// The next array; `None` if the bytes are no array of such values.
    pub fn take<T: Pod>(&mut self) -> Option<&'b [T]> {
        let (length, rest) = self.bytes.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let values = bytemuck::try_cast_slice(rest.get(..length)?).ok()?;
        self.bytes = rest.get(length.checked_next_multiple_of(ALIGNMENT)?..)?;
        Some(values)
    }

    /// The next array as text.
    pub fn take_text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.take()?).ok()
    }
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lists<'b> {
    ends: Cow<'b, [u32]>,
    values: Cow<'b, [u32]>,
}

impl<'b> Lists<'b> {
    pub(crate) fn from_parts(ends: Vec<u32>, values: Vec<u32>) -> Lists<'b> {
        Lists { ends: ends.into(), values: values.into() }
    }

    pub(crate) fn push(&mut self, values: impl IntoIterator<Item = u32>) {
        self.values.to_mut().extend(values);
        self.ends.to_mut().push(self.values.len() as u32);
    }

    pub(crate) fn range(&self, at: usize) -> std::ops::Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[at] as usize
    }

    pub(crate) fn get(&self, at: usize) -> &[u32] {
        &self.values[self.range(at)]
    }

    pub(crate) fn write(&self, writer: &mut FlatWriter) {
        writer.put(&self.ends);
        writer.put(&self.values);
    }

    pub(crate) fn read(reader: &mut FlatReader<'b>) -> Option<Lists<'b>> {
        Some(Lists { ends: reader.take()?.into(), values: reader.take()?.into() })
    }
}

/// Texts, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Texts<'b> {
    ends: Cow<'b, [u32]>,
    text: Cow<'b, str>,
}

impl<'b> Texts<'b> {
    pub(crate) fn push(&mut self, text: &str) {
        self.text.to_mut().push_str(text);
        self.ends.to_mut().push(self.text.len() as u32);
    }

    pub(crate) fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[at] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|at| self.get(at))
    }

    pub(crate) fn write(&self, writer: &mut FlatWriter) {
        writer.put(&self.ends);
        writer.put(self.text.as_bytes());
    }

    pub(crate) fn read(reader: &mut FlatReader<'b>) -> Option<Texts<'b>> {
        Some(Texts { ends: reader.take()?.into(), text: reader.take_text()?.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::{FlatReader, FlatWriter, Lists, Texts};
    use fathom_text::AlignedBytes;

    #[test]
    fn arrays_are_read_as_they_were_written() {
        let mut lists = Lists::default();
        lists.push([3, 1]);
        lists.push([]);
        let mut texts = Texts::default();
        texts.push("src/a.py");
        texts.push("ü");
        let mut writer = FlatWriter::default();
        writer.put(&[7u8]);
        lists.write(&mut writer);
        texts.write(&mut writer);
        writer.put(&[-1i64]);
        let bytes = AlignedBytes::copy_of(&writer.into_bytes());
        let mut reader = FlatReader::new(bytes.as_bytes());
        assert_eq!(reader.take::<u8>(), Some([7].as_slice()));
        assert_eq!(Lists::read(&mut reader), Some(lists));
        assert_eq!(Texts::read(&mut reader), Some(texts));
        assert_eq!(reader.take::<i64>(), Some([-1].as_slice()));
        assert_eq!(reader.take::<u8>(), None);
    }

    #[test]
    fn bytes_that_end_early_are_no_array() {
        let mut writer = FlatWriter::default();
        writer.put(&[1u32, 2, 3]);
        let bytes = AlignedBytes::copy_of(&writer.into_bytes()[..16]);
        assert_eq!(FlatReader::new(bytes.as_bytes()).take::<u32>(), None);
    }
}
