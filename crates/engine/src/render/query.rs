//! `query` as text.

use super::Paint;
use fathom_protocol::query::Response;
use std::fmt::Write;

/// The hits of a search, best first.
pub fn query(response: &Response, words: &str, paint: &Paint) -> String {
    let mut text = String::new();
    for hit in &response.results {
        // The title of a file repeats its path.
        let title = hit.title.strip_suffix(&hit.source_path).map_or(&*hit.title, str::trim_end);
        let place = paint.place(&hit.source_path, hit.line);
        let _ = writeln!(text, "{:7.2}  {place}  {}", hit.score, paint.name(title));
        if !hit.snippet.is_empty() {
            let _ = writeln!(text, "         {}", paint.text(&hit.snippet));
        }
    }
    if response.total == 0 {
        let _ = writeln!(text, "nothing matches `{}`", paint.text(words));
    } else if response.total > response.results.len() {
        let _ = writeln!(text, "… {} more", response.total - response.results.len());
    }
    text
}
