//! The answer as text: one file per format, one enum to choose.
//!
//! A format says what stands around the symbols and how one symbol looks at
//! each detail; which detail a symbol gets is the packer's, which counts the
//! tokens of exactly this text.

mod markdown;
mod text;
mod xml;

use super::Symbol;
use crate::Freshness;
use fathom_rank::{Cover, Item, Lines};

/// Most of a task's first line that is repeated in the answer, in bytes.
const TASK: usize = 200;
/// Most of a doc's first line, in bytes.
const DOC: usize = 160;

/// How the answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Numbered lines, for people.
    #[default]
    Text,
    /// Headings and fenced code.
    Markdown,
    /// Tagged symbols, for prompts.
    Xml,
}

impl Format {
    pub(super) fn cover(self, about: &About<'_>) -> Cover {
        match self {
            Format::Text => text::cover(about),
            Format::Markdown => markdown::cover(about),
            Format::Xml => xml::cover(about),
        }
    }

    pub(super) fn item(self, shown: &Shown<'_>) -> Item {
        let item = match self {
            Format::Text => text::item(shown),
            Format::Markdown => markdown::item(shown),
            Format::Xml => xml::item(shown),
        };
        let Symbol { line, end_line, .. } = *shown.symbol;
        let lines = Lines { file: shown.file, first: line, last: end_line.max(line) };
        // The reader has its signature and code already.
        let (signature, code) =
            if shown.symbol.given_before { Default::default() } else { (item.signature, item.code) };
        Item { name: item.name, signature, code, lines }
    }
}

/// What the answer as a whole is about.
pub(super) struct About<'a> {
    pub(super) task: &'a str,
    pub(super) freshness: &'a Freshness,
    /// What of the request was left aside.
    pub(super) notes: &'a [String],
    /// Whether nothing was found.
    pub(super) empty: bool,
}

impl About<'_> {
    fn first_line(&self) -> &str {
        let line = self.task.trim().lines().next().unwrap_or("");
        &line[..line.floor_char_boundary(TASK)]
    }

    fn commit(&self) -> &str {
        self.freshness.commit.as_deref().map_or("no commit", |commit| &commit[..commit.len().min(10)])
    }

    /// How the files differ from the commit; empty if they do not.
    fn state(&self) -> String {
        match (self.freshness.stale_files, self.freshness.dirty) {
            (0, false) => String::new(),
            (0, true) => "with local changes".to_owned(),
            (stale, _) => format!("{stale} files changed since"),
        }
    }

    /// What else the reader must know, a sentence each.
    fn notes(&self) -> impl Iterator<Item = &str> {
        let nothing = self.empty.then_some("Nothing in this repository matches these words.");
        self.notes.iter().map(String::as_str).chain(nothing)
    }
}

/// One symbol with what a format may show of it.
pub(super) struct Shown<'a> {
    pub(super) symbol: &'a Symbol,
    pub(super) doc: &'a str,
    /// Its file, by number.
    pub(super) file: usize,
}

impl Shown<'_> {
    /// `6-15`, or `6` for a single line.
    fn lines(&self) -> String {
        let Symbol { line, end_line, .. } = self.symbol;
        if line == end_line { line.to_string() } else { format!("{line}-{end_line}") }
    }

    /// Why it is here; of what was given before, that it was.
    fn reason(&self) -> &str {
        if self.symbol.given_before {
            return "given before";
        }
        self.symbol.reasons.first().map_or("", String::as_str)
    }

    /// The first line of its doc; empty if it has none.
    fn doc_line(&self) -> &str {
        let line = self.doc.lines().find(|line| !line.is_empty()).unwrap_or("");
        &line[..line.floor_char_boundary(DOC)]
    }
}

#[cfg(test)]
mod tests {
    use super::{About, Format, Shown};
    use crate::Freshness;
    use crate::operations::context::Symbol;
    use fathom_rank::{Item, count_tokens, pack};

    /// Code and names with all that a format has to escape.
    fn symbol(rank: usize) -> Symbol {
        Symbol {
            rank,
            id: format!("src/a&b.rs::Map<`K{rank}`>"),
            name: "K".to_owned(),
            qualified_name: format!("Map<`K{rank}`>"),
            kind: "method",
            language: "rust",
            path: "src/a&b.rs".to_owned(),
            line: rank as u32,
            end_line: rank as u32 + (rank % 3) as u32,
            signature: "fn get<'a>(&'a self, \"…\") -> Option<&'a V>".to_owned(),
            score: 1.0,
            probability: None,
            reasons: vec!["“Maps” (docs/maps.md:3) mentions it".to_owned()],
            code: Some("```]]>\n\u{c}日本語 &amp; <code>\r\n".repeat(rank % 5 + 1)),
            given_before: rank % 7 == 6,
        }
    }

    #[test]
    fn no_budget_is_exceeded_in_any_format() {
        let freshness = Freshness { commit: None, dirty: true, stale_files: 2 };
        let notes = ["lost.rs is not in the index and was left aside.".to_owned()];
        let about =
            About { task: "keep <maps> & ```sets```", freshness: &freshness, notes: &notes, empty: false };
        for format in [Format::Text, Format::Markdown, Format::Xml] {
            let items: Vec<Item> = (1..=20)
                .map(|rank| {
                    format.item(&Shown { symbol: &symbol(rank), doc: "A map.\n\nOf all.", file: rank })
                })
                .collect();
            for budget in (0..900).chain([5_000]) {
                let packed = pack(&format.cover(&about), &items, budget);
                assert_eq!(packed.tokens, count_tokens(&packed.text));
                assert!(packed.tokens <= budget, "{} > {budget}: {}", packed.tokens, packed.text);
            }
        }
    }

    #[test]
    fn what_was_given_before_is_a_name() {
        for format in [Format::Text, Format::Markdown, Format::Xml] {
            let item = format.item(&Shown { symbol: &symbol(6), doc: "A map.", file: 0 });
            assert!(item.name.contains("given before"), "{}", item.name);
            assert!(item.signature.is_empty() && item.code.is_empty());
        }
    }
}
