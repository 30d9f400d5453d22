//! `endpoints` as text.

use super::Paint;
use fathom_protocol::endpoints::Response;
use std::fmt::Write;

/// Widest column of paths; longer paths move what is behind them.
const PATH_WIDTH: usize = 48;

/// One line for each entry point, by kind.
pub fn endpoints(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    let width = response.endpoints.iter().map(|one| one.path.chars().count()).max().unwrap_or(0);
    let width = width.min(PATH_WIDTH);
    let mut kind = None;
    for one in &response.endpoints {
        if kind != Some(one.kind) {
            let gap = if kind.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{}", paint.title(&format!("{}s:", one.kind)));
            kind = Some(one.kind);
        }
        let method = if one.method.is_empty() { String::new() } else { format!("{:<7}", one.method) };
        let padding = " ".repeat(width.saturating_sub(one.path.chars().count()));
        let _ = writeln!(
            text,
            "  {}{}{padding}  {}  ({})",
            paint.text(&method),
            paint.name(&one.path),
            paint.text(&one.handler),
            paint.place(&one.source_path, one.line),
        );
    }
    if response.total > response.endpoints.len() {
        let more = response.total - response.endpoints.len();
        let _ = writeln!(text, "… {more} more; --limit {} shows all", response.total);
    }
    if response.endpoints.is_empty() {
        let known = if response.frameworks.is_empty() {
            "no framework that Fathom has a model of is used here".to_owned()
        } else {
            format!("no entry point matches (frameworks: {})", response.frameworks.join(", "))
        };
        let _ = writeln!(text, "{}", paint.warning(&known));
    }
    text
}
