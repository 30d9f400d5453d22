//! Definitions that Ruby writes as calls and assignments: attributes, mixins, tests,
//! struct classes, constants – and which names in an expression are used.

use super::super::{Role, Source};
use super::{attributes, declared};
use crate::conventions::SNAKE_ITERATORS;
use crate::facts::InheritKind;
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::Kind;
use std::sync::LazyLock;
use tree_sitter::Node;

pub(super) type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

/// Words of frameworks.
pub(super) static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("ruby"));

/// Words of the language rather than methods of a program.
const SILENT: &[&str] = &[
    "private",
    "protected",
    "public",
    "module_function",
    "private_class_method",
    "public_class_method",
    "private_constant",
    "include",
    "extend",
    "prepend",
    "attr_reader",
    "attr_writer",
    "attr_accessor",
    "attr",
    "alias_method",
    "define_method",
    "raise",
    "puts",
    "lambda",
    "proc",
    "loop",
    "block_given?",
];

pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    match node.kind() {
        "call" => call(node, source, report),
        "assignment" | "operator_assignment" => assignment(node, source, report),
        "left_assignment_list" => targets(node, report),
        "method" | "singleton_method" => result(node, report),
        "method_parameters" | "block_parameters" | "lambda_parameters" => parameters(node, report),
        "body_statement" | "block_body" | "then" | "else" | "ensure" => statements(node, source, report),
        "block_argument" => {
            if let Some(block) = node.named_child(0) {
                report(&[(Role::Call, if block.kind() == "simple_symbol" { node } else { block })]);
            }
        }
        _ => operands(node, report),
    }
}

fn call<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let receiver = node.child_by_field_name("receiver");
    let method = node.child_by_field_name("method");
    // `object.(x)` has no name: it sends `call`.
    let is_send = method.map_or(receiver.is_some(), |method| method.kind() != "super");
    if !is_send {
        return;
    }
    let block = node.child_by_field_name("block");
    let arguments = named_children(node.child_by_field_name("arguments"));
    let word = method.map_or("call", |method| source.text(method));
    if let Some(receiver) = receiver.filter(|receiver| receiver.kind() == "identifier") {
        report(&[(Role::Call, receiver)]);
    }
    let first = arguments.first().copied();
    let named = first.filter(|first| matches!(first.kind(), "simple_symbol" | "string"));
    match receiver {
        None => declared::members(word, &arguments, block, node, source, report),
        Some(receiver) if receiver.kind() == "identifier" => {
            attributes::column(node, word, &arguments, source, report);
        }
        Some(_) => {}
    }
    // A class that is named is used, whatever the method on it is.
    if let Some(receiver) = receiver.filter(|receiver| is_constant(*receiver) && word != "new") {
        report(&[(Role::Read, receiver)]);
    }
    let mut defines = receiver.is_none();
    match (receiver.map(|receiver| source.text(receiver)), word) {
        (None, word) if imports(word) => report(&[(Role::Import, node)]),
        (None, "include" | "extend" | "prepend") => {
            for module in arguments.iter().filter(|module| is_constant(**module)) {
                report(&[(Role::Inherit(InheritKind::Mixes), *module)]);
            }
        }
        (None, word) if defines_fields(word) => {
            for name in arguments.iter().filter(|name| matches!(name.kind(), "simple_symbol" | "string")) {
                report(&[(Role::Definition(Kind::Field), node), (Role::Name, *name)]);
            }
        }
        (None, "alias_method" | "alias_attribute") => {
            if let (Some(name), Some(&old)) = (named, arguments.get(1)) {
                report(&[(Role::Definition(Kind::Function), node), (Role::Name, name)]);
                report(&[(Role::Read, old)]);
            }
        }
        (None, word) if named.is_some() && block.is_some() && defines_method(word) => {
            if let (Some(name), Some(block)) = (named, block) {
                let definition = (Role::Definition(Kind::Function), node);
                report(&[definition, (Role::Name, name), (Role::Body, block)]);
                if let Some(value) = last_statement(block) {
                    report(&[(Role::Return, value)]);
                }
            }
        }
        (Some("Struct"), "new") | (Some("Data"), "define") => {
            for name in arguments.iter().filter(|name| name.kind() == "simple_symbol") {
                report(&[(Role::Definition(Kind::Field), *name), (Role::Name, *name)]);
            }
            defines = true;
        }
        (receiver, word) if is_test(receiver, word) => {
            let name = first.filter(|name| name.kind() == "string" || is_constant(*name));
            if let (Some(name), Some(block)) = (name, block) {
                let definition = (Role::Definition(Kind::Test), node);
                report(&[definition, (Role::Name, name), (Role::Body, block)]);
                defines = true;
            } else {
                defines = false;
            }
        }
        _ => defines = false,
    }
    if !defines {
        if receiver.is_some() || !SILENT.contains(&word) {
            report(&[(Role::Call, node)]);
        }
        if !SILENT.contains(&word) && !declared::defines(word) {
            for symbol in arguments.iter().filter(|symbol| symbol.kind() == "simple_symbol") {
                report(&[(Role::Read, *symbol)]);
            }
        }
    }
    if SNAKE_ITERATORS.contains(&word)
        && let Some(receiver) = receiver
        && let Some(parameters) = block.and_then(|block| block.child_by_field_name("parameters"))
        && let Some(element) = parameters.named_child(0).filter(|element| element.kind() == "identifier")
    {
        report(&[(Role::Bind, element), (Role::BindElement, receiver)]);
    }
}

fn imports(word: &str) -> bool {
    matches!(word, "require" | "require_relative" | "load" | "autoload") || WORDS.has(Word::ImportCall, word)
}

fn defines_fields(word: &str) -> bool {
    matches!(word, "attr_reader" | "attr_writer" | "attr_accessor" | "attr")
        || WORDS.has(Word::FieldCall, word)
}

fn defines_method(word: &str) -> bool {
    word == "define_method" || WORDS.has(Word::MethodCall, word)
}

fn is_test(receiver: Option<&str>, word: &str) -> bool {
    receiver.is_none_or(|receiver| WORDS.has(Word::TestReceiver, receiver)) && WORDS.has(Word::TestCall, word)
}

fn assignment<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    else {
        return;
    };
    if right.kind() == "identifier" {
        report(&[(Role::Call, right)]);
    } else if is_constant(right) || right.kind() == "instance_variable" {
        report(&[(Role::Read, right)]);
    }
    let value = (Role::BindValue, right);
    let constant = (Role::Definition(Kind::Constant), node);
    match left.kind() {
        "identifier" if node.kind() == "assignment" => report(&[(Role::Bind, left), value]),
        // `x += 1` gives `x` no other type.
        "identifier" if operator(node, source) == "||=" => report(&[(Role::Bind, left), value]),
        "instance_variable" | "class_variable" => {
            report(&[(Role::Attribute, node), (Role::Name, left), value]);
        }
        "constant" if made_class(node, left, right, source, report) => {}
        "constant" => report(&[constant, (Role::Name, left), value]),
        // `ticket.status = :closed` sets a member of an object.
        "call" if left.child_by_field_name("receiver").is_some() => report(&[(Role::Bind, left), value]),
        "scope_resolution" => {
            let parts = (left.child_by_field_name("scope"), left.child_by_field_name("name"));
            if let (Some(owner), Some(name)) = parts {
                report(&[constant, (Role::Owner, owner), (Role::Name, name), value]);
            }
        }
        "global_variable" if node.parent().is_some_and(|parent| parent.kind() == "program") => {
            report(&[(Role::Definition(Kind::Variable), node), (Role::Name, left), value]);
        }
        _ => {}
    }
}

fn operator<'t>(node: Node<'_>, source: &Source<'t>) -> &'t str {
    node.child_by_field_name("operator").map_or("", |operator| source.text(operator))
}

/// `Point = Struct.new(:x)`, `Broken = Class.new(StandardError)`.
fn made_class<'t>(
    node: Node<'t>,
    name: Node<'t>,
    value: Node<'t>,
    source: &Source<'t>,
    report: Report<'_, 't>,
) -> bool {
    let field = |field| value.child_by_field_name(field);
    let (Some(maker), Some(make)) = (field("receiver"), field("method")) else { return false };
    let (kind, base) = match (source.text(maker), source.text(make)) {
        ("Struct", "new") | ("Data", "define") => (Kind::Class, Some(maker)),
        ("Class", "new") => (Kind::Class, field("arguments").and_then(|arguments| arguments.named_child(0))),
        ("Module", "new") => (Kind::Module, None),
        _ => return false,
    };
    match field("block") {
        Some(block) => report(&[(Role::Definition(kind), node), (Role::Name, name), (Role::Body, block)]),
        None => report(&[(Role::Definition(kind), node), (Role::Name, name)]),
    }
    if let Some(base) = base.filter(|base| is_constant(*base)) {
        report(&[(Role::Inherit(InheritKind::Extends), base)]);
    }
    true
}

fn targets<'t>(list: Node<'t>, report: Report<'_, 't>) {
    for target in named_children(Some(list)) {
        match target.kind() {
            "identifier" => report(&[(Role::Bind, target)]),
            "instance_variable" | "class_variable" => {
                report(&[(Role::Attribute, target), (Role::Name, target)]);
            }
            _ => {}
        }
    }
}

/// The last expression of a method is what it returns.
fn result<'t>(method: Node<'t>, report: Report<'_, 't>) {
    let Some(body) = method.child_by_field_name("body") else { return };
    if body.kind() != "body_statement" {
        report(&[(Role::Return, body)]);
        if body.kind() == "identifier" {
            report(&[(Role::Call, body)]);
        }
    } else if let Some(last) = last_named(body) {
        report(&[(Role::Return, last)]);
    }
}

fn last_statement(block: Node<'_>) -> Option<Node<'_>> {
    last_named(block.child_by_field_name("body")?)
}

fn last_named(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child((node.named_child_count() as u32).checked_sub(1)?)
}

fn parameters<'t>(list: Node<'t>, report: Report<'_, 't>) {
    for parameter in named_children(Some(list)) {
        if parameter.kind() == "identifier" {
            report(&[(Role::Parameter, parameter)]);
        } else if let Some(name) = parameter.child_by_field_name("name") {
            report(&[(Role::Parameter, name)]);
        }
    }
}

/// A bare name is a call unless the bindings have a local of that name.
fn statements<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    for statement in named_children(Some(node)) {
        if statement.kind() == "identifier" && !SILENT.contains(&source.text(statement)) {
            report(&[(Role::Call, statement)]);
        } else if is_constant(statement) {
            report(&[(Role::Read, statement)]);
        }
    }
}

fn operands<'t>(node: Node<'t>, report: Report<'_, 't>) {
    for operand in named_children(Some(node)) {
        match operand.kind() {
            "identifier" => report(&[(Role::Call, operand)]),
            "constant" | "scope_resolution" | "instance_variable" => report(&[(Role::Read, operand)]),
            "simple_symbol" if node.kind() == "pair" => report(&[(Role::Read, operand)]),
            _ => {}
        }
    }
}

fn is_constant(node: Node<'_>) -> bool {
    matches!(node.kind(), "constant" | "scope_resolution")
}

fn named_children(node: Option<Node<'_>>) -> Vec<Node<'_>> {
    node.map_or(Vec::new(), |node| node.named_children(&mut node.walk()).collect())
}
