//! `use` trees, child modules and foreign crates.

use crate::driver::{ImportSink, Source};
use crate::facts::ImportFlags;
use tree_sitter::Node;

pub(super) fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let field = |name: &str| node.child_by_field_name(name).map_or("", |part| source.text(part));
    match node.kind() {
        // `mod x;` says that `x` is a child of this module.
        "mod_item" => sink.add("self", field("name"), "", 0),
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

/// Trees nest this deep at most; nobody writes more.
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
