//! Rust.

mod generated;
mod imports;
mod names;
mod sites;
mod tokens;

use super::{Draft, Grammar, Language, Reader, Shape, Source, Spelling, has_word};
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::{Flags, Kind, Visibility};
use crate::types::principal;
use sites::SITES;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("rust"));

pub(super) static RUST: Language = Language {
    name: "rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &["rust-script"],
    names: &names::NAMES,
    spelling: Spelling::COLONS,
    reader: Reader::Expanding(&GRAMMAR, generated::expand),
};

static GRAMMAR: Grammar = Grammar {
    language: tree_sitter_rust::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[
        ("identifier", Shape::Name),
        ("type_identifier", Shape::Name),
        ("field_identifier", Shape::Name),
        ("shorthand_field_identifier", Shape::Name),
        ("self", Shape::This),
        ("field_expression", Shape::Member("value", "field")),
        ("call_expression", Shape::Custom(call)),
        ("macro_invocation", Shape::Custom(macro_call)),
        ("generic_function", Shape::Field("function")),
        ("scoped_identifier", Shape::Custom(scoped)),
        ("struct_expression", Shape::New("name")),
        ("index_expression", Shape::Custom(index)),
        ("parenthesized_expression", Shape::Inner),
        ("try_expression", Shape::Inner),
        ("await_expression", Shape::Inner),
        ("unary_expression", Shape::Inner),
        ("reference_expression", Shape::Field("value")),
        ("type_cast_expression", Shape::Field("value")),
        ("attribute_item", Shape::Inner),
        ("attribute", Shape::Inner),
        ("token_tree", Shape::Custom(tokens::call)),
        ("string_literal", Shape::Literal),
        ("raw_string_literal", Shape::Literal),
        ("char_literal", Shape::Literal),
        ("boolean_literal", Shape::Literal),
        ("integer_literal", Shape::Literal),
        ("float_literal", Shape::Literal),
        ("array_expression", Shape::Literal),
        ("tuple_expression", Shape::Literal),
        ("unit_expression", Shape::Literal),
    ],
    sites: SITES,
    constructors: &[],
    imports: imports::imports,
    refine,
    prepare: None,
    typing: &super::Typing { context: Some(handed), ..super::Typing::NAMES },
};

/// Methods of the standard wrappers that hand on what they wrap. Types are
/// read the same way: `Option<Arc<Foo>>` counts as `Foo`.
const HANDING_ON: &[&str] = &[
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "ok",
    "ok_or",
    "ok_or_else",
    "map_err",
    "as_ref",
    "as_mut",
    "as_deref",
    "as_deref_mut",
    "borrow",
    "borrow_mut",
    "lock",
    "clone",
    "cloned",
    "copied",
    "to_owned",
    "iter",
    "iter_mut",
    "into_iter",
];

fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    if function.kind() == "field_expression"
        && let Some(name) = function.child_by_field_name("field")
        && HANDING_ON.contains(&source.text(name))
    {
        return source.chain(function.child_by_field_name("value")?);
    }
    Some(format!("{}()", source.chain(function)?))
}

/// A macro has a name of its own, `format!`: it is not the function `format`.
fn macro_call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}!()", source.chain(node.child_by_field_name("macro")?)?))
}

/// `a::b`, `Vec::<T>::new`, `<Foo as Trait>::make`; `self::a` is plain `a`.
fn scoped(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let mut segments = Vec::new();
    let mut next = Some(node);
    while let Some(part) = next {
        next = None;
        match part.kind() {
            "scoped_identifier" => {
                segments.push(source.text(part.child_by_field_name("name")?).to_owned());
                next = part.child_by_field_name("path");
            }
            "self" => {}
            "generic_type" => segments.push(principal(source.text(part.child_by_field_name("type")?))),
            "bracketed_type" => {
                let inner = part.named_child(0)?;
                let named = inner.child_by_field_name("type").unwrap_or(inner);
                segments.push(principal(source.text(named)));
            }
            _ => segments.push(source.text(part).to_owned()),
        }
    }
    segments.reverse();
    Some(segments.join("."))
}

fn index(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}[]", source.chain(node.named_child(0)?)?))
}

/// What a method hands to the closure whose first parameter a name is: `orders.iter().map{0}{0}` for
/// `orders.iter().map(|order| …)`.
fn handed(name: Node<'_>, source: &Source<'_>) -> Option<String> {
    let around = name.parent()?;
    let parameters = if around.kind() == "reference_pattern" { around.parent()? } else { around };
    if parameters.kind() != "closure_parameters" || parameters.named_child(0)?.end_byte() != name.end_byte() {
        return None;
    }
    let closure = parameters.parent()?;
    let arguments = closure.parent().filter(|one| one.kind() == "arguments")?;
    if arguments.named_child(0)? != closure {
        return None;
    }
    let function = arguments.parent()?.child_by_field_name("function")?;
    let is_method = function.kind() == "field_expression";
    source.chain(function).filter(|_| is_method).map(|chain| format!("{chain}{{0}}{{0}}"))
}

fn refine(draft: &mut Draft<'_>) {
    if draft.node.kind() == "macro_invocation" {
        generated::refine(draft);
        return;
    }
    let block = draft.node.parent().and_then(|list| list.parent());
    let in_trait_impl =
        block.is_some_and(|b| b.kind() == "impl_item" && b.child_by_field_name("trait").is_some());
    let attributes =
        || draft.decorators.iter().map(|text| text.trim_start_matches("#[").trim_end_matches(']'));
    draft.visibility = match draft.kind {
        Kind::Variant => Visibility::Public,
        Kind::Macro if attributes().any(|a| a == "macro_export") => Visibility::Public,
        Kind::Macro => Visibility::Internal,
        _ if draft.parent == Kind::Trait || draft.parent == Kind::Variant || in_trait_impl => {
            Visibility::Public
        }
        _ if draft.head.contains("pub(") || draft.head.contains("pub (") => Visibility::Internal,
        _ if has_word(draft.head, "pub") => Visibility::Public,
        _ => Visibility::Private,
    };
    let tested = attributes().any(|attribute| {
        let path = attribute.split(['(', ' ']).next().unwrap_or("");
        let last = path.rsplit("::").next().unwrap_or("");
        last == "test"
            || last == "bench"
            || last.ends_with("_test")
            || WORDS.has(Word::TestMarker, last)
            || last == "cfg" && has_word(attribute, "test") && !attribute.contains("not(test")
    });
    if tested {
        draft.flags |= Flags::TEST;
    }
    if draft.node.kind() == "function_signature_item" {
        let foreign = block.is_some_and(|block| block.kind() == "foreign_mod_item");
        draft.flags |= if foreign { Flags::DECLARATION } else { Flags::ABSTRACT };
    }
    if in_trait_impl {
        draft.flags |= Flags::OF_TRAIT;
    }
    if draft.kind == Kind::Method {
        let takes_self = draft.node.child_by_field_name("parameters").is_some_and(|parameters| {
            parameters.named_children(&mut parameters.walk()).any(|first| {
                first.kind() == "self_parameter"
                    || first.child_by_field_name("pattern").is_some_and(|pattern| pattern.kind() == "self")
            })
        });
        if !takes_self {
            draft.flags |= Flags::STATIC;
        }
    }
}
