//! Lua: tables that act as modules and classes.

mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use tree_sitter::Node;

pub(super) static LUA: Language = Language {
    name: "lua",
    extensions: &["lua", "rockspec", "luau"],
    file_names: &[],
    interpreters: &["lua", "luajit"],
    names: &names::NAMES,
    spelling: Spelling { nested: ".", member: ":", static_member: "." },
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_lua::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("dot_index_expression", Shape::Member("table", "field")),
            ("method_index_expression", Shape::Member("table", "method")),
            ("bracket_index_expression", Shape::Index("table")),
            ("function_call", Shape::Custom(call)),
            ("parenthesized_expression", Shape::Inner),
            ("string", Shape::Literal),
            ("number", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("nil", Shape::Literal),
            ("table_constructor", Shape::Literal),
        ],
        sites: SITES,
        constructors: &["new"],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `Cart.new()` and `setmetatable({}, Cart)` give a `Cart`.
fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("name")?;
    if source.text(function) == "setmetatable" {
        let class = node.child_by_field_name("arguments")?.named_child(1)?;
        return (class.kind() == "identifier").then(|| format!("{}()", source.text(class)));
    }
    let chain = source.chain(function)?;
    match chain.strip_suffix(".new") {
        Some(class) if !class.contains('(') => Some(format!("{class}()")),
        _ => Some(format!("{chain}()")),
    }
}

/// `local Item = require("shop.item")`: the local is what the file returns.
fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() == "return_statement" {
        // `require` returns the return value of the file.
        let value = node.named_child(0).and_then(|list| list.named_child(0));
        if let Some(value) = value.filter(|value| value.kind() == "identifier") {
            sink.add("", source.text(value), "", ImportFlags::PACKAGE);
        }
        return;
    }
    let Some(argument) = node.child_by_field_name("arguments").and_then(|all| all.named_child(0)) else {
        return;
    };
    if argument.kind() != "string" {
        return;
    }
    let path = source.text(argument).trim_matches(['"', '\'', '[', ']']);
    if path.is_empty() {
        return;
    }
    let local = bound_name(node).map_or("", |name| source.text(name));
    // A path with a slash is a file's; with dots it is a module's.
    let file = path.replace('.', "/");
    sink.add(if path.contains('/') { path } else { &file }, "", local, 0);
}

/// The local that the result of a call is bound to.
fn bound_name(call: Node<'_>) -> Option<Node<'_>> {
    let list = call.parent().filter(|list| list.kind() == "expression_list")?;
    let statement = list.parent().filter(|statement| statement.kind() == "assignment_statement")?;
    let names = statement.named_child(0)?;
    names.named_child(0).filter(|name| name.kind() == "identifier" && list.named_child(0) == Some(call))
}

fn refine(draft: &mut Draft<'_>) {
    if draft.head.trim_start().starts_with("local") {
        draft.visibility = Visibility::Private;
    }
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Method if draft.head.trim_end().ends_with('.') => draft.flags |= Flags::STATIC,
        Kind::Variable if draft.text.contains("= require") || draft.text.contains("=require") => {
            draft.name.clear();
        }
        _ => {}
    }
}
