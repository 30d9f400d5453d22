//! Definitions that Elixir writes as calls and operators: modules, functions, attributes, imports, tests.

use super::super::{Role, Source};
use crate::facts::InheritKind;
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::Kind;
use std::sync::LazyLock;
use tree_sitter::Node;

type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("elixir"));

/// Special forms and macros of the language rather than functions of a program.
const SILENT: &[&str] = &[
    "after",
    "and",
    "assert",
    "assert_raise",
    "assert_receive",
    "case",
    "catch",
    "cond",
    "defoverridable",
    "else",
    "fn",
    "for",
    "if",
    "in",
    "not",
    "or",
    "quote",
    "raise",
    "receive",
    "refute",
    "rescue",
    "reraise",
    "super",
    "throw",
    "try",
    "unless",
    "unquote",
    "unquote_splicing",
    "when",
    "with",
];

/// Attributes that describe the definition after them.
const DESCRIBING: &[&str] = &["deprecated", "doc", "impl", "since", "spec", "typedoc", "tag"];

/// Attributes of the compiler and of tools; others are constants of the module.
const RESERVED: &[&str] = &[
    "after_compile",
    "before_compile",
    "behavior",
    "behaviour",
    "callback",
    "compile",
    "derive",
    "describetag",
    "dialyzer",
    "enforce_keys",
    "external_resource",
    "file",
    "macrocallback",
    "moduledoc",
    "moduletag",
    "on_definition",
    "on_load",
    "opaque",
    "optional_callbacks",
    "type",
    "typep",
    "vsn",
];

/// Clauses of one function that are looked at.
const CLAUSES: usize = 200;

pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    match node.kind() {
        "call" => call(node, source, report),
        "unary_operator" => unary(node, source, report),
        "binary_operator" => binary(node, source, report),
        // `%Shop.Cart{}`
        _ => {
            if let Some(named) = node.named_child(0).filter(|named| named.kind() == "alias") {
                report(&[(Role::New, named)]);
            }
        }
    }
}

/// The list of arguments of a call.
pub(super) fn arguments(call: Node<'_>) -> Option<Node<'_>> {
    call.named_children(&mut call.walk()).find(|child| child.kind() == "arguments")
}

/// The value of a keyword among arguments.
pub(super) fn keyword<'t>(arguments: Node<'t>, name: &str, source: &Source<'_>) -> Option<Node<'t>> {
    let keywords =
        arguments.named_children(&mut arguments.walk()).find(|child| child.kind() == "keywords")?;
    let mut cursor = keywords.walk();
    keywords
        .named_children(&mut cursor)
        .find(|pair| {
            pair.child_by_field_name("key")
                .is_some_and(|key| source.text(key).trim_end_matches([':', ' ']) == name)
        })
        .and_then(|pair| pair.child_by_field_name("value"))
}

fn call<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let Some(target) = node.child_by_field_name("target") else { return };
    if target.kind() != "identifier" {
        return remote(node, target, report);
    }
    let word = source.text(target);
    match word {
        "defmodule" | "defprotocol" => module(node, word, report),
        "defimpl" => implementation(node, source, report),
        "def" | "defp" | "defdelegate" | "defguard" | "defguardp" | "defn" | "defnp" => {
            function(node, word, Kind::Function, source, report);
        }
        "defmacro" | "defmacrop" => function(node, word, Kind::Macro, source, report),
        "defstruct" | "defexception" => fields(node, report),
        "alias" | "import" | "require" => report(&[(Role::Import, node)]),
        "use" => {
            report(&[(Role::Import, node)]);
            if let Some(used) = first_alias(node) {
                report(&[(Role::Inherit(InheritKind::Mixes), used)]);
            }
        }
        _ if WORDS.has(Word::TestCall, word) => test(node, report),
        _ if SILENT.contains(&word) || describes(node, source) || is_head(node, source) => {}
        _ => report(&[(Role::Call, node)]),
    }
}

/// `Shop.Cart.add(x)`, `cart.items`.
fn remote<'t>(node: Node<'t>, target: Node<'t>, report: Report<'_, 't>) {
    let is_field = arguments(node).is_none()
        && target.child_by_field_name("left").is_none_or(|left| !matches!(left.kind(), "alias" | "atom"));
    if is_field {
        report(&[(Role::Read, target)]);
    } else {
        report(&[(Role::Call, node)]);
    }
}

fn module<'t>(node: Node<'t>, word: &str, report: Report<'_, 't>) {
    let Some(name) = first_alias(node) else { return };
    let kind = if word == "defprotocol" { Kind::Interface } else { Kind::Module };
    report(&defines(kind, node, name));
}

/// `defimpl Protocol, for: Type`: its functions are members of the type.
fn implementation<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let Some(protocol) = first_alias(node) else { return };
    let of = arguments(node).and_then(|arguments| keyword(arguments, "for", source));
    if let Some(of) = of.filter(|of| of.kind() == "alias") {
        report(&[(Role::Container, node), (Role::Owner, of)]);
        report(&[(Role::Inherit(InheritKind::Implements), protocol)]);
    }
}

/// The clauses of a function that follow each other are one definition.
fn function<'t>(node: Node<'t>, word: &str, kind: Kind, source: &Source<'t>, report: Report<'_, 't>) {
    let Some(name) = defined_name(node) else { return };
    let text = source.text(name);
    let same = |other: Option<Node<'t>>| {
        other.filter(|other| {
            other.kind() == "call"
                && other.child_by_field_name("target").is_some_and(|target| source.text(target) == word)
                && defined_name(*other).is_some_and(|name| source.text(name) == text)
        })
    };
    if same(skip(node.prev_named_sibling(), source, false)).is_some() {
        return;
    }
    let mut last = node;
    for _ in 0..CLAUSES {
        let Some(next) = same(skip(last.next_named_sibling(), source, true)) else { break };
        last = next;
    }
    let mut parts = defines(kind, node, name);
    parts.push((Role::Extent, last));
    report(&parts);
    let parameters = head(node).and_then(|head| (head.kind() == "call").then(|| arguments(head)).flatten());
    let Some(parameters) = parameters else { return };
    for parameter in parameters.named_children(&mut parameters.walk()) {
        match parameter.kind() {
            "identifier" => report(&[(Role::Parameter, parameter)]),
            "binary_operator" => {
                for side in ["left", "right"] {
                    let side = parameter.child_by_field_name(side);
                    if let Some(side) = side.filter(|side| side.kind() == "identifier") {
                        report(&[(Role::Parameter, side)]);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The next sibling that is neither a comment nor an attribute of a clause.
fn skip<'t>(from: Option<Node<'t>>, source: &Source<'t>, forward: bool) -> Option<Node<'t>> {
    let mut at = from;
    for _ in 0..CLAUSES {
        let node = at?;
        let is_attribute = node.kind() == "unary_operator"
            && node
                .child_by_field_name("operand")
                .and_then(|operand| operand.child_by_field_name("target"))
                .is_some_and(|target| DESCRIBING.contains(&source.text(target)));
        if node.kind() != "comment" && !is_attribute {
            return Some(node);
        }
        at = if forward { node.next_named_sibling() } else { node.prev_named_sibling() };
    }
    None
}

/// The text after `def`, without its guard.
fn head(node: Node<'_>) -> Option<Node<'_>> {
    let first = arguments(node)?.named_child(0)?;
    if first.kind() == "binary_operator" { first.child_by_field_name("left") } else { Some(first) }
}

fn defined_name(node: Node<'_>) -> Option<Node<'_>> {
    let head = head(node)?;
    match head.kind() {
        "identifier" => Some(head),
        "call" => head.child_by_field_name("target").filter(|target| target.kind() == "identifier"),
        _ => None,
    }
}

/// Whether a call is the head of a definition or of an attribute's value: `def add(a, b)`.
fn is_head(node: Node<'_>, source: &Source<'_>) -> bool {
    let Some(mut above) = node.parent() else { return false };
    if above.kind() == "binary_operator" && above.child_by_field_name("left") == Some(node) {
        let Some(next) = above.parent() else { return false };
        above = next;
    }
    above.kind() == "arguments"
        && above
            .named_child(0)
            .is_some_and(|first| first == node || first.child_by_field_name("left") == Some(node))
        && above.parent().and_then(|call| call.child_by_field_name("target")).is_some_and(|target| {
            let word = source.text(target);
            word.starts_with("def")
                || matches!(word, "spec" | "callback" | "macrocallback" | "type" | "typep" | "opaque")
        })
}

/// Whether a call is an attribute: `@doc "…"`.
fn describes(node: Node<'_>, source: &Source<'_>) -> bool {
    node.parent().is_some_and(|above| above.kind() == "unary_operator" && source.text(above).starts_with('@'))
}

/// The reported parts of a definition.
fn defines<'t>(kind: Kind, node: Node<'t>, name: Node<'t>) -> Vec<(Role, Node<'t>)> {
    let mut parts = vec![(Role::Definition(kind), node), (Role::Name, name)];
    parts.extend(body(node).map(|body| (Role::Body, body)));
    parts
}

fn body(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children(&mut node.walk()).find(|child| child.kind() == "do_block").or_else(|| {
        arguments(node).and_then(|all| all.named_child(1)).filter(|second| second.kind() == "keywords")
    })
}

/// The fields of a struct.
fn fields<'t>(node: Node<'t>, report: Report<'_, 't>) {
    let Some(list) = arguments(node).and_then(|all| all.named_child(0)) else { return };
    for field in list.named_children(&mut list.walk()) {
        let name = match field.kind() {
            "pair" => field.child_by_field_name("key"),
            "atom" => Some(field),
            _ => None,
        };
        if let Some(name) = name {
            report(&[(Role::Definition(Kind::Field), field), (Role::Name, name)]);
        }
    }
}

fn test<'t>(node: Node<'t>, report: Report<'_, 't>) {
    let name = arguments(node).and_then(|all| all.named_child(0)).filter(|name| name.kind() == "string");
    if let Some(name) = name {
        report(&defines(Kind::Test, node, name));
    }
}

fn first_alias(node: Node<'_>) -> Option<Node<'_>> {
    arguments(node)?.named_child(0).filter(|first| first.kind() == "alias")
}

fn unary<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let Some(operand) = node.child_by_field_name("operand") else { return };
    let text = source.text(node);
    if text.starts_with('&') {
        // `&recount/1`, `&Item.price/1`
        let function = operand.child_by_field_name("left").filter(|_| operand.kind() == "binary_operator");
        if let Some(function) = function.filter(|function| function.kind() == "identifier") {
            report(&[(Role::Read, function)]);
        }
        return;
    }
    if !text.starts_with('@') {
        return;
    }
    if operand.kind() == "identifier" {
        return report(&[(Role::Read, operand)]);
    }
    let Some(name) = operand.child_by_field_name("target") else { return };
    let word = source.text(name);
    let first = arguments(operand).and_then(|all| all.named_child(0));
    match word {
        "moduledoc" | "doc" | "typedoc" => {
            if word != "moduledoc" {
                report(&[(Role::Decorator, node)]);
            }
            if let Some(text) = first.filter(|text| matches!(text.kind(), "string" | "sigil")) {
                report(&[(Role::Doc, text)]);
            }
        }
        "behaviour" | "behavior" => {
            if let Some(base) = first.filter(|base| base.kind() == "alias") {
                report(&[(Role::Inherit(InheritKind::Implements), base)]);
            }
        }
        "type" | "typep" | "opaque" => typed(node, first, Kind::Type, report),
        "callback" | "macrocallback" => typed(node, first, Kind::Function, report),
        _ if DESCRIBING.contains(&word) => report(&[(Role::Decorator, node)]),
        _ if RESERVED.contains(&word) || first.is_none() => {}
        _ => report(&[(Role::Definition(Kind::Constant), node), (Role::Name, name)]),
    }
}

/// `@type t :: …`, `@callback price(t) :: integer`.
fn typed<'t>(node: Node<'t>, first: Option<Node<'t>>, kind: Kind, report: Report<'_, 't>) {
    let left = first.and_then(|first| first.child_by_field_name("left"));
    let name = match left {
        Some(left) if left.kind() == "call" => left.child_by_field_name("target"),
        left => left.filter(|left| left.kind() == "identifier"),
    };
    if let Some(name) = name {
        report(&[(Role::Definition(kind), node), (Role::Name, name)]);
    }
}

fn binary<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    else {
        return;
    };
    match node.child_by_field_name("operator").map_or("", |operator| source.text(operator)) {
        "|>" if right.kind() == "identifier" => report(&[(Role::Call, right)]),
        "=" if left.kind() == "identifier" => report(&[(Role::Bind, left), (Role::BindValue, right)]),
        _ => {}
    }
}
