//! `tests` as text.

use super::Paint;
use fathom_protocol::tests::Response;
use std::fmt::Write;

/// The tests to run, most probable first.
pub fn tests(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    for test in &response.tests {
        let reason = test.reasons.first().map(|reason| format!("  {}", paint.faint(reason)));
        let _ = writeln!(
            text,
            "{:>4.0}%  {}{}",
            test.probability * 100.0,
            paint.name(&test.id),
            reason.unwrap_or_default()
        );
    }
    if response.tests.is_empty() {
        text.push_str("no test reaches this change\n");
    }
    if response.total > response.tests.len() {
        let more = response.total - response.tests.len();
        let _ = writeln!(text, "… {more} more; --limit {} shows all", response.total);
    }
    for note in response.notes.iter().chain(&response.index.notes) {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    text
}
