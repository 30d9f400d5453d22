//! JSON, with comments where people put them.

use super::keys::{ELEMENTS, Keys, NESTING, joined, unquote};
use super::{Language, Outline, Reader, Spelling};
use tree_sitter::Node;

pub(super) static JSON: Language = Language {
    name: "json",
    extensions: &["json", "jsonc", "json5", "webmanifest"],
    file_names: &[".babelrc", ".eslintrc", ".jshintrc", ".swcrc"],
    interpreters: &[],
    spelling: Spelling::DOTS,
    reader: Reader::Tree(tree_sitter_json::LANGUAGE, read),
};

fn read(root: Node<'_>, text: &str, sink: &mut dyn FnMut(Outline)) {
    visit(root, text, 1, 0, &mut Keys::new(sink));
}

fn visit(node: Node<'_>, text: &str, depth: u32, nesting: usize, keys: &mut Keys<'_>) {
    let mut cursor = node.walk();
    let list = node.kind() == "array";
    let mut elements = 0;
    for child in node.named_children(&mut cursor) {
        if keys.full() || nesting > NESTING || list && elements == ELEMENTS {
            return;
        }
        match child.kind() {
            "pair" => pair(child, text, depth, nesting, keys),
            "object" | "array" => {
                elements += 1;
                visit(child, text, depth, nesting + 1, keys);
            }
            "ERROR" | "document" => visit(child, text, depth, nesting + 1, keys),
            _ => {}
        }
    }
}

fn pair(pair: Node<'_>, text: &str, depth: u32, nesting: usize, keys: &mut Keys<'_>) {
    let of = |node: Node<'_>| text.get(node.byte_range()).unwrap_or("");
    let (Some(key), value) = (pair.child_by_field_name("key"), pair.child_by_field_name("value")) else {
        return;
    };
    let name = unquote(of(key));
    let scalar = match value.map(|value| (value.kind(), value)) {
        None | Some(("object", _)) => String::new(),
        Some(("array", array)) => {
            let mut cursor = array.walk();
            let scalars = array.named_children(&mut cursor);
            joined(scalars.filter(|item| !matches!(item.kind(), "object" | "array" | "comment")).map(of))
        }
        Some((_, value)) => unquote(of(value)),
    };
    let nested = value.is_some_and(|value| value.kind() == "object");
    let signature = if nested { of(key) } else { of(pair) };
    keys.put(depth, &name, (pair.start_byte(), pair.end_byte()), signature, &scalar);
    if let Some(value) = value.filter(|value| matches!(value.kind(), "object" | "array"))
        && depth < super::keys::DEPTH
    {
        visit(value, text, depth + 1, nesting + 1, keys);
    }
}
