//! Scala, 2 and 3.

mod imports;
mod names;
mod sites;

use super::modifiers::{Modifiers, annotations};
use super::{Draft, Grammar, Language, Reader, Shape, Source, Spelling};
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("scala"));

pub(super) static SCALA: Language = Language {
    name: "scala",
    extensions: &["scala", "sc", "sbt", "mill"],
    file_names: &[],
    interpreters: &["scala", "scala-cli", "amm"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_scala::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Custom(identifier)),
            ("operator_identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("stable_type_identifier", Shape::Path),
            ("stable_identifier", Shape::Path),
            ("generic_type", Shape::Field("type")),
            ("annotation", Shape::Field("name")),
            ("field_expression", Shape::Member("value", "field")),
            ("call_expression", Shape::Call("function")),
            ("generic_function", Shape::Custom(generic_function)),
            ("infix_expression", Shape::Custom(infix)),
            ("instance_expression", Shape::Custom(instance)),
            ("parenthesized_expression", Shape::Inner),
            ("string", Shape::Literal),
            ("interpolated_string_expression", Shape::Literal),
            ("character_literal", Shape::Literal),
            ("integer_literal", Shape::Literal),
            ("floating_point_literal", Shape::Literal),
            ("boolean_literal", Shape::Literal),
            ("null_literal", Shape::Literal),
            ("unit", Shape::Literal),
        ],
        sites: SITES,
        constructors: &["this"],
        imports: imports::imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `this` and `super` are names by grammar.
fn identifier(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    match source.text(node) {
        "" => None,
        "this" => Some("self".to_owned()),
        name => Some(name.trim_matches('`').to_owned()),
    }
}

/// `f[A]` is `f`; `x.asInstanceOf[A]` counts as a new `A`.
fn generic_function(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    if source.text(function).ends_with(".asInstanceOf") {
        let arguments = node.child_by_field_name("type_arguments")?;
        return Some(format!("{}()", crate::types::outer(source.text(arguments.named_child(0)?))));
    }
    source.chain(function)
}

/// `a op b` calls `op` of `a`.
fn infix(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let operator = node.child_by_field_name("operator").filter(|operator| operator.kind() == "identifier")?;
    let object = source.chain(node.child_by_field_name("left")?).unwrap_or_else(|| "?".to_owned());
    Some(format!("{object}.{}()", source.text(operator)))
}

fn instance(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let class = node.named_child(0).filter(|class| class.kind().contains("type"))?;
    Some(format!("{}()", crate::types::outer(source.text(class))))
}

fn refine(draft: &mut Draft<'_>) {
    let modifiers = Modifiers::of(draft.node);
    draft.flags |= modifiers.flags();
    draft.visibility = match modifiers.visibility(Visibility::Public) {
        // `private[shop]`
        Visibility::Private if modifiers.has("[") => Visibility::Internal,
        visibility => visibility,
    };
    let body = draft.node.parent();
    if draft.kind == Kind::Function && body.is_some_and(|body| body.kind().ends_with("template_body")) {
        draft.kind = Kind::Method;
    }
    if draft.kind == Kind::Variable && draft.node.kind() != "given_definition" {
        match body.map_or("", |body| body.kind()) {
            "template_body" | "with_template_body" | "enum_body" => draft.kind = Kind::Field,
            "compilation_unit" => {}
            // A local.
            _ => draft.name.clear(),
        }
    }
    let around = body.and_then(|body| body.parent()).map_or("", |around| around.kind());
    let in_object = matches!(around, "object_definition" | "package_object");
    if in_object && matches!(draft.kind, Kind::Method | Kind::Field) || draft.kind == Kind::Variant {
        draft.flags |= Flags::STATIC;
    }
    if in_object && draft.node.kind() == "val_definition" && draft.name.starts_with(char::is_uppercase) {
        draft.kind = Kind::Constant;
    }
    if matches!(draft.kind, Kind::Method | Kind::Function)
        && draft.node.child_by_field_name("parameters").is_none()
    {
        draft.flags |= Flags::PROPERTY;
    }
    if matches!(draft.node.kind(), "function_declaration" | "val_declaration" | "var_declaration") {
        draft.flags |= Flags::ABSTRACT;
    }
    if !draft.owner.is_empty() {
        draft.flags |= Flags::EXTENSION;
    }
    let test = match draft.kind {
        Kind::Test => true,
        Kind::Method => annotations(draft).any(|name| WORDS.has(Word::TestMarker, name)),
        Kind::Class => ["Test", "Tests", "Spec", "Suite"]
            .iter()
            .any(|end| draft.name.len() > 5 && draft.name.ends_with(end)),
        _ => false,
    };
    if test {
        draft.flags |= Flags::TEST;
        draft.name = draft.name.replace('"', "");
    }
}
