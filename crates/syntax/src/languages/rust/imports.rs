//! `use` trees, child modules and foreign crates.

use crate::driver::{ImportSink, Source};
use crate::facts::ImportFlags;
use tree_sitter::Node;

pub(super) fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let field = |name: &str| node.child_by_field_name(name).map_or("", |part| source.text(part));
    match node.kind() {
        // `mod x;` declares that `x` is a child of this module.
        "mod_item" => {
            let path = path_attribute(node, source).unwrap_or("self");
            sink.add(path, field("name"), "", ImportFlags::MODULE);
        }
        "extern_crate_declaration" => sink.add(field("name"), "", field("alias"), 0),
        _ => {
            let public = node.named_child(0).is_some_and(|first| first.kind() == "visibility_modifier");
            if let Some(tree) = node.child_by_field_name("argument") {
                let flags = if public { ImportFlags::REEXPORT } else { 0 };
                UseTree { source, flags, depth: 0 }.read(tree, "", "", sink);
            }
        }
    }
}

/// The path in `#[path = "x.rs"]` before an item.
fn path_attribute<'s>(item: Node<'_>, source: &Source<'s>) -> Option<&'s str> {
    let before = std::iter::successors(item.prev_named_sibling(), Node::prev_named_sibling)
        .take(ATTRIBUTES)
        .take_while(|node| matches!(node.kind(), "attribute_item" | "line_comment" | "block_comment"));
    let mut texts = before.filter(|node| node.kind() == "attribute_item").map(|node| source.text(node));
    texts.find_map(|text| {
        let rest = text.trim_start_matches("#[").trim_start().strip_prefix("path")?;
        rest.trim_start().strip_prefix('=')?.split('"').nth(1).filter(|path| !path.is_empty())
    })
}

/// Attributes before an item that are read.
const ATTRIBUTES: usize = 16;

/// Maximum depth of import trees.
const USE_DEPTH: usize = 32;

struct UseTree<'s, 'a> {
    source: &'s Source<'a>,
    flags: u32,
    depth: usize,
}

impl UseTree<'_, '_> {
    /// Spreads `a::{b, c::{self, d as e}, f::*}` into one import per name.
    fn read(&self, node: Node<'_>, prefix: &str, alias: &str, sink: &mut ImportSink<'_>) {
        let text = |node: Node<'_>| self.source.text(node);
        let field = |name: &str| node.child_by_field_name(name);
        let below = |path: Option<Node<'_>>| {
            let path = path.map_or("", text).trim_start_matches("::");
            let separator = if prefix.is_empty() || path.is_empty() { "" } else { "::" };
            format!("{prefix}{separator}{path}")
        };
        if self.depth > USE_DEPTH {
            return;
        }
        let inner = UseTree { depth: self.depth + 1, ..*self };
        match node.kind() {
            "use_list" => {
                for child in node.named_children(&mut node.walk()) {
                    inner.read(child, prefix, "", sink);
                }
            }
            "scoped_use_list" => {
                if let Some(list) = field("list") {
                    inner.read(list, &below(field("path")), "", sink);
                }
            }
            "use_as_clause" => {
                if let (Some(path), Some(alias)) = (field("path"), field("alias")) {
                    inner.read(path, prefix, text(alias), sink);
                }
            }
            "use_wildcard" => sink.add(&below(node.named_child(0)), "*", "", self.flags),
            "scoped_identifier" => {
                sink.add(&below(field("path")), field("name").map_or("", text), alias, self.flags);
            }
            "self" if !prefix.is_empty() => sink.add(prefix, "", alias, self.flags),
            "identifier" | "super" if !prefix.is_empty() => sink.add(prefix, text(node), alias, self.flags),
            "identifier" | "self" | "super" | "crate" => sink.add(text(node), "", alias, self.flags),
            _ => {}
        }
    }
}
