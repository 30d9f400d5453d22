//! `flow` as text.

use super::{Paint, escape};
use fathom_protocol::flow::{Response, Step, StepKind};
use std::fmt::Write;

/// Depth up to which a step is indented; deeper ones state their depth.
const INDENTED: usize = 24;

/// Filters, then the chain as a tree.
pub fn flow(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    if !response.method.is_empty() {
        let route = format!("{} {}", response.method, response.path);
        let _ = writeln!(text, "{}", paint.name(&route));
    }
    for filter in &response.filters {
        let condition = filter.condition.as_ref().map(|one| format!("  [{}]", paint.text(one)));
        let _ = writeln!(
            text,
            "{} {}  ({}){}",
            filter.kind,
            paint.text(&filter.name),
            paint.place(&filter.source_path, filter.line),
            condition.unwrap_or_default()
        );
    }
    for step in &response.chain {
        line(&mut text, paint, step);
    }
    if let Some(mermaid) = &response.mermaid {
        let _ = writeln!(text, "\n{}", escape::block(mermaid));
    }
    for note in response.notes.iter().chain(&response.index.notes) {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    text
}

fn line(text: &mut String, paint: &Paint, step: &Step) {
    let depth = step.depth as usize;
    let indent = "  ".repeat(depth.min(INDENTED));
    let deeper = if depth > INDENTED { format!("{depth}: ") } else { String::new() };
    let kind = if step.kind == StepKind::Call { String::new() } else { format!("{} ", step.kind) };
    let condition = step.condition.as_ref().map(|one| format!("  [{}]", paint.text(one)));
    let _ = writeln!(
        text,
        "{indent}{deeper}{kind}{}  ({}){}",
        paint.name(&step.name),
        paint.place(&step.path, step.line),
        condition.unwrap_or_default()
    );
}
