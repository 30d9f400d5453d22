//! Shared by the readers of configuration: bounds, and values as plain text.
//!
//! A key's doc is its value: the linker reads `main`, `module` or `paths` back
//! from there. Keys past the fourth level, of the later elements of a list and
//! past [`KEYS`] are data rather than configuration.

use super::Outline;
use crate::traits::Kind;

/// Levels of keys that are read.
pub(super) const DEPTH: u32 = 4;
/// Elements of a list that are looked into for keys.
pub(super) const ELEMENTS: usize = 20;
/// Keys of one file.
const KEYS: usize = 2_000;
const VALUE_BYTES: usize = 2_000;
const SIGNATURE_CHARS: usize = 120;
/// How deep a tree is followed: hostile nesting ends here.
pub(super) const NESTING: usize = 64;

/// Where keys are put, up to the bounds.
pub(super) struct Keys<'a> {
    sink: &'a mut dyn FnMut(Outline),
    left: usize,
}

impl<'a> Keys<'a> {
    pub(super) fn new(sink: &'a mut dyn FnMut(Outline)) -> Keys<'a> {
        Keys { sink, left: KEYS }
    }

    /// Whether no more keys are taken.
    pub(super) fn full(&self) -> bool {
        self.left == 0
    }

    /// Puts a key of `text[start..end]`; the signature is its text on one line.
    pub(super) fn put(&mut self, depth: u32, name: &str, span: (usize, usize), signature: &str, value: &str) {
        if self.full() || depth > DEPTH || name.is_empty() {
            return;
        }
        self.left -= 1;
        (self.sink)(Outline {
            kind: Kind::Key,
            name: one_line(name),
            depth,
            start: span.0,
            body: span.0,
            end: span.1,
            signature: one_line(signature),
            doc: value[..value.floor_char_boundary(VALUE_BYTES)].to_owned(),
        });
    }
}

fn one_line(text: &str) -> String {
    let mut out = String::new();
    for word in text[..text.floor_char_boundary(SIGNATURE_CHARS * 4)].split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    match out.char_indices().nth(SIGNATURE_CHARS) {
        Some((at, _)) => format!("{}…", &out[..at]),
        None => out,
    }
}

/// A scalar without its quotes and escapes.
pub(super) fn unquote(text: &str) -> String {
    let text = text.trim();
    for (quote, escapes) in [("\"\"\"", true), ("'''", false), ("\"", true), ("'", false)] {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return match (escapes, quote) {
                (true, _) => unescape(inner),
                (false, "'") => inner.replace("''", "'"),
                _ => inner.to_owned(),
            };
        }
    }
    text.to_owned()
}

fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('u') => {
                let code: String = chars.by_ref().take(4).collect();
                let decoded = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                out.push(decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// The items of a list of scalars, a line each; up to what a value may hold.
pub(super) fn joined<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for item in items {
        if out.len() > VALUE_BYTES {
            break;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&unquote(item));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{one_line, unquote};

    #[test]
    fn a_value_is_read_as_it_is_meant() {
        for (written, meant) in [
            ("\"a\\\"b\\u0041\"", "a\"bA"),
            ("'it''s'", "it's"),
            ("'''raw\\n'''", "raw\\n"),
            ("true", "true"),
            ("\"", "\""),
            ("\"\\", "\"\\"),
        ] {
            assert_eq!(unquote(written), meant, "{written}");
        }
    }

    #[test]
    fn a_signature_is_one_bounded_line() {
        assert_eq!(one_line("a =\n  [1,\n 2]"), "a = [1, 2]");
        assert_eq!(one_line(&"ä".repeat(300)).chars().count(), 121);
    }
}
