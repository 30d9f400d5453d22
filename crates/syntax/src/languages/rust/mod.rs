//! Rust.

mod tokens;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling, has_word};
use crate::facts::{Flags, ImportFlags, Kind, Visibility};
use tree_sitter::Node;

pub(super) static RUST: Language = Language {
    name: "rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &["rust-script"],
    spelling: Spelling::COLONS,
    reader: Reader::Grammar(&Grammar {
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
        constructors: &[],
        imports,
        refine,
    }),
};

/// Methods of the standard wrappers that hand on what they wrap. Types are
/// read the same way: `Option<Arc<Foo>>` counts as `Foo`.
const HANDING_ON: &[&str] = &[
    "unwrap",
    "expect",
    "unwrap_or_default",
    "as_ref",
    "as_mut",
    "as_deref",
    "as_deref_mut",
    "borrow",
    "borrow_mut",
    "lock",
    "clone",
    "cloned",
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

/// `a::b`, `Vec::<T>::new`, `<Foo as Trait>::make`; `self::a` is plain `a`.
fn scoped(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let name = source.text(node.child_by_field_name("name")?);
    let Some(path) = node.child_by_field_name("path") else { return Some(name.to_owned()) };
    let path = match path.kind() {
        "self" => return Some(name.to_owned()),
        "scoped_identifier" => scoped(path, source)?,
        "generic_type" => crate::types::principal(source.text(path.child_by_field_name("type")?)),
        "bracketed_type" => {
            let inner = path.named_child(0)?;
            crate::types::principal(source.text(inner.child_by_field_name("type").unwrap_or(inner)))
        }
        _ => source.text(path).to_owned(),
    };
    Some(format!("{path}.{name}"))
}

fn index(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}[]", source.chain(node.named_child(0)?)?))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let field = |name: &str| node.child_by_field_name(name).map_or("", |part| source.text(part));
    match node.kind() {
        // `mod x;` says that `x` is a child of this module.
        "mod_item" => sink.add("self", field("name"), "", 0),
        "extern_crate_declaration" => sink.add(field("name"), "", field("alias"), 0),
        _ => {
            let public = node.named_child(0).is_some_and(|first| first.kind() == "visibility_modifier");
            let flags = if public { ImportFlags::REEXPORT } else { 0 };
            if let Some(tree) = node.child_by_field_name("argument") {
                use_tree(tree, "", "", flags, source, sink);
            }
        }
    }
}

/// Spreads `a::{b, c::{self, d as e}, f::*}` into one import per name.
fn use_tree(
    node: Node<'_>,
    prefix: &str,
    alias: &str,
    flags: u32,
    source: &Source<'_>,
    sink: &mut ImportSink<'_>,
) {
    let field = |name: &str| node.child_by_field_name(name);
    let below = |path: Option<Node<'_>>| {
        let path = path.map_or("", |path| source.text(path)).trim_start_matches("::");
        if prefix.is_empty() || path.is_empty() {
            format!("{prefix}{path}")
        } else {
            format!("{prefix}::{path}")
        }
    };
    match node.kind() {
        "use_list" => {
            for child in node.named_children(&mut node.walk()) {
                use_tree(child, prefix, "", flags, source, sink);
            }
        }
        "scoped_use_list" => {
            if let Some(list) = field("list") {
                use_tree(list, &below(field("path")), "", flags, source, sink);
            }
        }
        "use_as_clause" => {
            if let (Some(path), Some(alias)) = (field("path"), field("alias")) {
                use_tree(path, prefix, source.text(alias), flags, source, sink);
            }
        }
        "use_wildcard" => sink.add(&below(node.named_child(0)), "*", "", flags),
        "scoped_identifier" => {
            let name = field("name").map_or("", |name| source.text(name));
            sink.add(&below(field("path")), name, alias, flags);
        }
        "self" if !prefix.is_empty() => sink.add(prefix, "", alias, flags),
        "identifier" | "self" | "super" | "crate" if prefix.is_empty() => {
            sink.add(source.text(node), "", alias, flags);
        }
        "identifier" | "super" => sink.add(prefix, source.text(node), alias, flags),
        _ => {}
    }
}

fn refine(draft: &mut Draft<'_>) {
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
            || last == "rstest"
            || last == "cfg" && has_word(attribute, "test") && !attribute.contains("not(test")
    });
    if tested {
        draft.flags |= Flags::TEST;
    }
    if draft.node.kind() == "function_signature_item" {
        let foreign = block.is_some_and(|block| block.kind() == "foreign_mod_item");
        draft.flags |= if foreign { Flags::DECLARATION } else { Flags::ABSTRACT };
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
