//! Java.

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
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("java"));

pub(super) static JAVA: Language = Language {
    name: "java",
    extensions: &["java"],
    file_names: &[],
    interpreters: &[],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_java::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("scoped_identifier", Shape::Path),
            ("scoped_type_identifier", Shape::Path),
            ("generic_type", Shape::Path),
            ("this", Shape::This),
            ("super", Shape::Super),
            ("field_access", Shape::Member("object", "field")),
            ("method_invocation", Shape::MethodCall("object", "name")),
            ("explicit_constructor_invocation", Shape::Custom(constructor_call)),
            ("object_creation_expression", Shape::New("type")),
            // A cast counts as a new instance of the type.
            ("cast_expression", Shape::New("type")),
            ("array_access", Shape::Index("array")),
            ("method_reference", Shape::Custom(method_reference)),
            ("parenthesized_expression", Shape::Inner),
            ("binary_expression", Shape::Custom(binary)),
            ("unary_expression", Shape::Custom(unary)),
            ("update_expression", Shape::Inner),
            ("instanceof_expression", Shape::Custom(|_, _| Some("boolean()".to_owned()))),
            ("ternary_expression", Shape::Custom(ternary)),
            ("array_creation_expression", Shape::Custom(array)),
            ("assignment_expression", Shape::Field("right")),
            ("annotation", Shape::Field("name")),
            ("marker_annotation", Shape::Field("name")),
            ("string_literal", Shape::Literal),
            ("character_literal", Shape::Literal),
            ("decimal_integer_literal", Shape::Literal),
            ("hex_integer_literal", Shape::Literal),
            ("decimal_floating_point_literal", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("null_literal", Shape::Literal),
            ("class_literal", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// The result of an operator, as a value that is made of its type: `a == b` is `boolean()`, and with a
/// text on one side `+` is `String()`.
fn binary(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let operator = node.child_by_field_name("operator")?.kind();
    if matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||") {
        return Some("boolean()".to_owned());
    }
    let side = |name: &str| node.child_by_field_name(name);
    let (left, right) = (side("left")?, side("right")?);
    let is_text = |side: Node<'_>| {
        side.kind() == "string_literal" || source.chain(side).is_some_and(|chain| chain == "String()")
    };
    if operator == "+" && (is_text(left) || is_text(right)) {
        return Some("String()".to_owned());
    }
    // Of two numbers the one that is named may be the wider.
    source.chain(left).filter(|chain| chain != "!").or_else(|| source.chain(right))
}

fn unary(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    match node.child_by_field_name("operator")?.kind() {
        "!" => Some("boolean()".to_owned()),
        _ => source.chain(node.child_by_field_name("operand")?),
    }
}

/// `a ? b : c` is what `b` is, or `c` where `b` is null.
fn ternary(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let side = |name: &str| node.child_by_field_name(name).and_then(|side| source.chain(side));
    side("consequence").filter(|chain| chain != "!").or_else(|| side("alternative"))
}

/// `new int[3]` is `int[]()`.
fn array(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}[]()", crate::types::outer(source.text(node.child_by_field_name("type")?))))
}

/// `super(…)` and `this(…)` call a constructor: `super` and `self`.
fn constructor_call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    source.chain(node.child_by_field_name("constructor")?)
}

/// `Foo::bar` is `Foo.bar`; `Foo::new` reads `Foo`.
fn method_reference(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let object = source.chain(node.named_child(0)?)?;
    let name = node.child(node.child_count().checked_sub(1)?)?;
    Some(if name.kind() == "new" { object } else { format!("{object}.{}", source.text(name)) })
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let mut cursor = node.walk();
    let Some(path) = node
        .named_children(&mut cursor)
        .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"))
        .map(|child| source.text(child))
    else {
        return;
    };
    if node.kind() == "package_declaration" {
        sink.add(path, "", "", ImportFlags::PACKAGE);
        return;
    }
    let (mut wildcard, mut flags) = (false, 0);
    for child in node.children(&mut cursor) {
        match child.kind() {
            "static" => flags = ImportFlags::STATIC,
            "asterisk" => wildcard = true,
            _ => {}
        }
    }
    if wildcard {
        sink.add(path, "*", "", flags);
    } else {
        let (package, name) = path.rsplit_once('.').unwrap_or(("", path));
        sink.add(package, name, "", flags);
    }
}

fn refine(draft: &mut Draft<'_>) {
    let modifiers = Modifiers::of(draft.node);
    draft.flags |= modifiers.flags();
    let in_interface = draft.parent == Kind::Interface;
    let component = draft.node.kind() == "formal_parameter";
    let default = if in_interface || component || draft.kind == Kind::Variant {
        Visibility::Public
    } else {
        Visibility::Internal
    };
    draft.visibility = modifiers.visibility(default);
    match draft.kind {
        Kind::Field if modifiers.has("static") && modifiers.has("final") => draft.kind = Kind::Constant,
        Kind::Constant | Kind::Variant => draft.flags |= Flags::STATIC,
        Kind::Method if in_interface && draft.node.child_by_field_name("body").is_none() => {
            draft.flags |= Flags::ABSTRACT;
        }
        _ => {}
    }
    let test = match draft.kind {
        Kind::Method => annotations(draft).any(|name| WORDS.has(Word::TestMarker, name)),
        Kind::Class => is_test_class(&draft.name),
        _ => false,
    };
    if test {
        draft.flags |= Flags::TEST;
    }
}

/// By the names that build tools run: `FooTest`, `FooTests`, `FooTestCase`, `FooIT`.
fn is_test_class(name: &str) -> bool {
    ["Test", "Tests", "TestCase", "IT"]
        .iter()
        .any(|ending| name.len() > ending.len() && name.ends_with(ending))
}
