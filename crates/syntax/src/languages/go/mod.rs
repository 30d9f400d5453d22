//! Go.

mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use crate::types::principal;
use sites::SITES;
use tree_sitter::Node;

/// Comments before the package that are looked at.
const COMMENTS: usize = 64;

pub(super) static GO: Language = Language {
    name: "go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_go::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("field_identifier", Shape::Name),
            ("selector_expression", Shape::Member("operand", "field")),
            ("call_expression", Shape::Custom(call)),
            ("composite_literal", Shape::Custom(composite)),
            ("type_assertion_expression", Shape::Custom(converted)),
            ("type_conversion_expression", Shape::Custom(converted)),
            ("type_instantiation_expression", Shape::Field("type")),
            ("index_expression", Shape::Index("operand")),
            ("slice_expression", Shape::Field("operand")),
            ("unary_expression", Shape::Field("operand")),
            ("parenthesized_expression", Shape::Inner),
            ("interpreted_string_literal", Shape::Literal),
            ("raw_string_literal", Shape::Literal),
            ("int_literal", Shape::Literal),
            ("float_literal", Shape::Literal),
            ("rune_literal", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("nil", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `new(Foo)` gives a `Foo`.
fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    match source.text(function) {
        "new" => {
            let made = node.child_by_field_name("arguments")?.named_child(0)?;
            Some(format!("{}()", principal(source.text(made))))
        }
        "make" => None,
        _ => Some(format!("{}()", source.chain(function)?)),
    }
}

/// `x.(*Foo)` and `(*Foo)(x)` are a `Foo`.
fn converted(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let wanted = principal(source.text(node.child_by_field_name("type")?));
    (!wanted.is_empty() && !wanted.ends_with("[]")).then(|| format!("{wanted}()"))
}

/// `Foo{…}`; literals of maps and slices are values without a type of their own.
fn composite(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let made = node.child_by_field_name("type")?;
    match made.kind() {
        "generic_type" => Some(format!("{}()", principal(source.text(made.child_by_field_name("type")?)))),
        "type_identifier" | "qualified_type" => Some(format!("{}()", principal(source.text(made)))),
        _ => None,
    }
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() == "package_clause" {
        if let Some(package) = node.named_child(0) {
            sink.add(source.text(package), "", build_constraint(node, source), ImportFlags::PACKAGE);
        }
        return;
    }
    let Some(path) = node.child_by_field_name("path") else { return };
    let path = source.text(path).trim_matches(['"', '`']);
    match node.child_by_field_name("name") {
        Some(dot) if dot.kind() == "dot" => sink.add(path, "*", "", 0),
        Some(alias) => sink.add(path, "", source.text(alias), 0),
        None => sink.add(path, "", "", 0),
    }
}

/// What the comments before the package say of the builds that compile the file.
fn build_constraint<'t>(package: Node<'_>, source: &Source<'t>) -> &'t str {
    let mut before = package.prev_sibling();
    for _ in 0..COMMENTS {
        let Some(comment) = before.filter(|node| node.kind() == "comment") else { break };
        if let Some(constraint) = source.text(comment).strip_prefix("//go:build ") {
            return constraint.trim();
        }
        before = comment.prev_sibling();
    }
    ""
}

fn refine(draft: &mut Draft<'_>) {
    let exported = draft.name.chars().next().is_some_and(char::is_uppercase);
    draft.visibility = if exported { Visibility::Public } else { Visibility::Internal };
    if draft.node.kind() == "method_elem" {
        draft.flags |= Flags::ABSTRACT;
    }
    if draft.name == "_" {
        // `var _ Interface = …` asserts and defines nothing.
        draft.name.clear();
    }
    let test = draft.kind == Kind::Function
        && draft.path.ends_with("_test.go")
        && ["Test", "Benchmark", "Example", "Fuzz"].iter().any(|word| {
            draft.name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        });
    if test {
        draft.flags |= Flags::TEST;
    }
}
