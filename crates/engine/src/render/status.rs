//! `status` as text.

use super::{Paint, thousands};
use fathom_protocol::status::Response;
use std::fmt::Write;

/// The content of the index and how fresh it is.
pub fn status(response: &Response, paint: &Paint) -> String {
    let mut text = format!("{}\n", paint.name(&response.root));
    let commit = response.commit.as_deref().unwrap_or("no commit");
    let branch =
        response.branch.as_ref().map_or(String::new(), |branch| format!(" on {}", paint.text(branch)));
    let _ =
        writeln!(text, "checked out: {commit}{branch}, {} files differ from it", response.dirty_files.len());
    if !response.indexed {
        let _ = writeln!(text, "not indexed yet; `fathom index` or any question builds the index");
        return text;
    }
    let indexed = response.indexed_commit.as_deref().unwrap_or("no commit");
    let freshness = match response.stale_files {
        0 => "up to date".to_owned(),
        count => paint.warning(&format!("{count} files changed since; the next question indexes them")),
    };
    let _ = writeln!(text, "index:       {indexed}, {freshness}");
    let _ = writeln!(
        text,
        "             {} files, {} symbols, {} edges, {:.1} MB",
        thousands(response.files),
        thousands(response.symbols),
        thousands(response.edges),
        response.index_bytes as f64 / 1e6
    );
    for (name, count) in &response.languages {
        let _ = writeln!(
            text,
            "  {name:18} {:>8} files {:>10} symbols",
            thousands(count.files),
            thousands(count.symbols)
        );
    }
    if !response.unsupported_languages.is_empty() {
        let names: Vec<String> =
            response.unsupported_languages.iter().map(|(name, count)| format!("{name} ({count})")).collect();
        let _ = writeln!(text, "read as text only: {}", paint.text(&names.join(", ")));
    }
    text
}
