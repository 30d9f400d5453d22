//! The answer of `context` while it is packed: the protocol's response, and what its texts need
//! beside it.

use super::excerpt::Excerpt;
use super::render::Format;
use crate::render::Paint;
use fathom_graph::FileId;
use fathom_protocol::IndexState;
use fathom_protocol::context::{RankedFile, RankedSymbol, RankedTest, Response};
use fathom_rank::{Detail, Lines, PackedText, Presentation};
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};

/// An answer, packed into its budget.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(super) task: String,
    pub(super) hints: Vec<String>,
    pub(super) budget: usize,
    pub(super) tokens: usize,
    pub(super) index: IndexState,
    pub(super) symbols: Vec<Candidate>,
    pub(super) files: Vec<RankedFile>,
    pub(super) tests: Vec<TestEntry>,
    pub(super) unsupported_languages: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) format: Format,
    pub(super) text: String,
    pub(super) too_small: bool,
}

/// One symbol of an answer.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) record: RankedSymbol,
    /// The first line of its doc comment.
    pub(super) doc: String,
    pub(super) file: FileId,
    /// Its lines; read when the packer first looks at them.
    pub(super) body: OnceCell<SymbolBody>,
    /// How the text shows it.
    pub(super) shown: Presentation,
}

/// The lines of a symbol.
#[derive(Clone, Debug, Default)]
pub(super) struct SymbolBody {
    /// All of them; `None` if its file is gone or has changed, or if they were given before.
    pub(super) code: Option<String>,
    /// Some of them, if they are many.
    pub(super) excerpt: Option<Excerpt>,
}

/// Reads the lines of a symbol.
pub(super) type ReadBody<'r> = &'r dyn Fn(&Candidate) -> SymbolBody;

impl Candidate {
    pub(super) fn body(&self, read: ReadBody<'_>) -> &SymbolBody {
        self.body.get_or_init(|| read(self))
    }

    /// Its code or excerpt without lines that other symbols show; `None` if there are none, or if its
    /// lines were not read.
    pub(super) fn rest(&self, detail: Detail, hidden: &[Lines]) -> Option<Excerpt> {
        let body = self.body.get().filter(|_| !hidden.is_empty())?;
        match detail {
            Detail::Code => Some(Excerpt::of_rest(body.code.as_deref()?, self.line, hidden)),
            Detail::Excerpt => Some(body.excerpt.as_ref()?.without(hidden)),
            Detail::Name | Detail::Signature => None,
        }
    }
}

impl Deref for Candidate {
    type Target = RankedSymbol;

    fn deref(&self) -> &RankedSymbol {
        &self.record
    }
}

impl DerefMut for Candidate {
    fn deref_mut(&mut self) -> &mut RankedSymbol {
        &mut self.record
    }
}

/// One test of an answer.
#[derive(Clone, Debug)]
pub(super) struct TestEntry {
    pub(super) record: RankedTest,
    /// Its qualified name.
    pub(super) name: String,
    /// Its first line.
    pub(super) line: u32,
}

impl Answer {
    /// The answer in its format, whose tokens are counted; empty if the budget holds nothing.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same, moved out of the answer.
    pub(crate) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Whether symbols were found and the budget had no room for any.
    pub fn is_too_small(&self) -> bool {
        self.too_small
    }

    /// The text for a terminal: the same as [`Answer::text`], with colours and links where its
    /// format has them.
    pub fn painted(&self, paint: &Paint) -> String {
        if self.text.is_empty() || paint.is_plain() || self.format != Format::Text {
            return self.text.clone();
        }
        let shown: Vec<Presentation> = self.symbols.iter().map(|symbol| symbol.shown.clone()).collect();
        let page = self.format.page(self, paint, &|_| SymbolBody::default());
        let kept: Vec<usize> = page.lists.iter().map(|list| list.entries.len()).collect();
        page.text(&shown, &kept)
    }

    /// The symbols, files and tests of this answer as text, whatever its format: for readers that
    /// show text beside JSON. It has less around each symbol than JSON, and so fewer tokens.
    pub fn as_text(&self) -> String {
        let shown: Vec<Presentation> = self.symbols.iter().map(|symbol| symbol.shown.clone()).collect();
        let page = Format::Text.page(self, &Paint::PLAIN, &|_| SymbolBody::default());
        let kept: Vec<usize> = page.lists.iter().map(|list| list.entries.len()).collect();
        page.text(&shown, &kept)
    }

    /// The response of the protocol; as JSON it is [`Answer::text`] of that format.
    pub fn response(&self) -> Response {
        Response {
            task: self.task.clone(),
            hints: self.hints.clone(),
            budget: self.budget,
            tokens: self.tokens,
            index: self.index.clone(),
            symbols: self.symbols.iter().map(|symbol| symbol.record.clone()).collect(),
            files: self.files.clone(),
            tests: self.tests.iter().map(|test| test.record.clone()).collect(),
            unsupported_languages: self.unsupported_languages.clone(),
            notes: self.notes.clone(),
        }
    }

    /// Keeps the candidates that were packed.
    pub(super) fn settle(&mut self, packed: PackedText) {
        let PackedText { text, tokens, shown, kept } = self.format.finish(packed, self);
        self.too_small = shown.is_empty() && !self.symbols.is_empty();
        self.symbols.truncate(shown.len());
        for (symbol, shown) in self.symbols.iter_mut().zip(shown) {
            let rest = symbol.rest(shown.detail, &shown.hidden);
            let body = symbol.body.get();
            let excerpt =
                body.and_then(|body| body.excerpt.as_ref()).filter(|_| shown.detail == Detail::Excerpt);
            match (rest.as_ref().or(excerpt), shown.detail, body) {
                (Some(excerpt), ..) => {
                    (symbol.record.code, symbol.record.shown_lines) =
                        (Some(excerpt.text()), excerpt.ranges());
                }
                (None, Detail::Code, Some(body)) => symbol.record.code.clone_from(&body.code),
                _ => {}
            }
            symbol.shown = shown;
        }
        let (tests, files) = self.format.kept(&kept);
        self.tests.truncate(tests);
        self.files.truncate(files);
        (self.text, self.tokens) = (text, tokens);
    }
}
