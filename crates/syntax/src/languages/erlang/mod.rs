//! Erlang.

mod clauses;

use super::names::{ImportSystem, NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::Kind;
use tree_sitter::Node;

pub(super) static ERLANG: Language = Language {
    name: "erlang",
    extensions: &["erl", "hrl", "escript"],
    file_names: &["rebar.config"],
    interpreters: &["escript"],
    names: &NAMES,
    spelling: Spelling { nested: ":", member: ":", static_member: ":" },
    reader: Reader::Expanding(&GRAMMAR, clauses::expand),
};

static NAMES: NameRules = NameRules {
    family: "erlang",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    full_names: true,
    ..NameRules::NONE
};

static GRAMMAR: Grammar = Grammar {
    language: tree_sitter_erlang::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[
        ("atom", Shape::Name),
        ("var", Shape::Name),
        ("call", Shape::Call("expr")),
        ("remote", Shape::Custom(remote)),
        ("external_fun", Shape::Custom(function_value)),
        ("internal_fun", Shape::Field("fun")),
        ("paren_expr", Shape::Inner),
        ("string", Shape::Literal),
        ("integer", Shape::Literal),
        ("list", Shape::Literal),
        ("tuple", Shape::Literal),
    ],
    sites: &[
        ("call", Site::Call),
        ("expr_args", Site::Arguments),
        ("string", Site::Text),
        ("integer", Site::Number),
        ("list", Site::List),
        ("tuple", Site::List),
        ("anonymous_fun", Site::Block),
    ],
    constructors: &[],
    imports,
    refine,
    prepare: None,
    typing: &super::Typing::NAMES,
};

/// `shop_store:save(Cart)`
fn remote(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let module = node.child_by_field_name("module")?.child_by_field_name("module")?;
    let function = node.child_by_field_name("fun")?;
    let name = function.child_by_field_name("expr").unwrap_or(function);
    let is_call = function.kind() == "call";
    Some(format!("{}.{}{}", source.text(module), source.text(name), if is_call { "()" } else { "" }))
}

/// `fun shop_item:price/1`
fn function_value(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let text = source.text(node).strip_prefix("fun")?.split('/').next()?.trim();
    let (module, name) = text.split_once(':')?;
    Some(format!("{module}.{name}"))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    match node.kind() {
        "module_attribute" => {
            if let Some(name) = node.child_by_field_name("name") {
                sink.add(source.text(name), "", "", ImportFlags::PACKAGE);
            }
        }
        "import_attribute" => {
            let Some(module) = node.child_by_field_name("module") else { return };
            let mut cursor = node.walk();
            for function in node.children_by_field_name("funs", &mut cursor) {
                if let Some(name) = function.child_by_field_name("fun") {
                    sink.add(source.text(module), source.text(name), "", 0);
                }
            }
        }
        _ => {
            if let Some(file) = node.child_by_field_name("file") {
                sink.add(source.text(file).trim_matches('"'), "", "", ImportFlags::FILE);
            }
        }
    }
}

fn refine(draft: &mut Draft<'_>) {
    if draft.kind == Kind::Function {
        let head = draft.signature.split("->").next().unwrap_or("").trim_end();
        draft.signature = head.to_owned();
    }
}
