//! Perl: packages, subroutines and methods.

mod packages;

use super::names::{ImportSystem, NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Part, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Visibility};
use tree_sitter::Node;

pub(super) static PERL: Language = Language {
    name: "perl",
    extensions: &["pl", "pm", "t", "psgi"],
    file_names: &["cpanfile"],
    interpreters: &["perl"],
    names: &NAMES,
    spelling: Spelling::COLONS,
    reader: Reader::Expanding(&GRAMMAR, packages::expand),
};

static NAMES: NameRules = NameRules {
    family: "perl",
    package: Package::Everything,
    imports: ImportSystem::FullNames,
    full_names: true,
    reopens: true,
    modules_are_types: true,
    builtin_members: &[
        "new", "get", "set", "add", "name", "run", "print", "close", "open", "read", "write", "can", "isa",
        "import",
    ],
    ..NameRules::NONE
};

static GRAMMAR: Grammar = Grammar {
    language: ts_parser_perl::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[
        ("bareword", Shape::Path),
        ("package", Shape::Path),
        ("function", Shape::Path),
        ("method", Shape::Name),
        ("scalar", Shape::Custom(scalar)),
        ("varname", Shape::Name),
        ("method_call_expression", Shape::SendOrNew("invocant", "method", "new")),
        ("function_call_expression", Shape::Call("function")),
        ("ambiguous_function_call_expression", Shape::Call("function")),
        ("parenthesized_expression", Shape::Inner),
        ("string_literal", Shape::Literal),
        ("interpolated_string_literal", Shape::Literal),
        ("number", Shape::Literal),
    ],
    sites: &[
        ("method_call_expression", Site::Send),
        ("function_call_expression", Site::Call),
        ("ambiguous_function_call_expression", Site::Call),
        ("list_expression", Site::Arguments),
        ("string_literal", Site::Text),
        ("interpolated_string_literal", Site::Text),
        ("number", Site::Number),
        ("anonymous_subroutine_expression", Site::Block),
        ("conditional_statement", Site::Branch(Part::Field("condition"))),
        ("postfix_conditional_expression", Site::Branch(Part::Field("condition"))),
        ("loop_statement", Site::Loop(Part::None)),
        ("for_statement", Site::Loop(Part::Field("list"))),
    ],
    constructors: &["new"],
    imports,
    refine,
    prepare: None,
};

/// `$self` is the instance, `$class` its type.
fn scalar(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(match source.text(node).trim_start_matches('$') {
        "class" => "Self".to_owned(),
        name => name.to_owned(),
    })
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let module = node.child_by_field_name("module").or_else(|| node.named_child(0));
    let Some(path) = module.map(|module| source.text(module)) else { return };
    // Pragmas are in lower case.
    if path.starts_with(char::is_uppercase) {
        sink.add(path, "*", "", ImportFlags::NAMESPACE);
        sink.add(path, "", path, 0);
    }
}

fn refine(draft: &mut Draft<'_>) {
    if draft.name.starts_with('_') {
        draft.visibility = Visibility::Private;
    }
    if draft.path.ends_with(".t") {
        draft.flags |= Flags::TEST;
    }
}
