//! R.

use super::names::{NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Part, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind};
use tree_sitter::Node;

pub(super) static R: Language = Language {
    name: "r",
    extensions: &["r"],
    file_names: &[".Rprofile"],
    interpreters: &["Rscript"],
    names: &NAMES,
    spelling: Spelling { nested: "::", member: "$", static_member: "$" },
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_r::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("extract_operator", Shape::Member("lhs", "rhs")),
            ("namespace_operator", Shape::Member("lhs", "rhs")),
            ("call", Shape::Call("function")),
            ("subset", Shape::Index("function")),
            ("parenthesized_expression", Shape::Field("body")),
            ("string", Shape::Literal),
            ("integer", Shape::Literal),
            ("float", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("null", Shape::Literal),
        ],
        sites: &[
            ("call", Site::Call),
            ("arguments", Site::Arguments),
            ("argument", Site::Argument),
            ("string", Site::Text),
            ("integer", Site::Number),
            ("float", Site::Number),
            ("true", Site::Constant),
            ("false", Site::Constant),
            ("null", Site::Constant),
            ("function_definition", Site::Block),
            ("if_statement", Site::Branch(Part::Field("condition"))),
            ("for_statement", Site::Loop(Part::Field("sequence"))),
            ("while_statement", Site::Loop(Part::None)),
        ],
        constructors: &["initialize"],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

static NAMES: NameRules = NameRules {
    family: "r",
    package: Package::Everything,
    implicit_this: true,
    builtin_members: &["add", "get", "set", "new", "print", "plot", "format", "summary", "clone"],
    ..NameRules::NONE
};

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let argument = node.child_by_field_name("arguments").and_then(|all| all.named_child(0));
    let Some(value) = argument.and_then(|argument| argument.child_by_field_name("value")) else { return };
    let path = source.text(value).trim_matches(['"', '\'']);
    if node.child_by_field_name("function").is_some_and(|function| source.text(function) == "source") {
        sink.add(path, "", "", ImportFlags::FILE);
    }
}

fn refine(draft: &mut Draft<'_>) {
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Variable if draft.name.chars().all(|c| !c.is_lowercase()) => draft.kind = Kind::Constant,
        _ => {}
    }
}
