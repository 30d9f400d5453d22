//! What a name without a written type is bound to, from the place where it stands.
//!
//! A function that is passed on takes the types of its parameters from what takes it: the callee's
//! parameter, the type of the variable, field or object it is put into, the result of the function
//! that returns it. `{n}` behind a chain is parameter `n` of the function it stands for, so
//! `app.get{1}{0}` is what `app.get('/', (c) => …)` hands to `c`. A name that is taken from an object
//! (`const { name } = value`) is that member of the value.

use crate::conventions::ITERATORS;
use crate::driver::Source;
use crate::function_type;
use tree_sitter::Node;

/// Nodes that are climbed from a name.
const DEPTH: usize = 10;
/// Longest chain that is made.
const BYTES: usize = 320;
/// Methods that hand their receiver's value on; the driver binds these parameters itself.
const HANDS_ON: &[&str] = &["then", "subscribe", "tap"];

/// The type that a place expects.
enum Expected {
    /// The chain of a value of the type.
    Chain(String),
    /// A function type that is written at the place.
    Written(String),
}

/// The chain of what a bound name stands for.
pub(crate) fn context(name: Node<'_>, source: &Source<'_>) -> Option<String> {
    bound(name, source, 0).filter(|chain| chain.len() <= BYTES && !chain.starts_with('?'))
}

/// The chain of what a name or pattern is bound to.
fn bound(node: Node<'_>, source: &Source<'_>, depth: usize) -> Option<String> {
    let parent = node.parent().filter(|_| depth < DEPTH)?;
    let member = |pattern: Option<Node<'_>>, name: &str| {
        Some(format!("{}.{name}", bound(pattern?, source, depth + 1)?))
    };
    match parent.kind() {
        "object_pattern" if node.kind() == "shorthand_property_identifier_pattern" => {
            member(Some(parent), source.text(node))
        }
        "object_assignment_pattern" => member(parent.parent(), source.text(node)),
        "pair_pattern" => {
            let key = parent.child_by_field_name("key").filter(|key| key.kind() == "property_identifier")?;
            member(parent.parent(), source.text(key))
        }
        "array_pattern" => Some(format!("{}[]", bound(parent, source, depth + 1)?)),
        "assignment_pattern" => bound(parent, source, depth + 1),
        "variable_declarator" => match parent.child_by_field_name("type") {
            Some(written) => of_type(written, source),
            None => source.chain(parent.child_by_field_name("value")?),
        },
        "for_in_statement" => Some(format!("{}[]", source.chain(parent.child_by_field_name("right")?)?)),
        "required_parameter" | "optional_parameter" => match parent.child_by_field_name("type") {
            Some(written) => of_type(written, source),
            None => parameter(parent, source, depth),
        },
        "formal_parameters" => parameter(node, source, depth),
        "arrow_function" => given(expected(parent, source, depth + 1)?, 0),
        _ => None,
    }
}

/// A value of a written type that is a name.
fn of_type(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    match expected_type(node, source)? {
        Expected::Chain(chain) => Some(chain),
        Expected::Written(_) => None,
    }
}

fn expected_type(node: Node<'_>, source: &Source<'_>) -> Option<Expected> {
    typed(source.written(node))
}

fn typed(written: String) -> Option<Expected> {
    if written.starts_with('(') {
        return Some(Expected::Written(written));
    }
    if let Some(value) = written.strip_prefix('=') {
        return Some(Expected::Chain(value.to_owned()));
    }
    (!written.is_empty() && !written.ends_with("[]")).then(|| Expected::Chain(format!("{written}()")))
}

/// What a function's parameter is, from what takes the function.
fn parameter(node: Node<'_>, source: &Source<'_>, depth: usize) -> Option<String> {
    let list = node.parent()?;
    let at = position(node, list)?;
    given(expected(list.parent()?, source, depth + 1)?, at)
}

/// A parameter of a function of an expected type.
fn given(function: Expected, at: usize) -> Option<String> {
    match function {
        Expected::Chain(chain) => Some(format!("{chain}{{{at}}}")),
        Expected::Written(written) => {
            let parameter = function_type::parameter(&written, at)?;
            match typed(parameter.to_owned())? {
                Expected::Chain(chain) => Some(chain),
                Expected::Written(_) => None,
            }
        }
    }
}

/// The number of a child among those with a name, comments left out.
fn position(child: Node<'_>, parent: Node<'_>) -> Option<usize> {
    let mut cursor = parent.walk();
    let mut children = parent.named_children(&mut cursor).filter(|one| one.kind() != "comment");
    children.position(|one| one.id() == child.id())
}

/// The type that the place of an expression expects.
fn expected(node: Node<'_>, source: &Source<'_>, depth: usize) -> Option<Expected> {
    let parent = node.parent().filter(|_| depth < DEPTH)?;
    let up = || expected(parent, source, depth + 1);
    let member = |object: Option<Node<'_>>, name: Node<'_>| match expected(object?, source, depth + 1)? {
        Expected::Chain(chain) if matches!(name.kind(), "property_identifier" | "identifier") => {
            Some(Expected::Chain(format!("{chain}.{}", source.text(name))))
        }
        _ => None,
    };
    let is = |field: &str| parent.child_by_field_name(field).is_some_and(|child| child.id() == node.id());
    match parent.kind() {
        "arguments" => argument(node, parent, source),
        "parenthesized_expression" => up(),
        "ternary_expression" if !is("condition") => up(),
        "binary_expression" if is("right") => up(),
        "pair" if is("value") => member(parent.parent(), parent.child_by_field_name("key")?),
        "object" if node.kind() == "method_definition" => {
            member(Some(parent), node.child_by_field_name("name")?)
        }
        "array" => match up()? {
            Expected::Chain(chain) => Some(Expected::Chain(format!("{chain}[]"))),
            Expected::Written(_) => None,
        },
        "variable_declarator" | "public_field_definition" | "required_parameter" | "optional_parameter" => {
            expected_type(parent.child_by_field_name("type")?, source)
        }
        "as_expression" | "satisfies_expression" => expected_type(parent.named_child(1)?, source),
        "assignment_expression" if is("right") => {
            Some(Expected::Chain(source.chain(parent.child_by_field_name("left")?)?))
        }
        "return_statement" => result(function_around(parent)?, source, depth),
        "arrow_function" if is("body") => result(parent, source, depth),
        "jsx_expression" => {
            let attribute = parent.parent().filter(|one| one.kind() == "jsx_attribute")?;
            let element = attribute.parent()?.child_by_field_name("name")?;
            let name = attribute.named_child(0).filter(|name| name.kind() == "property_identifier")?;
            Some(Expected::Chain(format!("{}{{0}}.{}", source.chain(element)?, source.text(name))))
        }
        _ => None,
    }
}

/// What a callee expects of one of its arguments.
fn argument(node: Node<'_>, arguments: Node<'_>, source: &Source<'_>) -> Option<Expected> {
    let call = arguments.parent()?;
    let callee = call.child_by_field_name("function").or_else(|| call.child_by_field_name("constructor"))?;
    let at = position(node, arguments)?;
    let chain = source.chain(callee)?;
    let method = chain.rsplit_once('.').map_or("", |(_, method)| method);
    let is_bound = at == 0 && (ITERATORS.contains(&method) || HANDS_ON.contains(&method));
    (!is_bound && !chain.starts_with('?')).then(|| Expected::Chain(format!("{chain}{{{at}}}")))
}

/// What a function is expected to give.
fn result(function: Node<'_>, source: &Source<'_>, depth: usize) -> Option<Expected> {
    if let Some(written) = function.child_by_field_name("return_type") {
        return expected_type(written, source);
    }
    match expected(function, source, depth + 1)? {
        Expected::Chain(chain) => Some(Expected::Chain(format!("{chain}()"))),
        Expected::Written(written) => typed(function_type::result(&written).to_owned()),
    }
}

fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    for _ in 0..DEPTH {
        at = at.parent()?;
        let kind = at.kind();
        if kind.contains("function") || kind == "method_definition" {
            return Some(at);
        }
    }
    None
}
