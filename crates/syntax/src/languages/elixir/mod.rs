//! Elixir.
//!
//! The grammar has only calls and operators: `defmodule` and `def` are calls like any other. What
//! they mean is found in `macros.rs`.

mod macros;
mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use tree_sitter::Node;

pub(super) static ELIXIR: Language = Language {
    name: "elixir",
    extensions: &["ex", "exs"],
    file_names: &[],
    interpreters: &["elixir"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Expanding(&GRAMMAR, macros::expand),
};

static GRAMMAR: Grammar = Grammar {
    language: tree_sitter_elixir::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[
        ("identifier", Shape::Name),
        ("alias", Shape::Path),
        ("atom", Shape::Custom(erlang_module)),
        ("dot", Shape::Member("left", "right")),
        ("call", Shape::Call("target")),
        ("access_call", Shape::Index("target")),
        ("block", Shape::Inner),
        ("string", Shape::Literal),
        ("charlist", Shape::Literal),
        ("integer", Shape::Literal),
        ("float", Shape::Literal),
        ("boolean", Shape::Literal),
        ("nil", Shape::Literal),
        ("list", Shape::Literal),
        ("tuple", Shape::Literal),
        ("map", Shape::Custom(made_struct)),
    ],
    sites: SITES,
    constructors: &[],
    imports,
    refine,
    prepare: None,
    typing: &super::Typing::NAMES,
};

/// `:ets.new(…)`: modules of Erlang are named by atoms.
fn erlang_module(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(source.text(node).trim_start_matches(':').to_owned())
}

/// `%Shop.Cart{…}` is a `Shop.Cart`.
fn made_struct(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let named = node.named_child(0).filter(|child| child.kind() == "struct")?.named_child(0)?;
    Some(format!("{}()", source.chain(named)?))
}

/// `alias A.B`, `alias A.{B, C}`, `alias A.B, as: C`, `import A.B`, `require A.B`, `use A.B`.
fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let word = node.child_by_field_name("target").map_or("", |target| source.text(target));
    let Some(arguments) = macros::arguments(node) else { return };
    let Some(first) = arguments.named_child(0) else { return };
    match first.kind() {
        "alias" if matches!(word, "import" | "use") => {
            sink.add(source.text(first), "*", "", ImportFlags::NAMESPACE);
        }
        "alias" => {
            let renamed = macros::keyword(arguments, "as", source).map_or("", |name| source.text(name));
            sink.add(source.text(first), "", renamed, 0);
        }
        "dot" => {
            let (Some(left), Some(right)) =
                (first.child_by_field_name("left"), first.child_by_field_name("right"))
            else {
                return;
            };
            let mut cursor = right.walk();
            for name in right.named_children(&mut cursor).filter(|name| name.kind() == "alias") {
                sink.add(&format!("{}.{}", source.text(left), source.text(name)), "", "", 0);
            }
        }
        _ => {}
    }
}

fn refine(draft: &mut Draft<'_>) {
    draft.decorators.retain(|text| !text.starts_with("@doc") && !text.starts_with("@moduledoc"));
    let word = draft.text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '@').next().unwrap_or("");
    match word {
        "defp" | "defmacrop" | "defguardp" | "defnp" | "@typep" => draft.visibility = Visibility::Private,
        "@callback" | "@macrocallback" => draft.flags |= Flags::ABSTRACT,
        _ => {}
    }
    draft.name = draft.name.trim_matches([':', ' ']).to_owned();
    if draft.parent == Kind::Interface && draft.kind == Kind::Method {
        draft.flags |= Flags::ABSTRACT;
    }
    if draft.kind == Kind::Test {
        draft.flags |= Flags::TEST;
    }
    if matches!(draft.kind, Kind::Function | Kind::Macro) && draft.parent == Kind::Module {
        draft.flags |= Flags::STATIC;
    }
    // `def add(a, b), do: …` has its body in the same line.
    if let Some(at) = draft.signature.find(", do:") {
        draft.signature.truncate(at);
    }
    if let Some(head) = draft.signature.strip_suffix(" do") {
        draft.signature = head.to_owned();
    }
}
