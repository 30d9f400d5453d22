//! `impact` as text.

use super::{Paint, also, doubt, name_after, unresolved};
use fathom_protocol::impact::Response;
use std::fmt::Write;

/// Changed symbols that are shown to people; JSON has all.
const CHANGED: usize = 20;
/// Entry points that are shown to people; JSON has more.
const ENTRY_POINTS: usize = 20;

/// The dependents of a change, nearest first.
pub fn impact(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    for note in &response.notes {
        let _ = writeln!(text, "{}", paint.text(note));
    }
    if !response.notes.is_empty() && response.changed.is_empty() {
        return text;
    }
    for id in response.changed.iter().take(CHANGED) {
        let _ = writeln!(text, "{}", paint.name(id));
    }
    if response.changed.len() > CHANGED {
        let _ = writeln!(text, "… {} more are changed", response.changed.len() - CHANGED);
    }
    let mut depth = 0;
    for one in &response.impacted {
        if one.depth != depth {
            depth = one.depth;
            let title = if depth == 1 { "directly:".to_owned() } else { format!("{depth} steps away:") };
            let _ = writeln!(text, "\n{}", paint.title(&title));
        }
        let test = if one.test { paint.faint("(test)") } else { String::new() };
        let _ = writeln!(
            text,
            "  {} {} {}{}{}{test}",
            paint.place(&one.path, one.line),
            name_after(paint, &one.path, &one.name),
            one.edge_type,
            doubt(paint, one.resolution, one.confidence, true),
            if one.test { "  " } else { "" },
        );
    }
    if !response.entry_points.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("entry points:"));
    }
    for one in response.entry_points.iter().take(ENTRY_POINTS) {
        let address = format!("{} {}", one.method, one.path);
        let _ = writeln!(text, "  {} {}  {}", one.kind, paint.name(address.trim()), paint.text(&one.handler));
    }
    let shown = response.entry_points.len().min(ENTRY_POINTS);
    if response.total_entry_points > shown {
        let more = response.total_entry_points - shown;
        let _ = writeln!(text, "  … {more} more; `fathom endpoints` lists all of the repository");
    }
    if response.total > response.impacted.len() {
        let more = response.total - response.impacted.len();
        let _ = writeln!(text, "\n… {more} more; --limit {} shows all", response.total);
    }
    if response.impacted.is_empty() {
        let _ = writeln!(text, "\nno resolved reference leads here");
    }
    if response.possibly_missing > 0 {
        let count = response.possibly_missing;
        let title = format!("{count} unresolved {} of this name:", if count == 1 { "call" } else { "calls" });
        let _ = writeln!(text, "\n{}", paint.title(&title));
        unresolved(&mut text, paint, &response.unresolved);
    }
    also(&mut text, paint, &response.alternatives);
    text
}
