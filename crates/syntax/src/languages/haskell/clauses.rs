//! Signatures and clauses of one function as one definition.

use super::super::{Role, Source};
use crate::traits::Kind;
use tree_sitter::Node;

type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

/// Clauses of one function that are looked at.
const CLAUSES: usize = 200;

pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let is_top = node.parent().is_some_and(|above| {
        matches!(above.kind(), "declarations" | "class_declarations" | "instance_declarations")
    });
    let Some(name) = node.child_by_field_name("name").filter(|_| is_top) else { return };
    let text = source.text(name);
    let same = |other: Option<Node<'t>>| {
        other.filter(|other| {
            matches!(other.kind(), "signature" | "function" | "bind")
                && other.child_by_field_name("name").is_some_and(|name| source.text(name) == text)
        })
    };
    let mut before = node.prev_named_sibling();
    while let Some(comment) = before.filter(|before| is_comment(*before)) {
        before = comment.prev_named_sibling();
    }
    if same(before).is_some() {
        return;
    }
    let mut clauses = vec![node];
    let mut at = node.next_named_sibling();
    while let Some(next) = at.filter(|_| clauses.len() < CLAUSES) {
        if is_comment(next) {
            at = next.next_named_sibling();
        } else if same(Some(next)).is_some() {
            clauses.push(next);
            at = next.next_named_sibling();
        } else {
            break;
        }
    }
    let takes = |clause: &Node<'t>| {
        clause.kind() == "function" || clause.kind() == "signature" && source.text(*clause).contains("->")
    };
    let in_type = node.parent().is_some_and(|above| above.kind() != "declarations");
    let kind = if in_type || clauses.iter().any(takes) { Kind::Function } else { Kind::Constant };
    let mut parts = vec![(Role::Definition(kind), node), (Role::Name, name)];
    if let Some(last) = clauses.last().filter(|last| **last != node) {
        parts.push((Role::Extent, *last));
    }
    // The type is the signature, if it is written down.
    let body = match node.kind() {
        "signature" => clauses.get(1).copied(),
        _ => node.child_by_field_name("match"),
    };
    if let Some(body) = body {
        parts.push((Role::Body, body));
    }
    report(&parts);
}

fn is_comment(node: Node<'_>) -> bool {
    matches!(node.kind(), "comment" | "haddock" | "pragma")
}
