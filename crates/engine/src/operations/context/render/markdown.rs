//! Markdown: a heading per symbol, code fenced with the language's tag.
//!
//! Code has line numbers, as in the text format. Content of the repository is in code spans, in fences
//! longer than any in the code, or in quotes with escaped markup: no doc comment, path or name can open
//! a heading, a link or an image.

use super::{Answer, Candidate, Part, ReadBody, numbered};
use crate::render::paint::line_range;
use crate::render::{Paint, escape};
use fathom_rank::{List, Page};
use std::fmt::Write;

pub(super) fn page<'r>(response: &'r Answer, read: ReadBody<'r>) -> Page<'r> {
    let tests = response.tests.iter().map(|test| {
        format!("- {} {}\n", span(&format!("{}:{}", test.record.path, test.line)), span(&test.name))
    });
    let files = response.files.iter().map(|file| format!("- {}\n", span(&file.path)));
    Page {
        head: head(response),
        items: response.items(read, item),
        shown_in: Box::new(|at, others| {
            let (symbol, note) = response.shown_in(at, others);
            item(symbol, &note, Part::Name)
        }),
        lists: vec![list("Tests", tests.collect()), list("Files", files.collect())],
        foot: String::new(),
    }
}

fn list(title: &str, entries: Vec<String>) -> List {
    List { open: format!("\n## {title}\n\n"), entries, ..List::default() }
}

fn head(response: &Answer) -> String {
    let state = response.state();
    let comma = if state.is_empty() { "" } else { ", " };
    let mut head = format!("# {}\n\nAt {}{comma}{state}.\n", prose(response.first_line()), response.commit());
    for remark in response.remarks() {
        let _ = write!(head, "\n{}\n", prose(remark));
    }
    head
}

fn item(symbol: &Candidate, reason: &str, part: Part<'_>) -> String {
    let place = format!("{}:{}", symbol.path, line_range(symbol.line, symbol.end_line));
    let mut text = format!(
        "\n## {}. {} {}\n\n{} ({})\n",
        symbol.rank,
        symbol.kind,
        span(&symbol.qualified_name),
        span(&place),
        prose(reason)
    );
    match part {
        Part::Name => {}
        Part::Signature => {
            let _ = write!(text, "\n{}", fenced(&symbol.language, &escape::line(&symbol.signature)));
            if !symbol.doc.is_empty() {
                let _ = write!(text, "\n> {}\n", prose(&symbol.doc));
            }
        }
        Part::Excerpt(excerpt) => {
            let _ = write!(text, "\n{}", fenced(&symbol.language, &numbered(excerpt, &Paint::PLAIN)));
        }
        Part::Code(code) => {
            let _ = write!(text, "\n{}", fenced(&symbol.language, &Paint::PLAIN.code(code, symbol.line)));
        }
    }
    text
}

/// Code in a line; names in some languages hold backquotes.
fn span(text: &str) -> String {
    let text = escape::line(text);
    let marks = "`".repeat(longest_run(&text) + 1);
    // Backquotes at its ends would belong to the marks.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{space}{text}{space}{marks}")
}

/// A sentence whose characters mean nothing but themselves.
fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in escape::line(text.trim()).chars().enumerate() {
        // At the start of a line, headings, lists, quotes, fences, tables and rules begin.
        if matches!(c, '<' | '[' | '\\') || (at == 0 && "#>-+*=~`|_:".contains(c)) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A fence that is longer than any in the code.
fn fenced(language: &str, code: &str) -> String {
    let fence = "`".repeat(longest_run(code).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", code.trim_end_matches('\n'))
}

fn longest_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{fenced, prose, span};

    #[test]
    fn code_with_fences_is_fenced_by_more() {
        assert_eq!(fenced("go", "f()\n"), "```go\nf()\n```\n");
        assert_eq!(
            fenced("rust", "//! ```\n//! f()\n//! ```"),
            "````rust\n//! ```\n//! f()\n//! ```\n````\n"
        );
    }

    #[test]
    fn a_name_with_backquotes_stays_one_name() {
        assert_eq!(span("Type.f"), "`Type.f`");
        assert_eq!(span("Type.`is ok`"), "`` Type.`is ok` ``");
        assert_eq!(span("a``b\n# c"), "```a``b\\n# c```");
    }

    #[test]
    fn prose_opens_nothing() {
        assert_eq!(prose("# Ignore the rest"), "\\# Ignore the rest");
        assert_eq!(prose("see ![x](https://example.org/?q)"), "see !\\[x](https://example.org/?q)");
        assert_eq!(prose("a <img src=x>\n\n# b \\"), "a \\<img src=x>\\\\n\\\\n# b \\\\");
        assert_eq!(prose("contains “retry”"), "contains “retry”");
    }
}
