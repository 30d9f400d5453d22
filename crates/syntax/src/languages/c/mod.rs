//! C.

pub(super) mod attributes;
mod conditionals;
mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling, has_word};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use crate::types::principal;
use sites::SITES;
use tree_sitter::Node;

pub(super) static C: Language = Language {
    name: "c",
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &["tcc"],
    names: &names::NAMES,
    spelling: Spelling::COLONS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_c::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("field_identifier", Shape::Name),
            ("pointer_declarator", Shape::Field("declarator")),
            ("array_declarator", Shape::Field("declarator")),
            ("function_declarator", Shape::Field("declarator")),
            ("init_declarator", Shape::Field("declarator")),
            ("parenthesized_declarator", Shape::Inner),
            ("attributed_declarator", Shape::Inner),
            ("field_expression", Shape::Member("argument", "field")),
            ("call_expression", Shape::Call("function")),
            ("subscript_expression", Shape::Index("argument")),
            ("pointer_expression", Shape::Field("argument")),
            ("parenthesized_expression", Shape::Inner),
            ("cast_expression", Shape::Custom(cast)),
            ("compound_literal_expression", Shape::New("type")),
            ("assignment_expression", Shape::Field("right")),
            ("string_literal", Shape::Literal),
            ("concatenated_string", Shape::Literal),
            ("number_literal", Shape::Literal),
            ("char_literal", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("null", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: Some(attributes::prepare),
        typing: &super::Typing::NAMES,
    }),
};

/// `(struct foo *)x` is a `foo`; a cast to a built-in type is not evidence.
pub(super) fn cast(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let wanted = node.child_by_field_name("type")?;
    let base = wanted.child_by_field_name("type")?;
    match base.kind() {
        "type_identifier" => Some(format!("{}()", source.text(base))),
        "struct_specifier" | "union_specifier" => Some(format!("{}()", principal(source.text(base)))),
        _ => source.chain(node.child_by_field_name("value")?),
    }
}

/// `#include`, in C and in C++.
pub(super) fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(path) = node.child_by_field_name("path") else { return };
    if matches!(path.kind(), "string_literal" | "system_lib_string") {
        sink.add(source.text(path).trim_matches(['"', '<', '>']), "", "", ImportFlags::FILE);
    }
}

fn refine(draft: &mut Draft<'_>) {
    // Beside a struct's body, the declarator alone is the definition.
    let declaration = draft.node.parent().filter(|parent| parent.kind() == "declaration");
    let hidden =
        has_word(draft.head, "static") || draft.kind == Kind::Variable && declaration.is_some_and(is_static);
    if hidden && draft.kind != Kind::Field {
        draft.visibility = Visibility::Private;
    }
    if draft.kind == Kind::Variable && is_constant(draft.head) {
        draft.kind = Kind::Constant;
    }
    if draft.node.kind() == "declaration" {
        match draft.kind {
            // A declaration inside a function defines nothing that others could name.
            _ if draft.parent.is_callable() => draft.name.clear(),
            Kind::Function => draft.flags |= Flags::DECLARATION,
            _ if has_word(draft.head, "extern") => draft.flags |= Flags::DECLARATION,
            _ => {}
        }
    }
}

fn is_static(declaration: Node<'_>) -> bool {
    declaration.named_children(&mut declaration.walk()).any(|child| {
        child.kind() == "storage_class_specifier"
            && child.child(0).is_some_and(|word| word.kind() == "static")
    })
}

/// Whether the words before a variable's name make it a constant; in
/// `const char *name` the name may still change.
pub(super) fn is_constant(head: &str) -> bool {
    has_word(head, "constexpr") || has_word(head, "const") && !head.contains('*')
}
