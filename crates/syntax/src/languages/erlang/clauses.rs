//! The clauses of a function as one definition.

use super::super::{Role, Source};
use crate::traits::Kind;
use tree_sitter::Node;

type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

/// Clauses of one function that are looked at.
const CLAUSES: usize = 500;

pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let Some(name) = name(node) else { return };
    let text = source.text(name);
    let same = |other: Option<Node<'t>>| {
        other.filter(|other| self::name(*other).is_some_and(|name| source.text(name) == text))
    };
    if same(node.prev_named_sibling()).is_some() {
        return;
    }
    let mut last = node;
    for _ in 0..CLAUSES {
        let Some(next) = same(last.next_named_sibling()) else { break };
        last = next;
    }
    let clause = node.child_by_field_name("clause");
    let body = clause.and_then(|clause| clause.child_by_field_name("body")).unwrap_or(node);
    report(&[
        (Role::Definition(Kind::Function), node),
        (Role::Name, name),
        (Role::Body, body),
        (Role::Extent, last),
    ]);
}

fn name(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("clause").filter(|_| node.kind() == "fun_decl")?.child_by_field_name("name")
}
