//! `symbols` as text.

use super::{Paint, name_after};
use fathom_protocol::SymbolKind;
use fathom_protocol::symbols::Response;
use std::fmt::Write;

/// Definitions by a name, each with its signature; the outline of a file or folder.
pub fn symbols(response: &Response, name: &str, paint: &Paint) -> String {
    if let Some(total) = response.total.filter(|total| *total > 0) {
        return outline(response, total, paint);
    }
    let mut text = String::new();
    if !response.exact && response.count > 0 {
        let _ = writeln!(text, "nothing is called exactly `{}`; names like it:", paint.text(name));
    }
    for symbol in &response.symbols {
        let _ = writeln!(
            text,
            "{}  {}{}",
            paint.place(&symbol.source_path, symbol.line),
            symbol.kind,
            name_after(paint, &symbol.source_path, &symbol.name)
        );
        if !symbol.signature.is_empty() && symbol.signature != symbol.own_name {
            let _ = writeln!(text, "    {}", paint.text(&symbol.signature));
        }
    }
    if response.count == 0 {
        let _ = writeln!(text, "nothing is called `{}`", paint.text(name));
        if !response.unsupported_languages.is_empty() {
            let _ = writeln!(
                text,
                "(read as text only: {})",
                paint.text(&response.unsupported_languages.join(", "))
            );
        }
    }
    text
}

/// Files and their symbols, one a line, nested as in the text.
fn outline(response: &Response, total: usize, paint: &Paint) -> String {
    let mut text = String::new();
    let mut path = "";
    // In a folder, files have depth 0.
    let outer = u32::from(response.symbols.iter().any(|symbol| symbol.kind == SymbolKind::File));
    for symbol in &response.symbols {
        if symbol.source_path != path {
            let gap = if path.is_empty() { "" } else { "\n" };
            path = &symbol.source_path;
            let _ = writeln!(text, "{gap}{}", paint.path(path));
        }
        if symbol.kind != SymbolKind::File {
            let depth = symbol.depth.unwrap_or_default().saturating_sub(outer);
            // A symbol outside of its type is printed with the type's name.
            let name = if depth == 0 { &symbol.name } else { &symbol.own_name };
            let indent = "  ".repeat(depth as usize);
            let line = paint.faint(&format!("{:5}", symbol.line));
            let _ = writeln!(text, "{line}  {indent}{} {}", symbol.kind, paint.name(name));
        }
    }
    if total > response.count {
        let _ = writeln!(text, "… {} more; --limit {total} shows all", total - response.count);
    }
    text
}
