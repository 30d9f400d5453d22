//! YAML.

use super::keys::{DEPTH, ELEMENTS, Keys, NESTING, joined, unquote};
use super::{Language, NameRules, Outline, Reader, Spelling};
use tree_sitter::Node;

pub(super) static YAML: Language = Language {
    name: "yaml",
    extensions: &["yaml", "yml"],
    file_names: &[".clang-format", ".clang-tidy", "CITATION.cff"],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Tree(tree_sitter_yaml::LANGUAGE, read),
};

fn read(root: Node<'_>, text: &str, sink: &mut dyn FnMut(Outline)) {
    visit(root, text, 1, 0, &mut Keys::new(sink));
}

/// Follows documents, nodes and lists to the pairs in them.
fn visit(node: Node<'_>, text: &str, depth: u32, nesting: usize, keys: &mut Keys<'_>) {
    let list = matches!(node.kind(), "block_sequence" | "flow_sequence");
    let mut cursor = node.walk();
    for (at, child) in node.named_children(&mut cursor).enumerate() {
        if keys.full() || nesting > NESTING || list && at >= ELEMENTS {
            return;
        }
        match child.kind() {
            "block_mapping_pair" | "flow_pair" => pair(child, text, depth, nesting, keys),
            "comment" | "anchor" | "tag" | "alias" | "plain_scalar" | "block_scalar" => {}
            _ => visit(child, text, depth, nesting + 1, keys),
        }
    }
}

fn pair(pair: Node<'_>, text: &str, depth: u32, nesting: usize, keys: &mut Keys<'_>) {
    let of = |node: Node<'_>| text.get(node.byte_range()).unwrap_or("");
    let (Some(key), value) = (pair.child_by_field_name("key"), pair.child_by_field_name("value")) else {
        return;
    };
    let name = unquote(of(key));
    // A node may carry an anchor or a tag before its content.
    let content = value.and_then(|value| {
        value
            .named_children(&mut value.walk())
            .find(|child| !matches!(child.kind(), "anchor" | "tag" | "comment"))
    });
    let kind = content.map_or("", |content| content.kind());
    let scalar = match (kind, content) {
        ("block_mapping" | "flow_mapping", _) | (_, None) => String::new(),
        ("block_sequence" | "flow_sequence", Some(list)) => scalars(list, text),
        ("block_scalar", Some(scalar)) => block(of(scalar)),
        (_, Some(scalar)) => unquote(of(scalar)),
    };
    let nested = matches!(kind, "block_mapping" | "flow_mapping" | "block_sequence");
    let signature = if nested { format!("{}:", of(key)) } else { of(pair).to_owned() };
    keys.put(depth, &name, (pair.start_byte(), pair.end_byte()), &signature, &scalar);
    if depth < DEPTH
        && let Some(value) = value
    {
        visit(value, text, depth + 1, nesting + 1, keys);
    }
}

fn scalars(list: Node<'_>, text: &str) -> String {
    let mut cursor = list.walk();
    let items = list.named_children(&mut cursor).filter_map(|item| {
        let node = if item.kind() == "block_sequence_item" { item.named_child(0)? } else { item };
        let scalar = node.named_child(0).filter(|scalar| scalar.kind().ends_with("_scalar"))?;
        text.get(scalar.byte_range())
    });
    joined(items)
}

/// The text of `|` and `>` scalars, without the mark and the indentation.
fn block(text: &str) -> String {
    text.lines().skip(1).map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned()
}
