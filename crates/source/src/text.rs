//! Decodes source files in the encodings that occur in practice.
//!
//! Does not guess legacy encodings: a file that is neither UTF-8 nor marked UTF-16 is read as UTF-8
//! with replacement characters, which preserves ASCII code and line breaks.

use std::borrow::Cow;

const UTF8_BOM: &[u8] = &[0xEF, 0xBB, 0xBF];
const UTF16_LE_BOM: &[u8] = &[0xFF, 0xFE];
const UTF16_BE_BOM: &[u8] = &[0xFE, 0xFF];

/// Decodes a file, without its byte order mark; the flag is set if something could not be
/// decoded and was replaced.
pub fn text(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    if let Some(rest) = bytes.strip_prefix(UTF16_LE_BOM) {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(UTF16_BE_BOM) {
        return utf16(rest, u16::from_be_bytes);
    }
    let bytes = bytes.strip_prefix(UTF8_BOM).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (String::from_utf8_lossy(bytes), true),
    }
}

/// Whether the bytes are marked as UTF-16, whose NUL bytes do not make it binary.
pub(crate) fn is_utf16(bytes: &[u8]) -> bool {
    // FF FE 00 00 is UTF-32, which is not used for code.
    bytes.starts_with(UTF16_BE_BOM) || (bytes.starts_with(UTF16_LE_BOM) && !bytes[2..].starts_with(&[0, 0]))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (Cow<'static, str>, bool) {
    let pairs = bytes.chunks_exact(2);
    let mut lossy = !pairs.remainder().is_empty();
    let decoded = char::decode_utf16(pairs.map(|pair| unit([pair[0], pair[1]])))
        .map(|decoded| {
            decoded.unwrap_or_else(|_| {
                lossy = true;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    (Cow::Owned(decoded), lossy)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_utf8_is_borrowed_unchanged() {
        assert!(matches!(text("naïve\n".as_bytes()), (Cow::Borrowed("naïve\n"), false)));
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(text(b"\xEF\xBB\xBFusing System;").0, "using System;");
    }

    #[test]
    fn utf16_is_decoded_in_both_byte_orders() {
        assert_eq!(text(b"\xFF\xFEa\0\n\0").0, "a\n");
        assert_eq!(text(b"\xFE\xFF\0a\0\n").0, "a\n");
    }

    #[test]
    fn half_a_utf16_unit_is_reported_as_lossy() {
        assert_eq!(text(b"\xFF\xFEa\0b"), (Cow::Borrowed("a"), true));
        assert_eq!(text(b"\xFF\xFE\0\xD8").0, "\u{FFFD}");
    }

    #[test]
    fn latin1_is_lossy_and_keeps_its_lines() {
        let (decoded, lossy) = text(b"# caf\xE9\nx = 1\n");
        assert_eq!(decoded, "# caf\u{FFFD}\nx = 1\n");
        assert!(lossy);
    }

    proptest! {
        #[test]
        fn any_bytes_without_a_utf16_mark_keep_their_number_of_lines(
            bytes in proptest::collection::vec(any::<u8>(), 0..200)
        ) {
            prop_assume!(!bytes.starts_with(UTF16_LE_BOM) && !bytes.starts_with(UTF16_BE_BOM));
            let lines = memchr::memchr_iter(b'\n', &bytes).count();
            prop_assert_eq!(text(&bytes).0.matches('\n').count(), lines);
        }
    }
}
