//! The text of a file that was indexed, by the numbers of its lines.
//!
//! The index contains no text, only positions in it. A file is read when its lines are shown, and
//! shown only if it still is what was indexed: lines of another version would be another function's.

use crate::{View, build};
use fathom_graph::{FileId, SymbolId};
use fathom_source::{Content, FileEntry, Stamp, WalkOptions};
use fathom_syntax::Flags;

/// The text of a file with an index of its lines.
pub(crate) struct SourceText {
    text: String,
    /// Where each line begins, and last the end of the text.
    bounds: Vec<usize>,
}

impl SourceText {
    /// The text of a file; `None` if it is gone or is not what was indexed.
    pub(crate) fn read(view: &View<'_>, file: FileId) -> Option<SourceText> {
        let indexed = view.graph.files()[file.index()];
        let entry = FileEntry { path: indexed.path.to_owned(), stamp: Stamp::default() };
        let read = fathom_source::read(view.root(), &entry, WalkOptions::default().max_file_bytes);
        let is_generated = view.graph.flags(view.graph.file_symbol(file)).has(Flags::GENERATED);
        let is_indexed = |content: &Content| {
            build::key(indexed.path, indexed.language, content.hash, is_generated) == view.key(file)
        };
        let Some(content) = read.ok().filter(is_indexed) else {
            view.note_change(file);
            return None;
        };
        let (text, _) = fathom_source::text(&content.bytes);
        Some(SourceText::new(text.into_owned()))
    }

    fn new(text: String) -> SourceText {
        let mut bounds = vec![0];
        bounds.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        if bounds.last() != Some(&text.len()) {
            bounds.push(text.len());
        }
        SourceText { text, bounds }
    }

    /// The lines of a symbol, joined by line feeds; `None` if the index is damaged and the lines do not
    /// exist.
    pub(crate) fn code(&self, view: &View<'_>, symbol: SymbolId) -> Option<String> {
        let definition = view.graph.definition(symbol);
        self.lines(definition.line as usize, definition.end_line as usize)
    }

    /// Some lines, with line feeds between them.
    pub(crate) fn lines(&self, first: usize, last: usize) -> Option<String> {
        let count = self.bounds.len() - 1;
        let begin = *self.bounds[..count].get(first.checked_sub(1)?)?;
        let end = self.bounds[last.clamp(first, count)];
        let lines = self.text[begin..end].replace("\r\n", "\n");
        Some(lines.strip_suffix('\n').map(str::to_owned).unwrap_or(lines))
    }

    /// One line, without its end.
    pub(crate) fn line(&self, number: u32) -> Option<&str> {
        let at = (number as usize).checked_sub(1)?;
        let (begin, end) = (*self.bounds.get(at)?, *self.bounds.get(at + 1)?);
        Some(self.text[begin..end].trim_end_matches(['\n', '\r']))
    }

    /// A hash of all of it.
    pub(crate) fn hash(&self) -> blake3::Hash {
        blake3::hash(self.text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::SourceText;

    #[test]
    fn lines_are_those_that_a_reader_counts() {
        for text in ["", "\n", "one", "one\n", "one\ntwo\n\nfour", "a\r\nb\r\n\r\nd\r", "é\n\n\n"] {
            let lines: Vec<&str> = text.lines().collect();
            let source = SourceText::new(text.to_owned());
            for first in 1..lines.len() + 3 {
                for last in first..lines.len() + 3 {
                    let expected =
                        lines.get(first - 1..last.min(lines.len())).filter(|some| !some.is_empty());
                    assert_eq!(source.lines(first, last), expected.map(|some| some.join("\n")), "{text:?}");
                }
            }
            assert_eq!(source.lines(0, 1), None);
        }
    }
}
