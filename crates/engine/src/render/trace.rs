//! `trace` as text.

use super::{Paint, also, doubt, name_after, unresolved};
use fathom_protocol::trace::{Response, Step};
use std::fmt::Write;

/// The calls downstream, as a tree.
pub fn trace(response: &Response, paint: &Paint) -> String {
    let mut text = format!("{}\n", paint.name(&response.entry));
    tree(&mut text, paint, &response.chain);
    if response.chain.is_empty() {
        let _ = writeln!(text, "  no resolved calls");
    }
    if !response.unresolved.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("unresolved calls:"));
        unresolved(&mut text, paint, &response.unresolved);
    }
    also(&mut text, paint, &response.alternatives);
    text
}

/// Maximum depth of indentation; deeper steps print their depth.
const INDENTED: usize = 32;

fn tree(text: &mut String, paint: &Paint, chain: &[Step]) {
    // Steps to print, the next one last. What a step leads to comes right after it.
    let mut inner: Vec<Vec<usize>> = vec![Vec::new(); chain.len()];
    let mut next: Vec<usize> = Vec::new();
    for (at, step) in chain.iter().enumerate().rev() {
        match step.parent_index {
            Some(parent) => inner[parent].push(at),
            None => next.push(at),
        }
    }
    while let Some(at) = next.pop() {
        let step = &chain[at];
        let depth = step.depth as usize;
        let indent = "  ".repeat(depth.min(INDENTED));
        let deeper = if depth > INDENTED { format!("{depth}: ") } else { String::new() };
        let _ = writeln!(
            text,
            "{indent}{deeper}{}{}  ({}){}",
            step.edge_type,
            name_after(paint, &step.path, &step.name),
            paint.place(&step.path, step.line),
            doubt(paint, step.resolution, step.confidence, true)
        );
        next.append(&mut inner[at]);
    }
}
