//! Haskell.
//!
//! A function is its signature and all of its clauses, which are siblings in the grammar's
//! tree. `clauses.rs` joins them.

mod clauses;
mod names;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind};
use tree_sitter::Node;

pub(super) static HASKELL: Language = Language {
    name: "haskell",
    extensions: &["hs", "hs-boot", "hsc"],
    file_names: &[],
    interpreters: &["runhaskell", "runghc", "stack"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Expanding(&GRAMMAR, clauses::expand),
};

static GRAMMAR: Grammar = Grammar {
    language: tree_sitter_haskell::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[
        ("variable", Shape::Name),
        ("constructor", Shape::Name),
        ("name", Shape::Name),
        ("operator", Shape::Name),
        ("qualified", Shape::Path),
        ("parens", Shape::Inner),
        ("literal", Shape::Literal),
    ],
    sites: &[],
    constructors: &[],
    imports,
    refine,
    prepare: None,
    typing: &super::Typing::NAMES,
};

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(module) = node.child_by_field_name("module") else { return };
    let path = source.text(module);
    if node.kind() == "header" {
        return sink.add(path, "", "", ImportFlags::PACKAGE);
    }
    let between = |from: Node<'_>, to: usize| source.slice(from.end_byte(), to);
    let head = source.slice(node.start_byte(), module.start_byte());
    let is_qualified =
        head.contains("qualified") || between(module, node.end_byte()).trim_start().starts_with("qualified");
    if let Some(alias) = node.child_by_field_name("alias") {
        sink.add(path, "", source.text(alias), 0);
    }
    if is_qualified {
        return;
    }
    match node.child_by_field_name("names") {
        Some(list) if !between(module, list.start_byte()).contains("hiding") => {
            let mut cursor = list.walk();
            for name in list.named_children(&mut cursor) {
                // `Cart (..)` brings constructors and fields along, whose names are not written.
                if name.child_by_field_name("children").is_some() {
                    sink.add(path, "*", "", ImportFlags::NAMESPACE);
                }
                if let Some(name) = name.named_child(0) {
                    sink.add(path, source.text(name), "", 0);
                }
            }
        }
        _ => sink.add(path, "*", "", ImportFlags::NAMESPACE),
    }
}

fn refine(draft: &mut Draft<'_>) {
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Method if draft.parent == Kind::Trait && draft.node.kind() == "signature" => {
            draft.flags |= Flags::ABSTRACT;
        }
        // `data Cart = Cart { … }`: the constructor is the type by another way.
        Kind::Variant => {
            let mut above = draft.node.parent();
            while let Some(node) = above.filter(|node| !matches!(node.kind(), "data_type" | "newtype")) {
                above = node.parent();
            }
            let name = above.and_then(|node| node.child_by_field_name("name"));
            if name.and_then(|name| draft.file.get(name.byte_range())) == Some(draft.name.as_str()) {
                draft.name.clear();
            }
        }
        _ => {}
    }
    if let Some(head) = draft.signature.strip_suffix(" where") {
        draft.signature = head.to_owned();
    }
}
