//! PHP, with the HTML around it.
//!
//! Variables lose their `$` in names, chains and bindings alike.

mod imports;
mod names;
mod sites;

pub(super) use names::NAMES;

use super::{Draft, Grammar, Language, Reader, Shape, Source, Spelling, keyword_flags, keyword_visibility};
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::{Flags, Kind, Visibility};
use crate::types;
use imports::imports;
use sites::SITES;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("php"));

pub(super) static PHP: Language = Language {
    name: "php",
    extensions: &["php", "phtml", "php5", "php7", "php8"],
    file_names: &[],
    interpreters: &["php"],
    names: &names::NAMES,
    spelling: Spelling { nested: "\\", member: "::", static_member: "::" },
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_php::LANGUAGE_PHP,
        query: include_str!("query.scm"),
        shapes: &[
            ("name", Shape::Name),
            ("relative_scope", Shape::Custom(name)),
            ("variable_name", Shape::Custom(name)),
            ("qualified_name", Shape::Path),
            ("relative_name", Shape::Path),
            ("member_access_expression", Shape::Member("object", "name")),
            ("nullsafe_member_access_expression", Shape::Member("object", "name")),
            ("scoped_property_access_expression", Shape::Custom(member)),
            ("class_constant_access_expression", Shape::Custom(constant)),
            ("member_call_expression", Shape::MethodCall("object", "name")),
            ("nullsafe_member_call_expression", Shape::MethodCall("object", "name")),
            ("scoped_call_expression", Shape::MethodCall("scope", "name")),
            ("function_call_expression", Shape::Call("function")),
            ("object_creation_expression", Shape::Custom(creation)),
            ("subscript_expression", Shape::Custom(element)),
            ("attribute", Shape::Inner),
            ("parenthesized_expression", Shape::Inner),
            ("clone_expression", Shape::Inner),
            ("error_suppression_expression", Shape::Inner),
            ("assignment_expression", Shape::Field("right")),
            ("array_creation_expression", Shape::Custom(array)),
            ("string", Shape::Literal),
            ("encapsed_string", Shape::Literal),
            ("heredoc", Shape::Literal),
            ("nowdoc", Shape::Literal),
            ("integer", Shape::Literal),
            ("float", Shape::Literal),
            ("boolean", Shape::Literal),
            ("null", Shape::Literal),
        ],
        sites: SITES,
        constructors: &["__construct"],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of `Shape::Custom`")]
fn name(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(match source.text(node) {
        "$this" | "self" | "static" => "self".to_owned(),
        "parent" => "super".to_owned(),
        text => text.trim_start_matches('$').to_owned(),
    })
}

fn member(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let object = node.child_by_field_name("object").or_else(|| node.child_by_field_name("scope"))?;
    let name = source.text(node.child_by_field_name("name")?).trim_start_matches('$');
    Some(format!("{}.{name}", source.chain(object).unwrap_or_else(|| "?".to_owned())))
}

/// `Foo::BAR` is a member, `Foo::class` is `Foo` itself.
fn constant(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let scope = source.chain(node.named_child(0)?)?;
    match source.text(node.named_child(1)?) {
        "class" => Some(scope).filter(|scope| scope != "self"),
        name => Some(format!("{scope}.{name}")),
    }
}

fn creation(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let class = node.named_child(0)?;
    match source.text(class) {
        "self" | "static" => Some("self".to_owned()),
        "parent" => Some("super".to_owned()),
        text if matches!(class.kind(), "name" | "qualified_name" | "relative_name") => {
            Some(format!("{}()", types::principal(text)))
        }
        _ => None,
    }
}

fn element(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}[]", source.chain(node.named_child(0)?)?))
}

/// `[Foo::class, 'bar']` and `[$this, 'bar']` name a method.
#[expect(clippy::unnecessary_wraps, reason = "the signature of `Shape::Custom`")]
fn array(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let only = |at: u32| node.named_child(at).and_then(|element| element.named_child(0));
    let pair = only(0).zip(only(1)).filter(|_| node.named_child_count() == 2);
    if let Some((object, method)) = pair
        && matches!(object.kind(), "variable_name" | "class_constant_access_expression")
        && method.kind() == "string"
    {
        let method = source.text(method).trim_matches('\'');
        let plain = !method.is_empty() && method.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if let Some(object) = source.chain(object).filter(|_| plain) {
            return Some(format!("{object}.{method}"));
        }
    }
    Some("!".to_owned())
}

fn refine(draft: &mut Draft<'_>) {
    if draft.name.starts_with('$') {
        draft.name.remove(0);
    }
    // One of several properties or constants: the modifiers are before the first.
    if matches!(draft.node.kind(), "property_element" | "const_element")
        && let Some(whole) = draft.node.parent()
    {
        for modifier in whole.named_children(&mut whole.walk()) {
            let word = modifier.child(0).map_or("", |word| word.kind());
            match modifier.kind() {
                "visibility_modifier" => draft.visibility = keyword_visibility(word, Visibility::Public),
                "static_modifier" => draft.flags |= Flags::STATIC,
                _ => {}
            }
        }
    } else {
        draft.visibility = keyword_visibility(draft.head, Visibility::Public);
        keyword_flags(draft);
    }
    match draft.kind {
        // `define($name, …)` defines a name that is known only when it runs.
        Kind::Constant if draft.head.starts_with("define") && draft.text.contains("($") => draft.name.clear(),
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Class if draft.name.ends_with("Test") || draft.name.ends_with("TestCase") => {
            draft.flags |= Flags::TEST;
        }
        Kind::Method | Kind::Function => {
            if draft.node.kind() == "method_declaration" {
                draft.kind = Kind::Method;
                if draft.node.child_by_field_name("body").is_none() {
                    draft.flags |= Flags::ABSTRACT;
                }
            }
            let marked = draft.decorators.iter().any(|attribute| {
                let name = attribute.split('(').next().unwrap_or("");
                name.rsplit('\\').next().is_some_and(|name| WORDS.has(Word::TestMarker, name))
            });
            if draft.kind == Kind::Method
                && (marked || draft.name.starts_with("test") || is_test_by_doc(draft))
            {
                draft.flags |= Flags::TEST;
            }
        }
        _ => {}
    }
}

/// `@test` in the doc comment right above.
fn is_test_by_doc(draft: &Draft<'_>) -> bool {
    let before = draft.file.get(..draft.node.start_byte()).unwrap_or("").trim_end();
    before.ends_with("*/")
        && before.rfind("/**").is_some_and(|start| {
            before[start..]
                .lines()
                .any(|line| line.trim_start_matches(['/', '*', ' ', '\t']).starts_with("@test"))
        })
}
