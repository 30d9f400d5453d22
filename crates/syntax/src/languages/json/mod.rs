//! JSON, with comments, bare keys and trailing commas where people put them.
//!
//! Read by hand: most large JSON files are data, and a parser would build
//! millions of nodes to find a few keys at the top.

use super::keys::{DEPTH, ELEMENTS, Keys, NESTING, joined, unquote};
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static JSON: Language = Language {
    name: "json",
    extensions: &["json", "jsonc", "json5", "webmanifest"],
    file_names: &[".babelrc", ".eslintrc", ".jshintrc", ".swcrc"],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Outline(read),
};

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut keys = Keys::new(sink);
    let byte_order_mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let start = blank_end(text.as_bytes(), byte_order_mark);
    descend(text, start, 1, 0, &mut keys);
}

/// Reads the keys of the object or list at `at`.
fn descend(text: &str, at: usize, depth: u32, nesting: usize, keys: &mut Keys<'_>) {
    match text.as_bytes().get(at) {
        Some(b'{') => members(text, at + 1, depth, nesting, keys),
        Some(b'[') if nesting < NESTING => {
            for element in elements(text, at + 1).take(ELEMENTS) {
                descend(text, element.0, depth, nesting + 1, keys);
            }
        }
        _ => {}
    }
}

fn members(text: &str, from: usize, depth: u32, nesting: usize, keys: &mut Keys<'_>) {
    let bytes = text.as_bytes();
    let mut at = from;
    while !keys.full() {
        let key = next_item(bytes, at);
        if bytes.get(key).is_none_or(|b| matches!(b, b'}' | b']')) {
            return;
        }
        let key_end = if bytes[key] == b'"' || bytes[key] == b'\'' {
            value_end(bytes, key)
        } else {
            key + bytes[key..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"_$".contains(b)).count()
        };
        let colon = blank_end(bytes, key_end);
        if bytes.get(colon) != Some(&b':') {
            // Broken: continue after this token.
            at = value_end(bytes, key).max(key + 1);
            continue;
        }
        let value = blank_end(bytes, colon + 1);
        let end = value_end(bytes, value);
        let of = |start: usize, end: usize| text.get(start..end).unwrap_or("");
        let (signature_end, scalar) = match bytes.get(value) {
            Some(b'{') => (key_end, String::new()),
            Some(b'[') => {
                let scalars = elements(text, value + 1).map(|(start, end)| of(start, end));
                (end, joined(scalars.filter(|item| !item.starts_with(['{', '[']))))
            }
            _ => (end, unquote(of(value, end))),
        };
        keys.put(depth, &unquote(of(key, key_end)), (key, end), of(key, signature_end), &scalar);
        if depth < DEPTH {
            descend(text, value, depth + 1, nesting, keys);
        }
        at = end.max(key + 1);
    }
}

/// The spans of a list's elements; `from` is behind its bracket.
fn elements(text: &str, from: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let bytes = text.as_bytes();
    let mut at = from;
    std::iter::from_fn(move || {
        let start = next_item(bytes, at);
        if matches!(bytes.get(start), None | Some(b']' | b'}')) {
            return None;
        }
        at = value_end(bytes, start).max(start + 1);
        Some((start, at))
    })
}

/// The next place that is neither blank, comment nor comma.
fn next_item(bytes: &[u8], from: usize) -> usize {
    let mut at = blank_end(bytes, from);
    while bytes.get(at) == Some(&b',') {
        at = blank_end(bytes, at + 1);
    }
    at
}

fn blank_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        at += if rest.starts_with(b"//") {
            memchr::memchr(b'\n', rest).unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2)
        } else {
            return at;
        };
    }
}

/// Where the value at `from` ends: behind its last quote, bracket or character.
fn value_end(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut open) = (from, 0u32);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => {
                at += 1;
                while bytes.get(at).is_some_and(|b| *b != byte) {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
            }
            b'{' | b'[' => (at, open) = (at + 1, open + 1),
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => at = blank_end(bytes, at),
            b'}' | b']' | b',' | b':' if open == 0 => return at,
            b'}' | b']' => (at, open) = (at + 1, open - 1),
            _ if open > 0 => at += 1,
            _ if byte.is_ascii_whitespace() => return at,
            _ => {
                at += 1;
                continue;
            }
        }
        if open == 0 {
            return at;
        }
    }
    at.min(bytes.len())
}
