//! Shared by the readers of prose: lines with their places, and bounded sections.

use super::Outline;
use crate::traits::Kind;

/// Sections of one file.
const SECTIONS: usize = 2_000;
const NAME_CHARS: usize = 120;

/// One line of a text.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    pub(super) start: usize,
    /// Behind its line feed.
    pub(super) end: usize,
    /// Without its line feed and blanks at its end.
    pub(super) text: &'t str,
}

impl Line<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// How many blanks it starts with.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// The character an underline is made of, if it is one.
    pub(super) fn underline(&self) -> Option<char> {
        let first = self.text.chars().next().filter(char::is_ascii_punctuation)?;
        (self.text.len() >= 3 && self.text.chars().all(|c| c == first)).then_some(first)
    }
}

pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|raw| {
            let line = Line { start, end: start + raw.len(), text: raw.trim_end() };
            start = line.end;
            line
        })
        .collect()
}

/// Where sections are put, up to the bound.
pub(super) struct Sections<'a> {
    sink: &'a mut dyn FnMut(Outline),
    left: usize,
}

impl<'a> Sections<'a> {
    pub(super) fn new(sink: &'a mut dyn FnMut(Outline)) -> Sections<'a> {
        Sections { sink, left: SECTIONS }
    }

    /// Puts a section whose heading is `text[start..body]`; it ends where the
    /// next one of its level starts.
    pub(super) fn put(&mut self, depth: u32, heading: &str, start: usize, body: usize) {
        self.put_until(depth, heading, "", (start, body, usize::MAX));
    }

    /// The same with a signature and an end of its own.
    pub(super) fn put_until(
        &mut self,
        depth: u32,
        heading: &str,
        signature: &str,
        span: (usize, usize, usize),
    ) {
        let name = plain(heading);
        if self.left == 0 || name.is_empty() {
            return;
        }
        self.left -= 1;
        let (start, body, end) = span;
        let (signature, doc) = (signature.to_owned(), String::new());
        (self.sink)(Outline { kind: Kind::Section, name, depth, start, body, end, signature, doc });
    }
}

/// A heading without its markup: emphasis, code marks, roles, links, anchors.
fn plain(heading: &str) -> String {
    let mut out = String::with_capacity(heading.len());
    let mut rest = heading;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '`' | '*' => {}
            // `:meth:` before a code mark.
            ':' if role_end(rest).is_some() => rest = &rest[role_end(rest).unwrap_or(0)..],
            '[' | ']' => {
                if c == ']'
                    && let Some((_, after)) = rest.strip_prefix('(').and_then(|link| link.split_once(')'))
                {
                    rest = after;
                }
            }
            '<' => rest = rest.split_once('>').map_or(rest, |(_, after)| after),
            '{' if rest.starts_with('#') => rest = rest.split_once('}').map_or(rest, |(_, after)| after),
            _ => out.push(c),
        }
    }
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    match out.char_indices().nth(NAME_CHARS) {
        Some((at, _)) => format!("{}…", &out[..at]),
        None => out,
    }
}

fn role_end(rest: &str) -> Option<usize> {
    let end = rest.find(":`")?;
    rest[..end].bytes().all(|b| b.is_ascii_lowercase() || b == b':').then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_heading_is_named_by_its_words() {
        for (heading, name) in [
            ("The `Foo` *class*", "The Foo class"),
            ("[1.2.0](https://x.y) - 2024", "1.2.0 - 2024"),
            ("[Unreleased]", "Unreleased"),
            ("Install {#install}", "Install"),
            ("About :class:`Flask`", "About Flask"),
            ("<a id=\"x\"></a>Usage", "Usage"),
            ("Note: this", "Note: this"),
        ] {
            assert_eq!(plain(heading), name);
        }
    }
}
