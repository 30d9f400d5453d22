//! Style sheets: selectors, custom properties, variables and mixins of CSS and SCSS.
//!
//! Read by braces: this reader treats nested SCSS and Less and plain CSS alike.

use super::{Language, NameRules, Outline, Reader, Spelling};
use crate::traits::Kind;

pub(super) static CSS: Language = Language {
    name: "css",
    extensions: &["css", "pcss", "postcss"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling { nested: " ", member: " ", static_member: " " },
    reader: Reader::Outline(read),
};

pub(super) static SCSS: Language = Language {
    name: "scss",
    extensions: &["scss", "less"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling { nested: " ", member: " ", static_member: " " },
    reader: Reader::Outline(read),
};

/// Names of one file.
const MOST: usize = 1_000;
const MOST_NESTED: u32 = 6;
const NAME_CHARS: usize = 80;

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let bytes = text.as_bytes();
    let (mut at, mut start, mut left) = (0, 0, MOST);
    // What is open, with whether it was put.
    let mut depth = 0u32;
    while at < bytes.len() && left > 0 {
        match bytes[at] {
            b'/' if bytes[at + 1..].first() == Some(&b'*') => {
                at = memchr::memmem::find(&bytes[at + 2..], b"*/").map_or(bytes.len(), |end| at + end + 4);
                start = at.min(bytes.len());
                continue;
            }
            b'/' if bytes[at + 1..].first() == Some(&b'/')
                && !text[start..at].contains("url(")
                && !text[start..at].ends_with(':') =>
            {
                at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
                start = at;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            // `#{$name}` is part of the text around it.
            b'#' if bytes.get(at + 1) == Some(&b'{') => {
                at = memchr::memchr(b'}', &bytes[at..]).map_or(bytes.len(), |end| at + end);
            }
            b'{' => {
                depth += 1;
                let end = closing(bytes, at);
                left -= usize::from(put(text, (start, at, end), depth, sink));
                start = at + 1;
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                start = at + 1;
            }
            b';' => {
                left -= usize::from(put(text, (start, at, at), depth + 1, sink));
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Where the block ends that opens at a brace; bounded, as a broken file may close none.
fn closing(bytes: &[u8], open: usize) -> usize {
    const MOST_BYTES: usize = 64 * 1024;
    let mut depth = 0usize;
    for (offset, byte) in bytes[open..].iter().take(MOST_BYTES).enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return open + offset + 1;
                }
            }
            _ => {}
        }
    }
    (open + MOST_BYTES).min(bytes.len())
}

/// Puts what the text before a brace or semicolon names.
fn put(text: &str, span: (usize, usize, usize), depth: u32, sink: &mut dyn FnMut(Outline)) -> bool {
    let (start, at, end) = span;
    let Some(head) = text.get(start..at) else { return false };
    let begin = start + head.len() - head.trim_start().len();
    let head = head.trim();
    let is_block = end > at;
    let word_end =
        |text: &str| text.find(|c: char| !(c.is_alphanumeric() || "_-".contains(c))).unwrap_or(text.len());
    let named = |text: &'_ str| text[..word_end(text)].to_owned();
    let (kind, name) =
        if let Some(mixin) = head.strip_prefix("@mixin ").or_else(|| head.strip_prefix("@function ")) {
            (Kind::Function, named(mixin.trim_start()))
        } else if let Some(frames) = head.strip_prefix("@keyframes ") {
            (Kind::Key, named(frames.trim_start()))
        } else if head.starts_with("--")
            || head.starts_with('$')
            || head.starts_with('@') && head.contains(':') && !is_block
        {
            let Some((name, _)) = head.split_once(':') else { return false };
            (Kind::Variable, name.trim().to_owned())
        } else if is_block && !head.is_empty() && !head.starts_with('@') && depth <= MOST_NESTED {
            let line: Vec<&str> = head.split_whitespace().collect();
            (Kind::Key, line.join(" ").chars().take(NAME_CHARS).collect())
        } else {
            return false;
        };
    // A variable in a rule is a value of that rule.
    if name.is_empty() || kind == Kind::Variable && depth > 2 {
        return false;
    }
    let signature: String =
        head.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(2 * NAME_CHARS).collect();
    sink(Outline {
        kind,
        name,
        depth,
        start: begin,
        body: at,
        end: end.max(at),
        signature,
        doc: String::new(),
    });
    true
}
