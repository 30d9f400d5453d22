//! The texts of a definition, each within a limit.

use super::source::Source;

const SIGNATURE_BYTES: usize = 280;
/// Bytes of text that are read for one byte on one line: the rest is white space.
const SPACED: usize = 16;
/// Keywords are at the start of the text before a name.
const HEAD_BYTES: usize = 1_024;
const DOC_BYTES: usize = 2_000;

/// The declaration without its body, on one line.
pub(super) fn text(source: &Source<'_>, start: usize, end: usize) -> String {
    let text = line(source.slice(start, end));
    let text = text.strip_suffix("=>").unwrap_or(&text);
    text.trim_end_matches(['{', ':', '=', ' ', ';', ',', '\\']).to_owned()
}

/// The start of the text before a name.
pub(super) fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(HEAD_BYTES)]
}

/// The start of a doc comment.
pub(super) fn doc(text: &str) -> String {
    text[..text.floor_char_boundary(DOC_BYTES)].to_owned()
}

/// One line with single spaces.
pub(super) fn line(text: &str) -> String {
    // Of ten thousand names in one declaration, each has all before it in its text.
    let text = &text[..text.floor_char_boundary(SIGNATURE_BYTES * SPACED)];
    let mut out = String::with_capacity(text.len().min(SIGNATURE_BYTES + 8));
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.len() > SIGNATURE_BYTES {
            out.truncate(out.floor_char_boundary(SIGNATURE_BYTES));
            out.push('…');
            break;
        }
    }
    out
}
