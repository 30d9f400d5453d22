//! Scala's packages, imports and exports, with selectors and renames.

use crate::facts::ImportFlags;
use crate::languages::{ImportSink, Source};
use tree_sitter::Node;

pub(super) fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() == "package_clause" {
        sink.add(&package(node, source), "", "", ImportFlags::PACKAGE);
        return;
    }
    let flags = if node.kind() == "export_declaration" { ImportFlags::REEXPORT } else { 0 };
    let mut cursor = node.walk();
    let mut path: Vec<&str> = Vec::new();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "identifier" | "operator_identifier" => path.push(source.text(child)),
            "," => flush(&mut path, flags, sink),
            "import" | "export" | "." => {}
            "namespace_selectors" => {
                let mut inner = child.walk();
                for selector in child.named_children(&mut inner) {
                    selected(&path.join("."), selector, flags, source, sink);
                }
                path.clear();
            }
            _ => {
                selected(&path.join("."), child, flags, source, sink);
                path.clear();
            }
        }
    }
    flush(&mut path, flags, sink);
}

/// `import a.b.C`: the last segment is what is imported.
fn flush(path: &mut Vec<&str>, flags: u32, sink: &mut ImportSink<'_>) {
    if let Some(name) = path.pop() {
        sink.add(&path.join("."), name, "", flags);
        path.clear();
    }
}

fn selected(path: &str, selector: Node<'_>, flags: u32, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let field = |name: &str| selector.child_by_field_name(name).map_or("", |node| source.text(node));
    match selector.kind() {
        "namespace_wildcard" => sink.add(path, "*", "", flags),
        "identifier" | "operator_identifier" => sink.add(path, source.text(selector), "", flags),
        // `A => _` hides `A`.
        "arrow_renamed_identifier" | "as_renamed_identifier" if field("alias") != "_" => {
            sink.add(path, field("name"), field("alias"), flags);
        }
        _ => {}
    }
}

/// The full name of a package: `package a` above or around `package b` makes it `a.b`.
fn package(node: Node<'_>, source: &Source<'_>) -> String {
    let mut names = Vec::new();
    let mut at = Some(node);
    while let Some(clause) = at {
        if clause.kind() == "package_clause"
            && let Some(name) = clause.child_by_field_name("name")
        {
            let around =
                clause.child_by_field_name("body").is_some_and(|body| body.end_byte() > node.start_byte());
            if clause == node || around || clause.child_by_field_name("body").is_none() {
                names.push(source.text(name));
            }
        }
        at = clause.prev_named_sibling().or_else(|| clause.parent());
    }
    names.reverse();
    names.join(".")
}
