//! C++.

mod members;
mod names;
mod sites;

use super::{Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::types::principal;
use sites::SITES;
use tree_sitter::Node;

pub(super) static CPP: Language = Language {
    name: "cpp",
    extensions: &["cc", "cpp", "cxx", "c++", "hpp", "hh", "hxx", "h++", "inl", "ipp", "tpp"],
    file_names: &[],
    interpreters: &[],
    names: &names::NAMES,
    spelling: Spelling::COLONS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_cpp::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("field_identifier", Shape::Name),
            ("namespace_identifier", Shape::Name),
            ("pointer_declarator", Shape::Field("declarator")),
            ("array_declarator", Shape::Field("declarator")),
            ("function_declarator", Shape::Field("declarator")),
            ("init_declarator", Shape::Field("declarator")),
            ("reference_declarator", Shape::Inner),
            ("parenthesized_declarator", Shape::Inner),
            ("attributed_declarator", Shape::Inner),
            ("variadic_declarator", Shape::Inner),
            ("this", Shape::This),
            ("field_expression", Shape::Member("argument", "field")),
            ("call_expression", Shape::Custom(call)),
            ("qualified_identifier", Shape::Custom(qualified)),
            ("template_function", Shape::Field("name")),
            ("template_method", Shape::Field("name")),
            ("subscript_expression", Shape::Index("argument")),
            ("pointer_expression", Shape::Custom(pointer)),
            ("parenthesized_expression", Shape::Inner),
            ("cast_expression", Shape::Custom(cast)),
            ("new_expression", Shape::Custom(instance)),
            ("compound_literal_expression", Shape::Custom(instance)),
            ("co_await_expression", Shape::Field("argument")),
            ("attribute_declaration", Shape::Inner),
            ("attribute", Shape::Field("name")),
            ("string_literal", Shape::Literal),
            ("raw_string_literal", Shape::Literal),
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
        refine: members::refine,
        prepare: Some(super::c::attributes::prepare),
        typing: &super::Typing::NAMES,
    }),
};

/// `*p` is an element of what an iterator or a pointer points at; `&x` is `x`.
fn pointer(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let of = source.chain(node.child_by_field_name("argument")?)?;
    let is_read = node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "*");
    Some(if is_read && of != "self" { format!("{of}[]") } else { of })
}

/// Functions whose first template argument is the type of what they give.
const GIVING: &[&str] =
    &["make_unique", "make_shared", "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"];

fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    let mut named = function;
    while let Some(name) =
        named.child_by_field_name("name").filter(|_| named.kind() == "qualified_identifier")
    {
        named = name;
    }
    if named.kind() == "template_function"
        && let Some(name) = named.child_by_field_name("name")
        && GIVING.contains(&source.text(name))
    {
        let given = named.child_by_field_name("arguments")?.named_child(0)?;
        return Some(format!("{}()", principal(source.text(given))));
    }
    // A smart pointer counts as what it points at.
    if function.kind() == "field_expression"
        && function.child_by_field_name("field").is_some_and(|field| source.text(field) == "get")
        && node.child_by_field_name("arguments").is_some_and(|arguments| arguments.named_child_count() == 0)
    {
        return source.chain(function.child_by_field_name("argument")?);
    }
    Some(format!("{}()", source.chain(function)?))
}

/// `a::B<T>::c` without template arguments.
fn qualified(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let mut segments = Vec::new();
    let mut node = Some(node);
    while let Some(part) = node {
        let (segment, rest) = match part.kind() {
            "qualified_identifier" => (part.child_by_field_name("scope"), part.child_by_field_name("name")),
            _ => (Some(part), None),
        };
        if let Some(segment) = segment {
            let plain = segment.child_by_field_name("name").unwrap_or(segment);
            segments.push(source.text(plain));
        }
        node = rest;
    }
    (!segments.is_empty()).then(|| segments.join("."))
}

/// `new Foo(…)`, `Foo{…}`.
fn instance(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let made = node.child_by_field_name("type")?;
    let chain = match made.kind() {
        "qualified_identifier" => qualified(made, source)?,
        _ => source.text(made.child_by_field_name("name").unwrap_or(made)).to_owned(),
    };
    Some(format!("{chain}()"))
}

/// `(Foo *)x` is a `Foo`; a cast to a built-in type is not evidence.
fn cast(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let wanted = node.child_by_field_name("type")?;
    match wanted.child_by_field_name("type")?.kind() {
        "primitive_type" | "sized_type_specifier" => source.chain(node.child_by_field_name("value")?),
        _ => Some(format!("{}()", principal(source.text(wanted)))),
    }
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    match node.kind() {
        "using_declaration" => {
            let Some(used) = node.named_child(0) else { return };
            let path = source.text(used);
            if node.child(1).is_some_and(|word| word.kind() == "namespace") {
                sink.add(path, "*", "", ImportFlags::NAMESPACE);
            } else if let Some((scope, name)) = path.rsplit_once("::") {
                sink.add(scope, name, "", 0);
            }
        }
        "namespace_alias_definition" => {
            let alias = node.child_by_field_name("name").map_or("", |name| source.text(name));
            if let Some(target) = node.named_child(1) {
                sink.add(source.text(target), "", alias, 0);
            }
        }
        _ => super::c::imports(node, source, sink),
    }
}
