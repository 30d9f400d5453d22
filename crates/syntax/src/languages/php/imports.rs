//! Namespaces, `use` and included files.

use crate::driver::{ImportSink, Source};
use crate::facts::ImportFlags;
use tree_sitter::Node;

pub(super) fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    match node.kind() {
        "namespace_definition" => {
            if let Some(name) = node.child_by_field_name("name") {
                sink.add(source.text(name), "", "", ImportFlags::PACKAGE);
            }
        }
        "namespace_use_declaration" => uses(node, source, sink),
        _ => file(node, source, sink),
    }
}

/// `use A\B as C`, `use A\{B, C}`, `use function A\b`.
fn uses(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let mut prefix = "";
    let kind = node.child_by_field_name("type").map_or("", |kind| source.text(kind));
    let mut one = |clause: Node<'_>, prefix: &str| {
        let named =
            |at: u32| clause.named_child(at).filter(|c| matches!(c.kind(), "name" | "qualified_name"));
        let Some(target) = named(0).or_else(|| named(1)) else { return };
        let target = source.text(target).trim_start_matches('\\');
        let (path, name) = target.rsplit_once('\\').unwrap_or(("", target));
        let path = match (prefix, path) {
            ("", "") => "\\".to_owned(),
            ("", path) | (path, "") => path.to_owned(),
            (prefix, path) => format!("{prefix}\\{path}"),
        };
        let alias = clause.child_by_field_name("alias").map_or("", |alias| source.text(alias));
        let own = clause.child_by_field_name("type").map_or(kind, |kind| source.text(kind));
        sink.add(&path, name, alias, if own.is_empty() { 0 } else { ImportFlags::STATIC });
    };
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "namespace_use_clause" => one(child, ""),
            "namespace_name" => prefix = source.text(child),
            "namespace_use_group" => {
                for clause in child.named_children(&mut child.walk()) {
                    one(clause, prefix);
                }
            }
            _ => {}
        }
    }
}

/// `require 'x.php'`, `require __DIR__ . '/x.php'`.
fn file(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let text = source.text(node);
    let Some(quote) = text.find(['\'', '"']) else { return };
    let rest = &text[quote + 1..];
    let path = rest.split(['\'', '"']).next().unwrap_or("");
    let beside = text[..quote].contains("__DIR__") || text[..quote].contains("__FILE__");
    if path.contains('$') || path.is_empty() {
        return;
    }
    if beside && path.starts_with('/') {
        sink.add(&format!(".{path}"), "", "", ImportFlags::FILE);
    } else {
        sink.add(path, "", "", ImportFlags::FILE);
    }
}
