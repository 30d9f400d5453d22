//! Clojure: definitions are lists whose first symbol is `def…`.

mod forms;

use super::names::{ImportSystem, NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use tree_sitter::Node;

pub(super) static CLOJURE: Language = Language {
    name: "clojure",
    extensions: &["clj", "cljs", "cljc", "bb"],
    file_names: &[],
    interpreters: &["bb", "clojure"],
    names: &NAMES,
    spelling: Spelling { nested: "/", member: "/", static_member: "/" },
    reader: Reader::Expanding(&GRAMMAR, forms::expand),
};

static NAMES: NameRules = NameRules {
    family: "clojure",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    full_names: true,
    flat_members: true,
    ..NameRules::NONE
};

static GRAMMAR: Grammar = Grammar {
    language: tree_sitter_clojure_orchard::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[("sym_lit", Shape::Custom(symbol)), ("str_lit", Shape::Literal), ("num_lit", Shape::Literal)],
    sites: &[("str_lit", Site::Text), ("num_lit", Site::Number), ("kwd_lit", Site::Symbol)],
    constructors: &[],
    imports,
    refine,
    prepare: None,
    typing: &super::Typing::NAMES,
};

/// `item/price` is `price` of `item`; `->Cart` and `map->Cart` make a `Cart`.
fn symbol(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let text = source.text(node);
    let text = text.rsplit(['^', ' ', '\n']).next().unwrap_or(text);
    match text.split_once('/') {
        Some((namespace, name)) if !namespace.is_empty() && !name.is_empty() => {
            Some(format!("{namespace}.{name}"))
        }
        _ => Some(text.trim_start_matches("map->").trim_start_matches("->").trim_end_matches('.').to_owned()),
    }
}

/// `(ns shop.cart (:require [shop.item :as item :refer [price]]))`
fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if let Some(name) = node.named_child(1) {
        sink.add(forms::plain(source.text(name)), "", "", ImportFlags::PACKAGE);
    }
    let mut cursor = node.walk();
    for clause in node.named_children(&mut cursor).filter(|clause| clause.kind() == "list_lit") {
        let word = clause.named_child(0).map_or("", |word| source.text(word));
        if !matches!(word, ":require" | ":use" | ":require-macros") {
            continue;
        }
        let mut cursor = clause.walk();
        for required in clause.named_children(&mut cursor).skip(1) {
            match required.kind() {
                "sym_lit" => sink.add(source.text(required), "", source.text(required), 0),
                "vec_lit" => require(required, source, sink),
                _ => {}
            }
        }
    }
}

fn require(vector: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(path) = vector.named_child(0).map(|path| source.text(path)) else { return };
    let mut cursor = vector.walk();
    let parts: Vec<Node<'_>> = vector.named_children(&mut cursor).skip(1).collect();
    for pair in parts.chunks_exact(2) {
        match source.text(pair[0]) {
            ":as" | ":as-alias" => sink.add(path, "", source.text(pair[1]), 0),
            ":refer" if pair[1].kind() == "vec_lit" => {
                let mut cursor = pair[1].walk();
                for name in pair[1].named_children(&mut cursor) {
                    sink.add(path, source.text(name), "", 0);
                }
            }
            ":refer" => sink.add(path, "*", "", ImportFlags::NAMESPACE),
            _ => {}
        }
    }
}

fn refine(draft: &mut Draft<'_>) {
    let plain = forms::plain(&draft.name).to_owned();
    draft.name = plain;
    if draft.text.starts_with("(defn-")
        || draft.text.contains("^:private") && draft.head.contains("^:private")
    {
        draft.visibility = Visibility::Private;
    }
    if draft.kind == Kind::Test {
        draft.flags |= Flags::TEST;
    }
    draft.signature = draft.signature.trim_end_matches(['"', ' ']).to_owned();
}
