//! What `context` answers: the part that programs read, and what its text is made from.

use super::render::Format;
use crate::Freshness;
use crate::render::Paint;
use fathom_graph::FileId;
use fathom_rank::{Detail, Packed, Shown};
use serde::Serialize;

/// The symbols to read.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The task as given; in JSON one that would take much of the budget is cut.
    pub task: String,
    /// Words that the caller added to the task.
    pub hints: Vec<String>,
    /// Most tokens.
    pub budget: usize,
    /// Tokens of `text`.
    pub tokens: usize,
    /// Which state of the repository this is.
    pub index: Freshness,
    /// Best first.
    pub symbols: Vec<Symbol>,
    /// Files by the weight of their symbols.
    pub files: Vec<File>,
    /// Tests that match the task.
    pub tests: Vec<Test>,
    /// Languages that are in the repository and not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupported_languages: Vec<String>,
    /// What of the request was left aside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The answer in the format that was asked for, whose tokens are counted.
    #[serde(skip)]
    pub text: String,
    /// Whether symbols were found and the budget had no room for any.
    #[serde(skip)]
    pub too_small: bool,
    #[serde(skip)]
    pub(super) format: Format,
}

/// One symbol to read.
#[derive(Clone, Debug, Serialize)]
pub struct Symbol {
    /// From 1.
    pub rank: usize,
    /// `path::Qualified.name`.
    pub id: String,
    /// Its own name.
    pub name: String,
    /// Names it is nested in and its own.
    pub qualified_name: String,
    /// What it is.
    pub kind: &'static str,
    /// Its language.
    pub language: &'static str,
    /// Where it stands.
    pub path: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Its declaration on one line.
    pub signature: String,
    /// Comparable inside one answer only.
    pub score: f32,
    /// Probability of being needed.
    pub probability: f32,
    /// The main reasons, most important first.
    pub reasons: Vec<String>,
    /// Its lines, if the budget had room for them and no symbol before it shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether its lines were in an earlier answer of the session, and are left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub given_before: bool,
    /// The first line of its doc.
    #[serde(skip)]
    pub(super) doc: String,
    /// Its file, by number.
    #[serde(skip)]
    pub(super) file: FileId,
    /// How the text shows it.
    #[serde(skip)]
    pub(super) shown: Shown,
}

/// One file.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Comparable inside one answer only.
    pub score: f32,
}

/// One test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// `path::name`.
    pub id: String,
    /// Where it stands.
    pub path: String,
    /// Names it is nested in and its own.
    #[serde(skip)]
    pub(super) name: String,
    /// First line.
    #[serde(skip)]
    pub(super) line: u32,
}

impl Response {
    /// The text for a terminal: the same as `text`, with colours and links where its format has
    /// them.
    pub fn painted(&self, paint: &Paint) -> String {
        if self.text.is_empty() || paint.is_plain() || self.format != Format::Text {
            return self.text.clone();
        }
        let shown: Vec<Shown> = self.symbols.iter().map(|symbol| symbol.shown.clone()).collect();
        let page = self.format.page(self, paint);
        let kept: Vec<usize> = page.lists.iter().map(|list| list.entries.len()).collect();
        page.text(&shown, &kept)
    }

    /// Keeps of all candidates what was packed.
    pub(super) fn settle(&mut self, packed: Packed) {
        let Packed { text, tokens, shown, kept } = self.format.finish(packed, self);
        self.too_small = shown.is_empty() && !self.symbols.is_empty();
        self.symbols.truncate(shown.len());
        for (symbol, shown) in self.symbols.iter_mut().zip(shown) {
            symbol.code.take_if(|_| shown.detail != Detail::Code);
            symbol.shown = shown;
        }
        let (tests, files) = self.format.kept(&kept);
        self.tests.truncate(tests);
        self.files.truncate(files);
        (self.text, self.tokens) = (text, tokens);
    }
}
