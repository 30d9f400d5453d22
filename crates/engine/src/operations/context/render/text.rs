//! Text for people: a line per symbol, code with line numbers.

use super::{About, Shown};
use fathom_rank::{Cover, Item};
use std::fmt::Write;

pub(super) fn cover(about: &About<'_>) -> Cover {
    let state = about.state();
    let comma = if state.is_empty() { "" } else { ", " };
    let mut head = format!("# {}\n# at {}{comma}{state}\n", about.first_line(), about.commit());
    for note in about.notes() {
        let _ = writeln!(head, "{note}");
    }
    Cover { head, foot: String::new() }
}

pub(super) fn item(shown: &Shown<'_>) -> Item {
    let symbol = shown.symbol;
    let name = format!(
        "\n{}. {}:{} {} {}  ({})\n",
        symbol.rank,
        symbol.path,
        shown.lines(),
        symbol.kind,
        symbol.qualified_name,
        shown.reason()
    );
    let mut signature = format!("{name}   {}\n", symbol.signature);
    if !shown.doc_line().is_empty() {
        let _ = writeln!(signature, "   {}", shown.doc_line());
    }
    let code = symbol.code.as_ref().map(|code| {
        let mut text = name.clone();
        for (offset, line) in code.lines().enumerate() {
            let _ = writeln!(text, "{:5} | {line}", symbol.line as usize + offset);
        }
        text
    });
    Item { name, signature, code: code.unwrap_or_default(), ..Item::default() }
}
