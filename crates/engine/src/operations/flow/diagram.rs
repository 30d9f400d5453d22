//! A flow as a Mermaid diagram.

use fathom_protocol::flow::{Response, StepKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Boxes and arrows.
pub(super) fn flowchart(response: &Response) -> String {
    let numbers = numbers(response);
    let mut text = String::from("flowchart TD\n");
    for node in &response.nodes {
        let _ = writeln!(text, "  n{}[\"{}\"]", numbers[node.id.as_str()], label(&node.name));
    }
    for edge in &response.edges {
        let arrow = if edge.kind == StepKind::Async { "-.->" } else { "-->" };
        if let (Some(from), Some(to)) = (numbers.get(edge.from.as_str()), numbers.get(edge.to.as_str())) {
            let _ = writeln!(text, "  n{from} {arrow} n{to}");
        }
    }
    text
}

/// Who calls whom, from top to bottom.
pub(super) fn sequence(response: &Response) -> String {
    let numbers = numbers(response);
    let mut text = String::from("sequenceDiagram\n");
    for node in &response.nodes {
        let _ = writeln!(text, "  participant n{} as {}", numbers[node.id.as_str()], label(&node.name));
    }
    for edge in &response.edges {
        let arrow = if edge.kind == StepKind::Async { "--)" } else { "->>" };
        if let (Some(from), Some(to)) = (numbers.get(edge.from.as_str()), numbers.get(edge.to.as_str())) {
            let _ = writeln!(text, "  n{from}{arrow}n{to}: line {}", edge.line);
        }
    }
    text
}

fn numbers(response: &Response) -> BTreeMap<&str, usize> {
    response.nodes.iter().enumerate().map(|(number, node)| (node.id.as_str(), number)).collect()
}

/// A name without the characters that end a label or a line of Mermaid.
fn label(name: &str) -> String {
    let plain = |c: char| match c {
        '"' => '\'',
        ';' | '\n' | '\r' => ' ',
        '<' => '‹',
        '>' => '›',
        '#' => '＃',
        c if c.is_control() => ' ',
        c => c,
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn no_name_ends_a_label() {
        assert_eq!(label("Map<\"K\">\n#x;"), "Map‹'K'› ＃x ");
    }
}
