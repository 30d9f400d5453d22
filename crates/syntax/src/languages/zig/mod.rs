//! Zig: files and containers are values that are bound to names.

mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::traits::{Flags, Kind, Visibility};
use crate::types::principal;
use sites::SITES;
use tree_sitter::Node;

pub(super) static ZIG: Language = Language {
    name: "zig",
    extensions: &["zig", "zon"],
    file_names: &[],
    interpreters: &[],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_zig::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("field_expression", Shape::Member("object", "member")),
            ("call_expression", Shape::Call("function")),
            ("index_expression", Shape::Index("object")),
            ("struct_initializer", Shape::Custom(made)),
            ("builtin_function", Shape::Custom(builtin)),
            ("parenthesized_expression", Shape::Inner),
            ("try_expression", Shape::Inner),
            ("catch_expression", Shape::Inner),
            ("dereference_expression", Shape::Inner),
            ("null_coercion_expression", Shape::Inner),
            ("await_expression", Shape::Inner),
            ("string", Shape::Literal),
            ("multiline_string", Shape::Literal),
            ("integer", Shape::Literal),
            ("float", Shape::Literal),
            ("boolean", Shape::Literal),
        ],
        sites: SITES,
        constructors: &["init", "create"],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `Cart{ … }` is a `Cart`.
fn made(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}()", principal(source.text(node.named_child(0)?))))
}

/// `@This()` is the container around it.
fn builtin(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    (source.text(node.named_child(0)?) == "@This").then(|| "Self".to_owned())
}

/// `const Item = @import("item.zig").Item;`
fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(local) = node.named_child(0).filter(|local| local.kind() == "identifier") else { return };
    let Some(mut value) = node.named_child(node.named_child_count().saturating_sub(1) as u32) else { return };
    let mut member = "";
    if value.kind() == "field_expression" {
        member = value.child_by_field_name("member").map_or("", |member| source.text(member));
        let Some(object) = value.child_by_field_name("object") else { return };
        value = object;
    }
    let is_import = value.kind() == "builtin_function"
        && value.named_child(0).is_some_and(|name| source.text(name) == "@import");
    let path = value.named_child(1).and_then(|arguments| arguments.named_child(0));
    if let Some(path) = path.filter(|_| is_import) {
        sink.add(source.text(path).trim_matches('"'), member, source.text(local), 0);
    }
}

fn refine(draft: &mut Draft<'_>) {
    let is_public = super::has_word(draft.head, "pub") || super::has_word(draft.head, "export");
    draft.visibility = if is_public { Visibility::Public } else { Visibility::Private };
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        // Imports, and the name that a container has for itself.
        Kind::Constant | Kind::Variable
            if draft.text.contains("@import(") || draft.text.ends_with("@This();") =>
        {
            draft.name.clear();
        }
        Kind::Variable if super::has_word(draft.head, "const") => draft.kind = Kind::Constant,
        Kind::Method if !draft.signature.contains("self") => draft.flags |= Flags::STATIC,
        _ => {}
    }
}
