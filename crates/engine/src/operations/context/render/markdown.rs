//! Markdown: a heading per symbol, code fenced with the language's tag.
//!
//! The heading has the line numbers; the code stands as it is in the file, so
//! that it can be copied and coloured.

use super::{About, Shown};
use fathom_rank::{Cover, Item};
use std::fmt::Write;

pub(super) fn cover(about: &About<'_>) -> Cover {
    let state = about.state();
    let comma = if state.is_empty() { "" } else { ", " };
    let mut head = format!("# {}\n\nAt {}{comma}{state}.\n", about.first_line(), about.commit());
    for note in about.notes() {
        let _ = write!(head, "\n{note}\n");
    }
    Cover { head, foot: String::new() }
}

pub(super) fn item(shown: &Shown<'_>) -> Item {
    let symbol = shown.symbol;
    let name = format!(
        "\n## {}. {} {}\n\n{}:{} ({})\n",
        symbol.rank,
        symbol.kind,
        span(&symbol.qualified_name),
        symbol.path,
        shown.lines(),
        shown.reason()
    );
    let mut signature = format!("{name}\n{}", fenced(symbol.language, &symbol.signature));
    if !shown.doc_line().is_empty() {
        let _ = write!(signature, "\n{}\n", shown.doc_line());
    }
    let code = symbol.code.as_ref().map(|code| format!("{name}\n{}", fenced(symbol.language, code)));
    Item { name, signature, code: code.unwrap_or_default(), ..Item::default() }
}

/// Code in a line; names in some languages hold backquotes.
fn span(name: &str) -> String {
    if name.contains('`') { format!("`` {name} ``") } else { format!("`{name}`") }
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
    use super::{fenced, span};

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
        assert_eq!(span("Type.`is ok`"), "`` Type.`is ok` ``");
    }
}
