//! The overview of a repository as text.

use super::{Paint, heading, thousands};
use crate::operations::overview::{CountedSymbol, Overview, Share};
use std::fmt::Write;

/// A repository at a glance.
pub fn overview(overview: &Overview, paint: &Paint) -> String {
    let mut text = format!("# {}\n", paint.name(&overview.name));
    let commit = overview.index.commit.as_deref().unwrap_or("no commit");
    let dirty = if overview.index.dirty { ", with uncommitted changes" } else { "" };
    let fresh = match (overview.index.indexing, overview.index.stale_files) {
        (true, _) => "; a newer index is being built".to_owned(),
        (false, 0) => "; up to date".to_owned(),
        (false, count) => format!("; {count} files changed since"),
    };
    let _ = writeln!(text, "indexed at {commit}{dirty}{fresh}");
    for note in &overview.index.notes {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    shares(&mut text, paint, "languages", &overview.languages);
    if !overview.unsupported_languages.is_empty() {
        let _ =
            writeln!(text, "  read as text only: {}", paint.text(&overview.unsupported_languages.join(", ")));
    }
    shares(&mut text, paint, "largest folders", &overview.folders);
    symbols(&mut text, paint, "entry points", "calls", &overview.entry_points);
    symbols(&mut text, paint, "most referenced", "referred to by", &overview.most_referenced);
    text
}

fn shares(text: &mut String, paint: &Paint, title: &str, shares: &[Share]) {
    if shares.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}", paint.title(&format!("{title}:")));
    for share in shares {
        let (files, symbols) = (thousands(share.files), thousands(share.symbols));
        let _ = writeln!(text, "  {:24} {files:>8} files {symbols:>10} symbols", paint.text(&share.name));
    }
}

fn symbols(text: &mut String, paint: &Paint, title: &str, relation: &str, symbols: &[CountedSymbol]) {
    if symbols.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}", paint.title(&format!("{title}:")));
    for CountedSymbol { symbol, count } in symbols {
        let _ = writeln!(text, "  {}  ({relation} {})", heading(paint, symbol), thousands(*count));
    }
}
