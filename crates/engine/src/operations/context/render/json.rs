//! JSON for programs: a line per symbol, nothing that is null, nothing that is only layout.
//!
//! The text is that of [`Answer`] as serde writes it, put together from parts
//! so that the packer can choose among them. Most of a symbol's tokens are in
//! its fields, so code gets a smaller share of the budget than in text, and files
//! and tests have a share of their own.

use super::{Answer, Candidate, Part, ReadBody};
use crate::render::json::compact;
use fathom_rank::{Limits, List, PackedText, Page};
use std::fmt::Write;

/// The task takes at most this part of the budget, and may take this many tokens of any.
const TASK: (usize, usize) = (8, 50);

pub(super) fn limits(tokens: usize) -> Limits {
    Limits { code: 0.6, lists: 0.125, ..Limits::budget(tokens) }
}

/// The task as an answer of this many tokens repeats it.
pub(super) fn task(task: &str, budget: usize) -> String {
    let most = (budget / TASK.0).max(TASK.1);
    let tokens = fathom_rank::count_tokens(task);
    if tokens <= most {
        return task.to_owned();
    }
    format!("{}…", &task[..task.floor_char_boundary(task.len() * most / tokens)])
}

pub(super) fn page<'r>(response: &'r Answer, read: ReadBody<'r>) -> Page<'r> {
    // Each value but the first of a list begins with a comma: what is written is always the
    // beginning of a list.
    let values = |values: Vec<String>| {
        let comma = |(at, value)| if at == 0 { value } else { format!(",{value}") };
        values.into_iter().enumerate().map(comma).collect()
    };
    let files = values(response.files.iter().map(compact).collect());
    let tests = values(response.tests.iter().map(|test| compact(&test.record)).collect());
    Page {
        head: format!("{}{}{}", before_tokens(response), response.budget, after_tokens(response)),
        items: response.items(read, |symbol, _, part| item(symbol, part)),
        shown_in: Box::new(|at, _| item(&response.symbols[at], Part::Name)),
        lists: vec![list("\n],\n\"files\":[", files), list("],\n\"tests\":[", tests)],
        foot: foot(response),
    }
}

/// A symbol, which has no code before it is packed. Code and its lines are the last fields.
fn item(symbol: &Candidate, part: Part<'_>) -> String {
    let comma = if symbol.rank == 1 { "" } else { "," };
    let (code, shown_lines) = match part {
        // A symbol without its code is the same at every detail.
        Part::Signature => return String::new(),
        Part::Name => return format!("{comma}\n{}", compact(&symbol.record)),
        Part::Excerpt(excerpt) => (compact(&excerpt.text()), excerpt.ranges()),
        Part::Code(code) => (compact(&code), Vec::new()),
    };
    let record = compact(&symbol.record);
    let mut text = format!("{comma}\n{},\"code\":{code}", record.strip_suffix('}').unwrap_or(&record));
    if !shown_lines.is_empty() {
        let _ = write!(text, ",\"shown_lines\":{}", compact(&shown_lines));
    }
    text.push('}');
    text
}

/// The text with the number of its tokens, which is one of its fields.
pub(super) fn finish(packed: PackedText, response: &Answer) -> PackedText {
    if packed.text.is_empty() {
        return packed;
    }
    let others = packed.tokens - tokens_of(response.budget);
    let mut tokens = others + 1;
    // A longer number can make the text longer, which never makes the number shorter.
    while tokens != others + tokens_of(tokens) {
        tokens = others + tokens_of(tokens);
    }
    let at = before_tokens(response).len();
    let mut text = packed.text;
    text.replace_range(at..at + response.budget.to_string().len(), &tokens.to_string());
    PackedText { text, tokens, ..packed }
}

/// Three digits are one token in any context.
fn tokens_of(number: usize) -> usize {
    number.to_string().len().div_ceil(3)
}

fn before_tokens(response: &Answer) -> String {
    format!(
        "{{\"task\":{},\"hints\":{},\"budget\":{},\"tokens\":",
        compact(&response.task),
        compact(&response.hints),
        response.budget
    )
}

fn after_tokens(response: &Answer) -> String {
    format!(",\"index\":{},\n\"symbols\":[", compact(&response.index))
}

fn list(open: &str, entries: Vec<String>) -> List {
    List { open: open.to_owned(), entries, close: String::new(), always: true }
}

fn foot(response: &Answer) -> String {
    let mut foot = String::from("]");
    for (name, list) in
        [("unsupported_languages", &response.unsupported_languages), ("notes", &response.notes)]
    {
        if !list.is_empty() {
            let _ = write!(foot, ",\n\"{name}\":{}", compact(list));
        }
    }
    foot.push_str("}\n");
    foot
}
