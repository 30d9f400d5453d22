//! The answer as text: one file per format, one enum to choose.
//!
//! A format defines the frame around the symbols and the text of a symbol at each level of detail. The
//! packer chooses the level and counts the tokens of exactly this text.

mod json;
mod markdown;
mod text;
mod xml;

use super::excerpt::Excerpt;
use super::response::{Answer, Candidate, ReadBody};
use crate::render::Paint;
use fathom_rank::{Detail, Item, Limits, Lines, PackedText, Page};

/// Most of a task's first line that is repeated in text, in bytes.
const TASK: usize = 200;

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
    /// All that is known, for programs.
    Json,
}

impl Format {
    /// All that could be written of an answer; only text has colours and links.
    pub(super) fn page<'r>(self, response: &'r Answer, paint: &'r Paint, read: ReadBody<'r>) -> Page<'r> {
        match self {
            Format::Text => text::page(response, paint, read),
            Format::Markdown => markdown::page(response, read),
            Format::Xml => xml::page(response, read),
            Format::Json => json::page(response, read),
        }
    }

    /// The task as an answer within a budget repeats it.
    pub(super) fn task(self, task: &str, budget: usize) -> String {
        if self == Format::Json { json::task(task, budget) } else { task.to_owned() }
    }

    /// The limits of an answer.
    pub(super) fn limits(self, tokens: usize, everything: bool) -> Limits {
        let limits = match self {
            Format::Json => json::limits(tokens),
            Format::Text | Format::Markdown | Format::Xml => Limits::budget(tokens),
        };
        Limits { everything, ..limits }
    }

    /// The packed text, completed with values that are known only after packing.
    pub(super) fn finish(self, packed: PackedText, response: &Answer) -> PackedText {
        match self {
            Format::Json => json::finish(packed, response),
            Format::Text | Format::Markdown | Format::Xml => packed,
        }
    }

    /// How many tests and files are written, of the entries of its lists.
    pub(super) fn kept(self, kept: &[usize]) -> (usize, usize) {
        match (self, kept) {
            (Format::Json, [files, tests]) | (_, [tests, files]) => (*tests, *files),
            _ => (0, 0),
        }
    }
}

impl Answer {
    fn first_line(&self) -> &str {
        let line = self.task.trim().lines().next().unwrap_or("");
        &line[..line.floor_char_boundary(TASK)]
    }

    fn commit(&self) -> &str {
        self.index.commit.as_deref().map_or("no commit", |commit| &commit[..commit.len().min(10)])
    }

    /// How the files differ from the commit; empty if they do not.
    fn state(&self) -> String {
        match (self.index.stale_files, self.index.dirty) {
            (0, false) => String::new(),
            (0, true) => "with local changes".to_owned(),
            (stale, _) => format!("{stale} files changed since"),
        }
    }

    /// Notes for the reader, a sentence each.
    fn remarks(&self) -> impl Iterator<Item = &str> {
        let nothing = self.symbols.is_empty().then_some("Nothing in this repository matches these words.");
        self.index.notes.iter().chain(&self.notes).map(String::as_str).chain(nothing)
    }

    /// The symbols at each detail: `write` writes one with its reason, as a name, with its
    /// signature, or with its code.
    fn items<'r>(
        &'r self,
        read: ReadBody<'r>,
        write: impl Fn(&Candidate, &str, Part<'_>) -> String + Copy + 'r,
    ) -> Vec<Item<'r>> {
        let item = |symbol: &'r Candidate| {
            let lines =
                Lines { file: symbol.file, first: symbol.line, last: symbol.end_line.max(symbol.line) };
            Item::new(lines, move |detail, hidden| {
                // The reader of what was given before has its signature and code already.
                let body = || (!symbol.given_before).then(|| symbol.body(read));
                let rest = symbol.rest(detail, hidden);
                let part = match detail {
                    Detail::Name => Some(Part::Name),
                    Detail::Signature => (!symbol.given_before).then_some(Part::Signature),
                    Detail::Excerpt | Detail::Code if rest.is_some() => rest.as_ref().map(Part::Excerpt),
                    Detail::Excerpt => body().and_then(|body| body.excerpt.as_ref()).map(Part::Excerpt),
                    Detail::Code => body().and_then(|body| body.code.as_deref()).map(Part::Code),
                };
                part.map_or_else(String::new, |part| write(symbol, symbol.reason(), part))
            })
        };
        self.symbols.iter().map(item).collect()
    }

    /// Instead of its reason, in which symbols the lines of a symbol are.
    fn shown_in(&self, at: usize, others: &[usize]) -> (&Candidate, String) {
        let symbol = &self.symbols[at];
        if symbol.given_before {
            return (symbol, symbol.reason().to_owned());
        }
        let ranks: Vec<String> = others.iter().map(|other| self.symbols[*other].rank.to_string()).collect();
        (symbol, format!("shown in {}", ranks.join(", ")))
    }
}

/// How much of a symbol is written.
#[derive(Clone, Copy)]
enum Part<'s> {
    Name,
    Signature,
    Excerpt(&'s Excerpt),
    Code(&'s str),
}

/// The lines of an excerpt with their numbers, and a mark for each gap.
fn numbered(excerpt: &Excerpt, paint: &Paint) -> String {
    let runs: Vec<String> = excerpt.runs.iter().map(|(first, text)| paint.code(text, *first)).collect();
    runs.join("      ⋮\n")
}

impl Candidate {
    /// Why it is here; of what was given before, that it was.
    fn reason(&self) -> &str {
        if self.given_before {
            return "given before";
        }
        self.reasons.first().map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests;
