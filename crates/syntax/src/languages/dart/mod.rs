//! Dart.

mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use tree_sitter::Node;

pub(super) static DART: Language = Language {
    name: "dart",
    extensions: &["dart"],
    file_names: &[],
    interpreters: &["dart"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_dart::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("this", Shape::This),
            ("super", Shape::Super),
            ("member_expression", Shape::Member("object", "property")),
            ("null_aware_member_expression", Shape::Member("object", "property")),
            ("call_expression", Shape::Call("function")),
            ("new_expression", Shape::New("type")),
            ("const_object_expression", Shape::New("type")),
            ("index_expression", Shape::Index("object")),
            ("cascade_call_expression", Shape::Custom(cascaded)),
            ("await_expression", Shape::Inner),
            ("unary_expression", Shape::Inner),
            ("parenthesized_expression", Shape::Inner),
            ("annotation", Shape::Field("name")),
            ("string_literal", Shape::Literal),
            ("decimal_integer_literal", Shape::Literal),
            ("decimal_floating_point_literal", Shape::Literal),
            ("list_literal", Shape::Literal),
            ("set_or_map_literal", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("null_literal", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `cart..add(x)` calls `cart.add`.
fn cascaded(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let method = node.child_by_field_name("property")?;
    let of = node.parent()?.parent()?.named_child(0)?;
    Some(format!("{}.{}()", source.chain(of)?, source.text(method)))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(uri) = node.child_by_field_name("uri") else { return };
    let path = source.text(uri).split(['\'', '"']).nth(1).unwrap_or("");
    if path.is_empty() {
        return;
    }
    match node.kind() {
        "part_directive" | "part_of_directive" | "library_export" => {
            sink.add(path, "*", "", ImportFlags::REEXPORT);
        }
        _ => match node.child_by_field_name("alias") {
            Some(alias) => sink.add(path, "", source.text(alias), 0),
            None => sink.add(path, "*", "", 0),
        },
    }
}

fn refine(draft: &mut Draft<'_>) {
    let is_private = draft.name.starts_with('_');
    draft.visibility = if is_private { Visibility::Private } else { Visibility::Public };
    super::keyword_flags(draft);
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Variable if super::has_word(draft.head, "const") => draft.kind = Kind::Constant,
        Kind::Method if draft.node.kind() == "declaration" => draft.flags |= Flags::ABSTRACT,
        _ => {}
    }
    if let Some(head) = draft.signature.strip_suffix(" async") {
        draft.signature = head.to_owned();
    }
}
