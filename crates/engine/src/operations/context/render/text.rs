//! Text for people: a line per symbol, code with line numbers.

use super::{Answer, Candidate, Part, ReadBody, numbered};
use crate::render::Paint;
use fathom_rank::{List, Page};
use std::fmt::Write;

pub(super) fn page<'r>(response: &'r Answer, paint: &'r Paint, read: ReadBody<'r>) -> Page<'r> {
    let tests = response
        .tests
        .iter()
        .map(|test| format!("  {}  {}\n", paint.place(&test.record.path, test.line), paint.text(&test.name)));
    let files = response.files.iter().map(|file| format!("  {}\n", paint.path(&file.path)));
    Page {
        head: head(response, paint),
        items: response.items(read, move |symbol, reason, part| item(symbol, reason, part, paint)),
        shown_in: Box::new(|at, others| {
            let (symbol, note) = response.shown_in(at, others);
            item(symbol, &note, Part::Name, paint)
        }),
        lists: vec![list("tests:", tests.collect(), paint), list("files:", files.collect(), paint)],
        foot: String::new(),
    }
}

fn list(title: &str, entries: Vec<String>, paint: &Paint) -> List {
    List { open: format!("\n{}\n", paint.title(title)), entries, ..List::default() }
}

fn head(response: &Answer, paint: &Paint) -> String {
    let state = response.state();
    let comma = if state.is_empty() { "" } else { ", " };
    let mut head = format!(
        "{}\n{}\n",
        paint.name(&format!("# {}", response.first_line())),
        paint.faint(&format!("# at {}{comma}{state}", response.commit()))
    );
    for remark in response.remarks() {
        let _ = writeln!(head, "{}", paint.warning(remark));
    }
    head
}

fn item(symbol: &Candidate, reason: &str, part: Part<'_>, paint: &Paint) -> String {
    let mut text = format!(
        "\n{}. {} {} {}  {}\n",
        symbol.rank,
        paint.lines(&symbol.path, symbol.line, symbol.end_line),
        symbol.kind,
        paint.name(&symbol.qualified_name),
        paint.faint(&format!("({reason})"))
    );
    match part {
        Part::Name => {}
        Part::Signature => {
            let _ = writeln!(text, "   {}", paint.text(&symbol.signature));
            if !symbol.doc.is_empty() {
                let _ = writeln!(text, "   {}", paint.text(&symbol.doc));
            }
        }
        Part::Excerpt(excerpt) => text.push_str(&numbered(excerpt, paint)),
        Part::Code(code) => text.push_str(&paint.code(code, symbol.line)),
    }
    text
}
