//! Ruby.
//!
//! Instance variables are fields without their `@`: `@x.foo` is the chain
//! `self.x` before `foo`, and `@x = Foo.new` defines the field `x`.

mod attributes;
mod declared;
mod macros;
mod names;
mod sites;
mod visibility;

pub(super) use names::NAMES;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::frameworks::{self, Role as Word};
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use tree_sitter::Node;

pub(super) static RUBY: Language = Language {
    name: "ruby",
    extensions: &["rb", "rake", "gemspec", "ru", "rbi", "rabl", "jbuilder", "podspec"],
    file_names: &[
        "Rakefile",
        "Gemfile",
        "Guardfile",
        "Capfile",
        "Vagrantfile",
        "Podfile",
        "Fastfile",
        "Brewfile",
        "Dangerfile",
        "Appraisals",
    ],
    interpreters: &["ruby", "jruby", "rbx"],
    names: &names::NAMES,
    spelling: Spelling { nested: "::", member: "#", static_member: "." },
    reader: Reader::Expanding(&RUBY_GRAMMAR, macros::expand),
};

static RUBY_GRAMMAR: Grammar = Grammar {
    language: tree_sitter_ruby::LANGUAGE,
    query: include_str!("query.scm"),
    shapes: &[
        ("identifier", Shape::Name),
        ("constant", Shape::Name),
        ("operator", Shape::Name),
        ("global_variable", Shape::Name),
        ("instance_variable", Shape::Custom(variable)),
        ("class_variable", Shape::Custom(variable)),
        ("scope_resolution", Shape::Path),
        ("self", Shape::This),
        ("super", Shape::Custom(overridden)),
        ("call", Shape::SendOrNew("receiver", "method", "new")),
        ("element_reference", Shape::Index("object")),
        ("assignment", Shape::Field("right")),
        ("operator_assignment", Shape::Field("right")),
        ("parenthesized_statements", Shape::Inner),
        ("simple_symbol", Shape::Symbol),
        ("block_argument", Shape::Custom(of_each)),
        ("string", Shape::Literal),
        ("chained_string", Shape::Literal),
        ("heredoc_beginning", Shape::Literal),
        ("regex", Shape::Literal),
        ("integer", Shape::Literal),
        ("float", Shape::Literal),
        ("array", Shape::Literal),
        ("string_array", Shape::Literal),
        ("symbol_array", Shape::Literal),
        ("hash", Shape::Literal),
        ("true", Shape::Literal),
        ("false", Shape::Literal),
        ("nil", Shape::Literal),
    ],
    sites: SITES,
    constructors: &["initialize"],
    imports,
    refine,
    prepare: None,
    typing: &super::Typing::NAMES,
};

#[allow(clippy::unnecessary_wraps)] // The shape's type asks for it.
fn variable(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(format!("self.{}", source.text(node).trim_start_matches('@')))
}

/// `super` calls what the method around it overrides.
fn overridden(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let mut at = node.parent()?;
    while !matches!(at.kind(), "method" | "singleton_method") {
        at = at.parent()?;
    }
    Some(format!("super.{}", source.text(at.child_by_field_name("name")?)))
}

/// `orders.each(&:cancel)` calls `cancel` on an element of `orders`; on another receiver than a
/// collection, whatever that is.
fn of_each(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let symbol = node.named_child(0).filter(|symbol| symbol.kind() == "simple_symbol")?;
    let call = node.parent().and_then(|list| list.parent()).filter(|call| call.kind() == "call");
    let receiver = call.and_then(|call| call.child_by_field_name("receiver"));
    let of = receiver.and_then(|receiver| source.chain(receiver)).filter(|chain| !chain.starts_with('!'));
    let of = of.map_or_else(|| "?".to_owned(), |chain| format!("{chain}[]"));
    Some(format!("{of}.{}", source.text(symbol).trim_start_matches(':')))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(arguments) = node.child_by_field_name("arguments") else { return };
    let text = |at: u32| {
        let argument =
            arguments.named_child(at).filter(|a| matches!(a.kind(), "string" | "simple_symbol"))?;
        Some(source.text(argument).trim_matches(['"', '\'', ':']))
    };
    let Some(first) = text(0).filter(|path| !path.contains("#{")) else { return };
    match node.child_by_field_name("method").map_or("", |method| source.text(method)) {
        "require_relative" if first.starts_with('.') => sink.add(first, "", "", ImportFlags::FILE),
        "require_relative" => sink.add(&format!("./{first}"), "", "", ImportFlags::FILE),
        "autoload" => {
            if let Some(path) = text(1) {
                sink.add(path, first, "", ImportFlags::FILE);
            }
        }
        _ => sink.add(first, "", "", ImportFlags::FILE),
    }
}

fn refine(draft: &mut Draft<'_>) {
    let variable = draft.name.starts_with('@');
    if draft.name.starts_with("@@") {
        draft.flags |= Flags::STATIC;
    }
    if draft.kind == Kind::Field && variable {
        draft.visibility = Visibility::Private;
    } else if draft.kind == Kind::Field {
        draft.flags |= Flags::PROPERTY;
    }
    draft.name = draft.name.trim_start_matches(['@', ':']).to_owned();
    declared::refine(draft);
    if draft.kind == Kind::Function && draft.parent == Kind::Module {
        draft.kind = Kind::Method;
    }
    if draft.node.kind() == "singleton_method" {
        draft.flags |= Flags::STATIC;
        if draft.parent != Kind::File {
            draft.owner.clear();
        }
    }
    // A definition without a body runs to its `end`.
    let bare = draft.node.child_by_field_name("body").is_none() && !draft.head.is_empty();
    if let Some(head) = draft.signature.strip_suffix("end").filter(|head| bare && head.ends_with([' ', ';']))
    {
        draft.signature = head.trim_end_matches([' ', ';']).to_owned();
    }
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Class if draft.name.ends_with("Test") || has_test_base(&draft.signature) => {
            draft.flags |= Flags::TEST;
        }
        Kind::Method | Kind::Constructor | Kind::Constant | Kind::Class => visibility::decide(draft),
        Kind::Field if !variable => visibility::decide(draft),
        _ => {}
    }
}

fn has_test_base(signature: &str) -> bool {
    frameworks::words("ruby", Word::TestBase).iter().any(|base| signature.contains(base))
}
