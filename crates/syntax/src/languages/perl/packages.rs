//! A package lasts to the next one, or to the end of the file.

use super::super::{Role, Source};
use crate::facts::InheritKind;
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::Kind;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("perl"));

type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    match node.kind() {
        "package_statement" => package(node, report),
        "use_statement" => used(node, source, report),
        _ => declared(node, source, report),
    }
}

fn package<'t>(node: Node<'t>, report: Report<'_, 't>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let mut last = node;
    let mut next = node.next_named_sibling();
    while let Some(sibling) = next.filter(|sibling| sibling.kind() != "package_statement") {
        last = sibling;
        next = sibling.next_named_sibling();
    }
    report(&[(Role::Definition(Kind::Module), node), (Role::Name, name), (Role::Extent, last)]);
}

/// `use parent 'Shop::Basket'`, `use constant LIMIT => 10`.
fn used<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let word = node.child_by_field_name("module").map_or("", |module| source.text(module));
    let values = || node.named_children(&mut node.walk()).skip(1).collect::<Vec<_>>();
    match word {
        "parent" | "base" => {
            for base in values().iter().filter_map(|value| value.child_by_field_name("content")) {
                report(&[(Role::Inherit(InheritKind::Extends), base)]);
            }
        }
        "constant" => {
            let name = values().first().and_then(|list| list.named_child(0));
            if let Some(name) = name.filter(|name| name.kind() == "autoquoted_bareword") {
                report(&[(Role::Definition(Kind::Constant), node), (Role::Name, name)]);
            }
        }
        _ => report(&[(Role::Import, node)]),
    }
}

/// `has owner => (…)`, `extends 'Shop::Basket'`, `with 'Shop::Priced'`.
fn declared<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let word = node.child_by_field_name("function").map_or("", |function| source.text(function));
    let Some(arguments) = node.child_by_field_name("arguments") else { return };
    let first =
        if arguments.kind() == "list_expression" { arguments.named_child(0) } else { Some(arguments) };
    let Some(first) = first else { return };
    match word {
        "extends" | "with" => {
            let kind = if word == "with" { InheritKind::Mixes } else { InheritKind::Extends };
            if let Some(base) = first.child_by_field_name("content") {
                report(&[(Role::Inherit(kind), base)]);
            }
        }
        _ if WORDS.has(Word::FieldCall, word) && first.kind() == "autoquoted_bareword" => {
            report(&[(Role::Definition(Kind::Field), node), (Role::Name, first)]);
        }
        _ => {}
    }
}
