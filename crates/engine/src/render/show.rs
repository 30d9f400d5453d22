//! `show` as text.

use super::{Paint, also, doubt, heading, name_after};
use fathom_protocol::Relation;
use fathom_protocol::show::Response;
use std::fmt::Write;

/// One symbol: its place, doc and code, and what refers to it.
pub fn show(response: &Response, paint: &Paint) -> String {
    let symbol = &response.symbol;
    let mut text = format!("{} ({})\n", heading(paint, symbol), symbol.visibility);
    if !response.doc.is_empty() {
        text.push('\n');
    }
    // Indented: no line of a doc can pass for one of the answer.
    for line in response.doc.lines() {
        let _ = writeln!(text, "{}", format!("  {}", paint.text(line)).trim_end());
    }
    body(&mut text, paint, response);
    relations(&mut text, paint, "referred to by:", &response.callers, response.caller_count);
    relations(&mut text, paint, "refers to:", &response.callees, response.callee_count);
    relations(&mut text, paint, "mentioned in:", &response.mentioned_in, response.mention_count);
    also(&mut text, paint, &response.alternatives);
    text
}

/// The lines of a symbol, or the signatures of a file.
fn body(text: &mut String, paint: &Paint, response: &Response) {
    if !response.outline.is_empty() || response.lines_left_out > 0 {
        text.push('\n');
    }
    for line in &response.outline {
        let symbol = &line.symbol;
        let indent = "  ".repeat(symbol.depth.unwrap_or_default() as usize);
        let signature = if symbol.signature.is_empty() { &symbol.own_name } else { &symbol.signature };
        let gutter = paint.faint(&format!("{:5} |", symbol.line));
        let _ = writeln!(text, "{gutter} {indent}{}", paint.text(signature));
        if !line.doc.is_empty() {
            let _ = writeln!(text, "{} {indent}  {}", paint.faint("      |"), paint.text(&line.doc));
        }
    }
    match &response.code {
        Some(code) => {
            if response.lines_left_out == 0 {
                text.push('\n');
            }
            text.push_str(&paint.code(code, response.symbol.line));
        }
        None if response.outline.is_empty() && response.lines_left_out == 0 => {
            let _ = writeln!(text, "\n{}", paint.warning("(the file has changed since it was indexed)"));
        }
        None => {}
    }
    if response.lines_left_out > 0 {
        let _ = writeln!(text, "{} … {} more lines", paint.faint("      |"), response.lines_left_out);
    }
}

fn relations(text: &mut String, paint: &Paint, title: &str, list: &[Relation], total: usize) {
    if total == 0 {
        return;
    }
    let _ = writeln!(text, "\n{}", paint.title(title));
    for one in list {
        let _ = writeln!(
            text,
            "  {}  {}{}{}",
            paint.place(&one.path, one.line),
            one.edge_type,
            name_after(paint, &one.path, &one.name),
            doubt(paint, one.resolution, one.confidence, false)
        );
    }
    if total > list.len() {
        let _ = writeln!(text, "  … {} more", total - list.len());
    }
}
