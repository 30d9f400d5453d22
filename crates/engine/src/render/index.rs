//! `index` as text.

use super::{Paint, thousands};
use fathom_protocol::index::Response;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Reasons that are shown to people; JSON has every file.
const REASONS: usize = 12;

/// The indexed files, and those that were left out.
pub fn index(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} files, {} symbols, {} edges in {:.2} s ({} changed, {} parsed; {:.1} MB on disk)",
        thousands(response.files),
        thousands(response.symbols),
        thousands(response.edges),
        response.elapsed_ms as f64 / 1000.0,
        thousands(response.changed_files),
        thousands(response.parsed_files),
        response.index_bytes as f64 / 1e6,
    );
    let mut languages: Vec<_> = response.languages.iter().collect();
    languages.sort_by_key(|(_, count)| std::cmp::Reverse(count.symbols));
    for (name, count) in languages {
        let _ = writeln!(
            text,
            "  {name:18} {:>8} files {:>10} symbols",
            thousands(count.files),
            thousands(count.symbols)
        );
    }
    let counts = &response.unresolved;
    if counts.references > 0 {
        let share = |part: u32| f64::from(part) * 100.0 / f64::from(counts.references);
        let _ = writeln!(
            text,
            "references: {:.0}% lead to a symbol here, {:.0}% lead outside, {:.0}% have a receiver of unknown type, {:.0}% name nothing known",
            share(counts.resolved),
            share(counts.external),
            share(counts.unknown_receiver),
            share(counts.missing),
        );
    }
    let mut reasons: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for skip in &response.skipped {
        let entry = reasons.entry(&skip.reason).or_insert((0, &skip.path));
        entry.0 += 1;
    }
    if !reasons.is_empty() {
        let _ = writeln!(text, "{}", paint.title("left out (all paths with --json):"));
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, example)) in reasons.iter().take(REASONS) {
            let example =
                if example.is_empty() { String::new() } else { format!(", e.g. {}", paint.path(example)) };
            let _ = writeln!(text, "  {count:>6}  {}{example}", paint.text(reason));
        }
    }
    text
}
