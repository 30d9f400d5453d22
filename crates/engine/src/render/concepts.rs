//! `concepts` as text.

use super::Paint;
use fathom_protocol::concepts::{ConceptMatch, Pack, Response};
use std::fmt::Write;

/// Symbols of a concept that are shown to people; JSON has all.
const SYMBOLS: usize = 8;

/// The packs that apply; if a task was given, the concepts that its words select.
pub fn concepts(response: &Response, has_task: bool, paint: &Paint) -> String {
    let mut text = String::new();
    if has_task {
        for matched in &response.matches {
            write_match(&mut text, paint, matched);
        }
        if response.matches.is_empty() {
            text.push_str("no concept matches this task\n");
        }
    } else {
        for pack in &response.packs {
            applies(&mut text, paint, pack);
        }
        if response.packs.is_empty() {
            text.push_str("no pack applies to this repository\n");
        }
    }
    for problem in &response.problems {
        let _ = writeln!(text, "\n{}", paint.warning(problem));
    }
    text
}

fn applies(text: &mut String, paint: &Paint, pack: &Pack) {
    let _ = writeln!(text, "{}: {}", paint.name(&pack.name), paint.text(&pack.why));
    if !pack.concepts.is_empty() {
        let _ = writeln!(text, "  {}", paint.text(&pack.concepts.join(", ")));
    }
}

fn write_match(text: &mut String, paint: &Paint, matched: &ConceptMatch) {
    let phrases = matched.phrases.join("”, “");
    let _ = writeln!(text, "{} (“{}”)", paint.name(&matched.reason), paint.text(&phrases));
    for symbol in matched.symbols.iter().take(SYMBOLS) {
        let _ = writeln!(text, "  {:+.2}  {}", symbol.weight, paint.text(&symbol.id));
    }
    if matched.symbols.len() > SYMBOLS {
        let _ = writeln!(text, "  … {} more", matched.symbols.len() - SYMBOLS);
    }
}
