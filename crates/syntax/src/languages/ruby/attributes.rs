//! Attributes of models: enums with their states, and the columns of `db/schema.rb`.
//!
//! `enum status: { open: 0 }` defines the field `status` and the method `open!`. A column is a field of
//! the class that is named after its table.

use super::super::{Draft, Role, Source};
use super::declared::option;
use super::macros::{Report, WORDS};
use crate::frameworks::Role as Word;
use crate::inflection::{camel, singular};
use crate::traits::{Flags, Kind};
use tree_sitter::Node;

/// Nodes around a column that are looked at.
const AROUND: usize = 8;

/// Constants and calls that are followed from one to the next.
const CONSTANTS: usize = 12;

/// Longest declaration as a signature, in bytes.
const SIGNATURE: usize = 160;

/// Calls in a table that make no column.
const NO_COLUMNS: &[&str] =
    &["index", "check_constraint", "foreign_key", "exclusion_constraint", "timestamps"];

/// Reports the field of an enum and a method for each of its states.
pub(super) fn states<'t>(arguments: &[Node<'t>], source: &Source<'t>, report: Report<'_, 't>) {
    let Some((name, values)) = field_and_values(arguments) else { return };
    report(&[(Role::Definition(Kind::Field), name), (Role::Name, name)]);
    let text = |node: Node<'_>| source.text(node);
    let Some(values) = values else { return };
    for state in listed(values, &text, 0) {
        // A state that a constant lists is defined where the enum names the constant.
        let at = if values.byte_range().contains(&state.start_byte()) { state } else { values };
        report(&[(Role::Definition(Kind::Function), at), (Role::Name, state)]);
    }
}

/// The field of an enum and its states: `enum :status, {…}`, `enum status: {…}`, `enum :status, STATES`.
fn field_and_values<'t>(arguments: &[Node<'t>]) -> Option<(Node<'t>, Option<Node<'t>>)> {
    let first = *arguments.first()?;
    match first.kind() {
        "simple_symbol" => Some((first, arguments.get(1).copied())),
        "pair" => Some((first.named_child(0)?, Some(first.named_child(1)?))),
        _ => None,
    }
}

/// The states of a list or a map, or of a constant of the class that holds one.
fn listed<'t, 'f>(values: Node<'t>, text: &impl Fn(Node<'_>) -> &'f str, depth: usize) -> Vec<Node<'t>> {
    if depth > CONSTANTS {
        return Vec::new();
    }
    let all = values.named_children(&mut values.walk()).collect::<Vec<_>>();
    match values.kind() {
        // `%i[open closed].freeze`, `{…}.freeze`, `OPEN.merge(CLOSED)`
        "call" => {
            let arguments = values.child_by_field_name("arguments");
            let given: Vec<Node<'t>> =
                arguments.map(|list| list.named_children(&mut list.walk()).collect()).unwrap_or_default();
            let parts = values.child_by_field_name("receiver").into_iter().chain(given);
            parts.flat_map(|part| listed(part, text, depth + 1)).collect()
        }
        "constant" => {
            let value = assigned(values, text);
            value.map(|value| listed(value, text, depth + 1)).unwrap_or_default()
        }
        "hash" => {
            all.into_iter().filter_map(|pair| pair.named_child(0)).filter(|key| is_name(*key)).collect()
        }
        "array" | "symbol_array" | "string_array" => all.into_iter().filter(|one| is_name(*one)).collect(),
        _ => Vec::new(),
    }
}

/// The value that the class around a constant gives it.
fn assigned<'t, 'f>(constant: Node<'t>, text: &impl Fn(Node<'_>) -> &'f str) -> Option<Node<'t>> {
    let mut at = constant;
    for _ in 0..AROUND {
        at = at.parent()?;
        if at.kind() != "body_statement" {
            continue;
        }
        let found = at.named_children(&mut at.walk()).find(|one| {
            one.kind() == "assignment" && one.child_by_field_name("left").map(text) == Some(text(constant))
        });
        if let Some(found) = found {
            return found.child_by_field_name("right");
        }
    }
    None
}

fn is_name(node: Node<'_>) -> bool {
    matches!(node.kind(), "hash_key_symbol" | "simple_symbol" | "bare_symbol" | "bare_string" | "string")
}

/// Reports a column of a table in a schema.
pub(super) fn column<'t>(
    call: Node<'t>,
    word: &str,
    arguments: &[Node<'t>],
    source: &Source<'t>,
    report: Report<'_, 't>,
) {
    let Some(name) = arguments.first().copied().filter(|name| name.kind() == "string") else { return };
    if NO_COLUMNS.contains(&word) {
        return;
    }
    let text = |node: Node<'_>| source.text(node);
    if table(call, &text).is_some() {
        report(&[(Role::Definition(Kind::Field), name), (Role::Name, name)]);
    }
}

/// The name of the table of a schema that a call is in. Migrations make no columns: the schema has them
/// all.
fn table<'f>(call: Node<'_>, text: &impl Fn(Node<'_>) -> &'f str) -> Option<String> {
    let mut at = call;
    let mut name = None;
    for _ in 0..AROUND {
        at = at.parent()?;
        if at.kind() != "call" {
            continue;
        }
        let method = at.child_by_field_name("method").map_or("", text);
        if name.is_none() {
            if !WORDS.has(Word::TableCall, method) {
                return None;
            }
            let first = at.child_by_field_name("arguments")?.named_child(0)?;
            name = Some(text(first).trim_matches(['"', '\'', ':']).to_owned());
        } else {
            let receiver = at.child_by_field_name("receiver").map_or("", text);
            return name.filter(|_| receiver.starts_with("ActiveRecord::Schema"));
        }
    }
    None
}

/// Completes the definition of an enum, of one of its states or of a column. `false` if it is none.
pub(super) fn refine(draft: &mut Draft<'_>) -> bool {
    let file = draft.file;
    let text = |node: Node<'_>| file.get(node.byte_range()).unwrap_or("");
    let Some(call) = call_around(draft.node) else { return false };
    let first_line = text(call).lines().next().unwrap_or_default().trim();
    let signature = first_line[..first_line.floor_char_boundary(SIGNATURE)].to_owned();
    let word = call.child_by_field_name("method").map_or("", text);
    if WORDS.has(Word::EnumCall, word) && call.child_by_field_name("receiver").is_none() {
        draft.name = draft.name.trim_matches([':', '"', '\'']).to_owned();
        draft.signature = signature;
        if draft.kind == Kind::Field {
            draft.flags |= Flags::PROPERTY;
            return true;
        }
        let field = enum_name(call, text).unwrap_or_default();
        let part =
            |name: &str| match option(call, name, file).or_else(|| option(call, &format!("_{name}"), file)) {
                Some(value) if value == "true" => field.to_owned(),
                Some(value) if value == "false" || value == "nil" => String::new(),
                Some(value) => value,
                None => String::new(),
            };
        let parts = [part("prefix"), draft.name.clone(), part("suffix")];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        draft.name = format!("{}!", parts.join("_"));
        return true;
    }
    if draft.node.kind() == "string"
        && draft.kind == Kind::Field
        && let Some(table) = table(call, &text)
    {
        draft.name = draft.name.trim_matches(['"', '\'']).to_owned();
        draft.signature = signature;
        draft.owner = camel(&singular(&table));
        // Definitions of the class itself come first.
        draft.flags |= Flags::PROPERTY | Flags::DECLARATION;
        return true;
    }
    false
}

/// The name of the field of an enum.
fn enum_name<'f>(call: Node<'_>, text: impl Fn(Node<'_>) -> &'f str) -> Option<&'f str> {
    let first = call.child_by_field_name("arguments")?.named_child(0)?;
    let name = if first.kind() == "pair" { first.named_child(0)? } else { first };
    Some(text(name).trim_matches([':', '"', '\'']))
}

/// The call whose arguments a node is in.
fn call_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    for _ in 0..AROUND {
        at = at.parent()?;
        match at.kind() {
            "argument_list" => return at.parent().filter(|call| call.kind() == "call"),
            "pair" | "hash" | "array" | "symbol_array" | "string_array" => {}
            // `{…}.freeze`
            "call" if at.child_by_field_name("arguments").is_none() => {}
            _ => return None,
        }
    }
    None
}
