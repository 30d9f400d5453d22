//! Julia.

use super::names::{NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Part, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind};
use tree_sitter::Node;

pub(super) static JULIA: Language = Language {
    name: "julia",
    extensions: &["jl"],
    file_names: &[],
    interpreters: &["julia"],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_julia::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("operator", Shape::Name),
            ("field_expression", Shape::Suffix),
            ("call_expression", Shape::Custom(call)),
            ("macro_identifier", Shape::Inner),
            ("parametrized_type_expression", Shape::Inner),
            ("parenthesized_expression", Shape::Inner),
            ("string_literal", Shape::Literal),
            ("integer_literal", Shape::Literal),
            ("float_literal", Shape::Literal),
            ("boolean_literal", Shape::Literal),
            ("vector_expression", Shape::Literal),
        ],
        sites: &[
            ("call_expression", Site::Call),
            ("macrocall_expression", Site::Call),
            ("argument_list", Site::Arguments),
            ("macro_argument_list", Site::Arguments),
            ("string_literal", Site::Text),
            ("string_interpolation", Site::Interpolation),
            ("integer_literal", Site::Number),
            ("float_literal", Site::Number),
            ("boolean_literal", Site::Constant),
            ("vector_expression", Site::List),
            ("arrow_function_expression", Site::Block),
            ("do_clause", Site::Block),
            ("if_statement", Site::Branch(Part::Field("condition"))),
            ("ternary_expression", Site::Branch(Part::Child(0))),
            ("for_statement", Site::Loop(Part::Kind("for_binding"))),
            ("while_statement", Site::Loop(Part::Field("condition"))),
            ("catch_clause", Site::Rescue(Part::None)),
            ("finally_clause", Site::Deferred),
        ],
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

static NAMES: NameRules = NameRules {
    family: "julia",
    package: Package::Everything,
    reopens: true,
    builtin_members: &[
        "push!", "length", "size", "get", "show", "print", "println", "map", "sum", "iterate", "convert",
    ],
    ..NameRules::NONE
};

fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("{}()", source.chain(node.named_child(0)?)?))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let file =
        node.named_child(1).and_then(|all| all.named_child(0)).filter(|file| file.kind() == "string_literal");
    if let Some(file) = file {
        sink.add(source.text(file).trim_matches('"'), "", "", ImportFlags::FILE);
    }
}

fn refine(draft: &mut Draft<'_>) {
    // The grammar has no node for a body: what follows the first line is one.
    if draft.node.kind().ends_with("_definition") && draft.node.kind() != "abstract_definition" {
        draft.signature = draft.text.lines().next().unwrap_or("").trim_end().to_owned();
    }
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Class if draft.node.kind() == "abstract_definition" => {
            draft.kind = Kind::Interface;
            draft.flags |= Flags::ABSTRACT;
        }
        _ => {}
    }
}
