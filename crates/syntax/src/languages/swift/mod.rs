//! Swift.

mod names;
mod sites;

use super::modifiers::{Modifiers, annotations};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::frameworks::{self, Role as Word, Vocabulary};
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("swift"));

pub(super) static SWIFT: Language = Language {
    name: "swift",
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_swift::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("simple_identifier", Shape::Custom(identifier)),
            ("type_identifier", Shape::Name),
            ("user_type", Shape::Path),
            ("attribute", Shape::Inner),
            ("self_expression", Shape::This),
            ("super_expression", Shape::Super),
            ("navigation_expression", Shape::Suffix),
            ("directly_assignable_expression", Shape::Inner),
            ("call_expression", Shape::Custom(call)),
            ("constructor_expression", Shape::New("constructed_type")),
            ("prefix_expression", Shape::Custom(prefix)),
            ("as_expression", Shape::Custom(cast)),
            ("postfix_expression", Shape::Field("target")),
            ("tuple_expression", Shape::Field("value")),
            ("try_expression", Shape::Field("expr")),
            ("await_expression", Shape::Field("expr")),
            // `a ?? b` has the type of `a`.
            ("nil_coalescing_expression", Shape::Field("value")),
            ("line_string_literal", Shape::Literal),
            ("multi_line_string_literal", Shape::Literal),
            ("raw_string_literal", Shape::Literal),
            ("integer_literal", Shape::Literal),
            ("real_literal", Shape::Literal),
            ("boolean_literal", Shape::Literal),
            ("array_literal", Shape::Literal),
            ("dictionary_literal", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `Self` is the type of the instance.
fn identifier(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    match source.text(node) {
        "" => None,
        "Self" => Some("self".to_owned()),
        name => Some(name.trim_matches('`').to_owned()),
    }
}

/// `a(…)`, and `a[…]`, which is a call by grammar.
fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = source.chain(node.named_child(0)?)?;
    if function == "!" {
        // `[Line]()`
        return Some(function);
    }
    let subscript = node.named_child(1).is_some_and(|suffix| source.text(suffix).starts_with('['));
    Some(format!("{function}{}", if subscript { "[]" } else { "()" }))
}

/// `.zero` is a member of a type that only the compiler can infer.
fn prefix(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let target = source.chain(node.child_by_field_name("target")?)?;
    let implicit = node.child(0).is_some_and(|first| source.text(first) == ".");
    Some(if implicit { format!("?.{target}") } else { target })
}

/// A cast counts as a new instance of the type.
fn cast(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let written = node.named_child(node.named_child_count().checked_sub(1)? as u32)?;
    let name = crate::types::outer(source.text(written));
    (!name.is_empty()).then(|| format!("{name}()"))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let mut cursor = node.walk();
    let Some(path) = node.named_children(&mut cursor).find(|child| child.kind() == "identifier") else {
        return;
    };
    let path = source.text(path);
    // `import struct Billing.Invoice`
    let one_name = node.children(&mut cursor).any(|child| {
        matches!(
            child.kind(),
            "typealias" | "struct" | "class" | "enum" | "protocol" | "let" | "var" | "func"
        )
    });
    match path.rsplit_once('.') {
        Some((module, name)) if one_name => sink.add(module, name, "", 0),
        _ => sink.add(path, "", "", ImportFlags::NAMESPACE),
    }
}

fn refine(draft: &mut Draft<'_>) {
    let modifiers = Modifiers::of(draft.node);
    draft.flags |= modifiers.flags();
    let around = draft.node.parent().and_then(|body| body.parent());
    let default = if matches!(draft.parent, Kind::Interface) || draft.kind == Kind::Variant {
        Visibility::Public
    } else if let Some(extension) = around.filter(|_| !draft.owner.is_empty()) {
        Modifiers::of(extension).visibility(Visibility::Internal)
    } else {
        Visibility::Internal
    };
    draft.visibility = modifiers.visibility(default);
    if !draft.owner.is_empty() {
        draft.flags |= Flags::EXTENSION;
    }
    if draft.node.kind() == "property_declaration" {
        match draft.node.parent().map_or("", |body| body.kind()) {
            "class_body" | "enum_class_body" => draft.kind = Kind::Field,
            "source_file" => {}
            // A local.
            _ => draft.name.clear(),
        }
    }
    if modifiers.has("class") || draft.kind == Kind::Variant {
        draft.flags |= Flags::STATIC;
    }
    if draft.node.child_by_field_name("computed_value").is_some() {
        draft.flags |= Flags::PROPERTY;
    }
    let is_let = draft.head.trim_end().ends_with("let");
    if is_let && (draft.kind == Kind::Variable || draft.kind == Kind::Field && modifiers.has("static")) {
        draft.kind = Kind::Constant;
    }
    match draft.node.kind() {
        "protocol_function_declaration" | "protocol_property_declaration" | "associatedtype_declaration" => {
            draft.flags |= Flags::ABSTRACT;
        }
        _ => {}
    }
    let test = match draft.kind {
        Kind::Class => {
            let head = draft.text.split('{').next().unwrap_or("");
            frameworks::words("swift", Word::TestBase).iter().any(|base| head.contains(base))
        }
        _ => false,
    };
    if test || annotations(draft).any(|name| WORDS.has(Word::TestMarker, name)) {
        draft.flags |= Flags::TEST;
    }
}
