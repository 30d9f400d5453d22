//! Kotlin.

mod names;
mod sites;

use super::modifiers::{Modifiers, annotations};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("kotlin"));

pub(super) static KOTLIN: Language = Language {
    name: "kotlin",
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &["kotlin"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_kotlin_sg::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("simple_identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("user_type", Shape::Path),
            ("constructor_invocation", Shape::Inner),
            ("this_expression", Shape::This),
            ("this", Shape::This),
            ("super_expression", Shape::Super),
            ("super", Shape::Super),
            ("navigation_expression", Shape::Suffix),
            ("directly_assignable_expression", Shape::Inner),
            ("call_expression", Shape::Custom(call)),
            ("infix_expression", Shape::Custom(infix)),
            ("constructor_delegation_call", Shape::Custom(constructor_call)),
            ("indexing_expression", Shape::Custom(index)),
            ("as_expression", Shape::Custom(cast)),
            ("callable_reference", Shape::Custom(callable_reference)),
            ("parenthesized_expression", Shape::Inner),
            ("postfix_expression", Shape::Inner),
            // `a ?: b` has the type of `a`, as a rule.
            ("elvis_expression", Shape::Inner),
            ("string_literal", Shape::Literal),
            ("character_literal", Shape::Literal),
            ("integer_literal", Shape::Literal),
            ("long_literal", Shape::Literal),
            ("hex_literal", Shape::Literal),
            ("real_literal", Shape::Literal),
            ("boolean_literal", Shape::Literal),
            ("null_literal", Shape::Literal),
            ("collection_literal", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

fn first(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    source.chain(node.named_child(0)?)
}

fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}()", first(node, source)?))
}

fn index(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}[]", first(node, source)?))
}

/// `a op b` calls `op` of `a`.
fn infix(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let object = first(node, source).unwrap_or_else(|| "?".to_owned());
    Some(format!("{object}.{}()", source.text(node.named_child(1)?)))
}

/// `: this(…)` and `: super(…)`.
fn constructor_call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    source.chain(node.child(0)?)
}

/// A cast counts as a new instance of the type.
fn cast(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let written = node.named_child(node.named_child_count().checked_sub(1)? as u32)?;
    let name = crate::types::outer(source.text(written));
    (!name.is_empty()).then(|| format!("{name}()"))
}

/// `Foo::bar` is `Foo.bar`, `::bar` is `bar`.
fn callable_reference(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let parts: Vec<&str> =
        source.text(node).split("::").map(str::trim).filter(|part| !part.is_empty()).collect();
    (parts.last() != Some(&"class")).then(|| parts.join("."))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let mut cursor = node.walk();
    let (mut path, mut alias, mut wildcard) = (String::new(), "", false);
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "identifier" => path = source.text(child).replace('`', ""),
            "wildcard_import" => wildcard = true,
            "import_alias" => alias = child.named_child(0).map_or("", |name| source.text(name)),
            _ => {}
        }
    }
    if node.kind() == "package_header" {
        sink.add(&path, "", "", ImportFlags::PACKAGE);
    } else if wildcard {
        sink.add(&path, "*", "", 0);
    } else if let Some((package, name)) = path.rsplit_once('.') {
        sink.add(package, name, alias, 0);
    } else {
        sink.add("", &path, alias, 0);
    }
}

fn refine(draft: &mut Draft<'_>) {
    let modifiers = Modifiers::of(draft.node);
    draft.flags |= modifiers.flags();
    draft.visibility = modifiers.visibility(Visibility::Public);
    let body = draft.node.parent();
    // Members of object literals and enum entries are in no definition of a type.
    if draft.kind == Kind::Function && body.is_some_and(|body| body.kind() == "class_body") {
        draft.kind = Kind::Method;
    }
    let around = body.and_then(|body| body.parent()).map_or("", |around| around.kind());
    let member = matches!(draft.kind, Kind::Method | Kind::Variable);
    if member && matches!(around, "companion_object" | "object_declaration") || draft.kind == Kind::Variant {
        draft.flags |= Flags::STATIC;
    }
    match draft.node.kind() {
        "property_declaration" => {
            match body.map_or("", |body| body.kind()) {
                "class_body" | "enum_class_body" => draft.kind = Kind::Field,
                "source_file" => {}
                // A local.
                _ => draft.name.clear(),
            }
            let mut cursor = draft.node.walk();
            let getter = draft.node.named_children(&mut cursor).any(|child| child.kind() == "getter");
            if getter || draft.node.next_named_sibling().is_some_and(|next| next.kind() == "getter") {
                draft.flags |= Flags::PROPERTY;
            }
            if modifiers.has("const") {
                draft.kind = Kind::Constant;
            }
            if !draft.owner.is_empty() {
                draft.kind = Kind::Field;
            }
        }
        "function_declaration" if draft.parent == Kind::Interface && draft.owner.is_empty() => {
            let mut cursor = draft.node.walk();
            if !draft.node.named_children(&mut cursor).any(|child| child.kind() == "function_body") {
                draft.flags |= Flags::ABSTRACT;
            }
        }
        _ => {}
    }
    if !draft.owner.is_empty() {
        draft.flags |= Flags::EXTENSION;
    }
    let test = match draft.kind {
        Kind::Test => true,
        Kind::Method | Kind::Function => annotations(draft).any(|name| WORDS.has(Word::TestMarker, name)),
        Kind::Class => draft.name.len() > 4 && draft.name.ends_with("Test") || draft.name.ends_with("Tests"),
        _ => false,
    };
    if test {
        draft.flags |= Flags::TEST;
    }
}
