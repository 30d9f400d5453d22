//! A flow as a Mermaid diagram.

use fathom_protocol::flow::{FilterKind, Response, StepKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Boxes and arrows.
pub(super) fn flowchart(response: &Response) -> String {
    let numbers = numbers(response);
    let mut text = String::from("flowchart TD\n");
    for node in &response.nodes {
        let number = numbers[node.id.as_str()];
        let name = label(&node.name);
        let _ = match node.kind.as_str() {
            "filter" => writeln!(text, "  n{number}([\"{name}\"])"),
            kind if kind.starts_with("external") => writeln!(text, "  n{number}[/\"{name}\"/]"),
            _ => writeln!(text, "  n{number}[\"{name}\"]"),
        };
    }
    let mut drawn: BTreeSet<(usize, usize, &str)> = BTreeSet::new();
    for (edge, condition) in edges(response) {
        let (Some(from), Some(to)) = (numbers.get(edge.from.as_str()), numbers.get(edge.to.as_str())) else {
            continue;
        };
        let arrow = if edge.kind == StepKind::Async { "-.->" } else { "-->" };
        if !drawn.insert((*from, *to, arrow)) {
            continue;
        }
        let _ = match condition.map(label).or_else(|| word(edge.kind).map(str::to_owned)) {
            Some(text_on_arrow) => writeln!(text, "  n{from} {arrow}|\"{text_on_arrow}\"| n{to}"),
            None => writeln!(text, "  n{from} {arrow} n{to}"),
        };
    }
    text
}

/// Who calls whom, from top to bottom. The participants are types, not methods.
pub(super) fn sequence(response: &Response) -> String {
    let mut participants: Vec<String> = Vec::new();
    let owners: BTreeMap<&str, (String, String)> =
        response.nodes.iter().map(|node| (node.id.as_str(), owner(&node.name, &node.path))).collect();
    let mut lines = String::new();
    let number = |participants: &mut Vec<String>, name: &str| {
        if let Some(at) = participants.iter().position(|one| one == name) {
            at
        } else {
            participants.push(name.to_owned());
            participants.len() - 1
        }
    };
    let Some(handler) = response.chain.first() else { return "sequenceDiagram\n".to_owned() };
    let Some((start, _)) = owners.get(handler.node.as_str()) else { return "sequenceDiagram\n".to_owned() };
    number(&mut participants, start);
    if !response.method.is_empty() {
        let _ = writeln!(lines, "  Note over p0: {} {}", response.method, label(&response.path));
    }
    let (before, after): (Vec<_>, Vec<_>) =
        response.filters.iter().partition(|filter| filter.kind != FilterKind::After);
    for filter in before {
        let _ = writeln!(lines, "  p0->>p0: {} {}", filter.kind, label(&filter.name));
    }
    // The steps above the current one, by depth, with their participants.
    let mut above: Vec<usize> = vec![0];
    for step in response.chain.iter().skip(1) {
        let Some((who, what)) = owners.get(step.node.as_str()) else { continue };
        let to = number(&mut participants, who);
        let depth = step.depth as usize;
        above.truncate(depth.max(1));
        let from = above.last().copied().unwrap_or(0);
        let arrow = if step.kind == StepKind::Async { "--)" } else { "->>" };
        let condition = step.condition.as_ref().map(|one| format!(" [{}]", label(one))).unwrap_or_default();
        let _ = writeln!(lines, "  p{from}{arrow}p{to}: {}{condition}", label(what));
        while above.len() < depth {
            above.push(from);
        }
        above.push(to);
    }
    for filter in after {
        let _ = writeln!(lines, "  p0->>p0: {} {}", filter.kind, label(&filter.name));
    }
    let mut text = String::from("sequenceDiagram\n");
    for (at, name) in participants.iter().enumerate() {
        let _ = writeln!(text, "  participant p{at} as {}", label(name));
    }
    text + &lines
}

/// The type of a member and the member's own name; what has no type belongs to its file.
fn owner(name: &str, path: &str) -> (String, String) {
    if let Some((owner, member)) = name.rsplit_once('#') {
        return (owner.to_owned(), member.to_owned());
    }
    if let Some((owner, member)) =
        name.rsplit_once('.').filter(|(owner, _)| !owner.is_empty() && !name.contains('/'))
    {
        (owner.to_owned(), member.to_owned())
    } else {
        let file = path.rsplit('/').next().unwrap_or(path);
        (if file.is_empty() { name } else { file }.to_owned(), name.to_owned())
    }
}

/// Edges with the condition of the step that they lead to.
fn edges(response: &Response) -> impl Iterator<Item = (&fathom_protocol::flow::Edge, Option<&str>)> {
    let of_steps: BTreeMap<(&str, u32), &str> = response
        .chain
        .iter()
        .filter_map(|step| Some(((step.node.as_str(), step.line), step.condition.as_deref()?)))
        .collect();
    response.edges.iter().map(move |edge| (edge, of_steps.get(&(edge.to.as_str(), edge.line)).copied()))
}

fn word(kind: StepKind) -> Option<&'static str> {
    match kind {
        StepKind::Callback => Some("callback"),
        StepKind::Async => Some("async"),
        StepKind::Transition => Some("transition"),
        StepKind::Call | StepKind::External | StepKind::Branch => None,
    }
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
        '|' => '¦',
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
        assert_eq!(label("Map<\"K\">\n#x;|"), "Map‹'K'› ＃x ¦");
    }
}
