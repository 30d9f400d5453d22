//! `files` as text.

use super::Paint;
use fathom_protocol::files::Response;
use std::fmt::Write;

/// The files of a task, best first, each with its best symbols.
pub fn files(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    for file in &response.files {
        let _ = writeln!(text, "{}  {:.0}%", paint.path(&file.path), file.probability * 100.0);
        for reason in &file.reasons {
            let _ = writeln!(text, "    {}", paint.faint(reason));
        }
    }
    if response.files.is_empty() {
        text.push_str("nothing in this repository matches these words\n");
    }
    for note in response.notes.iter().chain(&response.index.notes) {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    text
}
