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

/// Longest declaration as a signature, in bytes.
const SIGNATURE: usize = 160;

/// Calls in a table that make no column.
const NO_COLUMNS: &[&str] =
    &["index", "check_constraint", "foreign_key", "exclusion_constraint", "timestamps"];

/// Reports the field of an enum and a method for each of its states.
pub(super) fn states<'t>(arguments: &[Node<'t>], report: Report<'_, 't>) {
    let Some(&first) = arguments.first() else { return };
    // `enum :status, {…}` or `enum status: {…}`.
    let (name, values) = match first.kind() {
        "simple_symbol" => (first, arguments.get(1).copied()),
        "pair" => match (first.named_child(0), first.named_child(1)) {
            (Some(key), Some(values)) => (key, Some(values)),
            _ => return,
        },
        _ => return,
    };
    report(&[(Role::Definition(Kind::Field), name), (Role::Name, name)]);
    for state in values.into_iter().flat_map(listed) {
        report(&[(Role::Definition(Kind::Function), state), (Role::Name, state)]);
    }
}

/// The states of a list or a map.
fn listed(values: Node<'_>) -> Vec<Node<'_>> {
    let all = values.named_children(&mut values.walk()).collect::<Vec<_>>();
    match values.kind() {
        // `%i[open closed].freeze`, `{…}.freeze`
        "call" => values.child_by_field_name("receiver").map(listed).unwrap_or_default(),
        "hash" => {
            all.into_iter().filter_map(|pair| pair.named_child(0)).filter(|key| is_name(*key)).collect()
        }
        "array" | "symbol_array" | "string_array" => all.into_iter().filter(|one| is_name(*one)).collect(),
        _ => Vec::new(),
    }
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
