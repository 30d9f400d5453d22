//! TOML.

use super::keys::{DEPTH, ELEMENTS, Keys, joined, unquote};
use super::{Language, NameRules, Outline, Reader, Spelling};
use tree_sitter::Node;

pub(super) static TOML: Language = Language {
    name: "toml",
    extensions: &["toml"],
    file_names: &["Pipfile"],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Tree(tree_sitter_toml_ng::LANGUAGE, read),
};

fn read(root: Node<'_>, text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut reader = TableReader { text, keys: Keys::new(sink), open: Vec::new() };
    let mut cursor = root.walk();
    for child in root.named_children(&mut cursor) {
        if reader.keys.full() {
            return;
        }
        match child.kind() {
            "pair" => reader.pair(child, 0),
            "table" | "table_array_element" => reader.table(child),
            _ => {}
        }
    }
}

struct TableReader<'a, 't> {
    text: &'t str,
    keys: Keys<'a>,
    /// The names of the last key's tables, itself included.
    open: Vec<String>,
}

impl TableReader<'_, '_> {
    fn of(&self, node: Node<'_>) -> &'_ str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn table(&mut self, table: Node<'_>) {
        let Some(header) = table.named_child(0).filter(|key| key.kind().ends_with("_key")) else { return };
        let names = self.names(header);
        let head = self.text.get(table.start_byte()..header.end_byte()).unwrap_or("");
        let closing = if head.starts_with("[[") { "]]" } else { "]" };
        let signature = format!("{head}{closing}");
        // A later `[a.b]` belongs to `[a]`, so this one ends where another key of its level starts.
        self.put(&names, 0, (table.start_byte(), usize::MAX), &signature, "");
        let mut cursor = table.walk();
        for pair in table.named_children(&mut cursor).filter(|child| child.kind() == "pair") {
            self.pair(pair, names.len());
        }
    }

    fn pair(&mut self, pair: Node<'_>, base: usize) {
        let (Some(key), Some(value)) = (pair.named_child(0), pair.named_child(1)) else { return };
        let names = self.names(key);
        let scalar = match value.kind() {
            "inline_table" => String::new(),
            "array" => {
                let mut cursor = value.walk();
                let items = value.named_children(&mut cursor);
                joined(
                    items
                        .filter(|item| !matches!(item.kind(), "inline_table" | "array" | "comment"))
                        .map(|item| self.text.get(item.byte_range()).unwrap_or("")),
                )
            }
            _ => unquote(self.of(value)).trim_start_matches('\n').to_owned(),
        };
        // The node may take a comment behind the value along.
        let span = (key.start_byte(), value.end_byte());
        let signature = self.text.get(span.0..span.1).unwrap_or("");
        self.put(&names, base, span, signature, &scalar);
        self.inner(value, base + names.len());
    }

    /// The keys of inline tables.
    fn inner(&mut self, value: Node<'_>, base: usize) {
        if base >= DEPTH as usize || !matches!(value.kind(), "inline_table" | "array") {
            return;
        }
        let mut cursor = value.walk();
        let mut elements = 0;
        for child in value.named_children(&mut cursor) {
            match child.kind() {
                "pair" => self.pair(child, base),
                "inline_table" if elements < ELEMENTS => {
                    elements += 1;
                    self.inner(child, base);
                }
                _ => {}
            }
        }
    }

    /// Puts the last of `names`, and those before it that are not open already.
    fn put(&mut self, names: &[String], base: usize, span: (usize, usize), signature: &str, value: &str) {
        let Some((last, before)) = names.split_last() else { return };
        let shared = self.open.iter().skip(base).zip(before).take_while(|(open, name)| open == name).count();
        self.open.truncate(base + shared);
        for name in &before[shared..] {
            // It holds more than this one, maybe.
            let open_end = (span.0, usize::MAX);
            self.keys.put(self.open.len() as u32 + 1, name, open_end, name, "");
            self.open.push(name.clone());
        }
        self.keys.put(self.open.len() as u32 + 1, last, span, signature, value);
        self.open.push(last.clone());
    }

    /// The segments of a dotted key; a grammar nests them to the left.
    fn names(&self, key: Node<'_>) -> Vec<String> {
        let (mut names, mut key) = (Vec::new(), key);
        while key.kind() == "dotted_key" && names.len() < 16 {
            let (Some(rest), Some(last)) = (key.named_child(0), key.named_child(1)) else { break };
            names.push(unquote(self.of(last)));
            key = rest;
        }
        names.push(unquote(self.of(key)));
        names.reverse();
        names
    }
}
