//! Answers as text: a file per operation, and what they share.
//!
//! Text is made here so that every front end gives the same. Each function takes a
//! response and a [`Paint`], which escapes whatever comes from a repository or a
//! question ([`escape`]) and adds colours and links where a terminal has them.
//! `context`, whose text is packed into a budget, has its formats beside it
//! ([`Answer::painted`](crate::operations::context::Answer::painted)).

mod concepts;
mod endpoints;
pub mod escape;
mod evaluation;
mod explain;
mod feedback;
mod files;
mod flow;
mod impact;
mod index;
pub mod json;
mod links;
mod outcomes;
mod overview;
pub(crate) mod paint;
mod predict;
mod query;
mod show;
mod states;
mod status;
mod symbols;
mod tests;
mod trace;

pub use concepts::concepts;
pub use endpoints::endpoints;
pub use evaluation::evaluation;
pub use explain::explain;
pub use feedback::feedback;
pub use files::files;
pub use flow::flow;
pub use impact::impact;
pub use index::index;
pub use links::Links;
pub use outcomes::{CalibrationParts, calibration, leaderboard, recorded};
pub use overview::overview;
pub use paint::Paint;
pub use predict::{predict_error, prediction_notes, predictions};
pub use query::query;
pub use show::show;
pub use states::states;
pub use status::status;
pub use symbols::symbols;
pub use tests::tests;
pub use trace::trace;

use fathom_protocol::{Resolution, Symbol};
use std::fmt::Write;

/// 12,345,678 as people read it.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The text of a line after `path:line`: a space and the name of a symbol, or nothing for the file
/// itself.
fn name_after(paint: &Paint, path: &str, name: &str) -> String {
    if name == path { String::new() } else { format!(" {}", paint.name(name)) }
}

/// `path:first-last  kind name`.
fn heading(paint: &Paint, symbol: &Symbol) -> String {
    format!(
        "{}  {}{}",
        paint.lines(&symbol.source_path, symbol.line, symbol.end_line),
        symbol.kind,
        name_after(paint, &symbol.source_path, &symbol.name)
    )
}

/// Other symbols that a name could mean.
fn also(text: &mut String, paint: &Paint, others: &[String]) {
    if !others.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("the name could also mean:"));
    }
    for other in others {
        let _ = writeln!(text, "  {}", paint.text(other));
    }
}

/// Unresolved calls, one per line.
fn unresolved(text: &mut String, paint: &Paint, calls: &[fathom_protocol::UnresolvedCall]) {
    for one in calls {
        let _ = writeln!(text, "  {} {}", paint.place(&one.path, one.line), paint.text(&one.call));
    }
}

/// How a relation was found, if that leaves doubt.
fn doubt(paint: &Paint, resolution: Resolution, confidence: f32, number: bool) -> String {
    if confidence >= 1.0 {
        return String::new();
    }
    let label = if number { format!("[{resolution} {confidence:.2}]") } else { format!("[{resolution}]") };
    format!("  {}", paint.warning(&label))
}

#[cfg(test)]
mod number_tests {
    use super::thousands;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234), "1,234");
        assert_eq!(thousands(12_345_678), "12,345,678");
    }
}
