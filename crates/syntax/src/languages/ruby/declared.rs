//! Members that declarations of frameworks make: associations, scopes, delegated methods, events of
//! state machines, tasks. [`attributes`](super::attributes) has enums and columns.
//!
//! Each is a definition at the symbol that names it, so that calls of it lead there. A task is one
//! with its block, whose calls are its own.

use super::super::{Draft, Role, Source};
use super::attributes;
use super::macros::{Report, WORDS};
use crate::frameworks::Role as Word;
use crate::inflection::{camel, singular};
use crate::traits::{Flags, Kind};
use tree_sitter::Node;

/// Blocks and calls around a task that are looked at.
const AROUND: usize = 24;

/// Longest declaration as a signature, in bytes.
const SIGNATURE: usize = 160;

/// Whether a call declares members.
pub(super) fn defines(word: &str) -> bool {
    [
        Word::OneCall,
        Word::ManyCall,
        Word::ScopeCall,
        Word::DelegateCall,
        Word::EventCall,
        Word::EnumCall,
        Word::TaskCall,
    ]
    .iter()
    .any(|role| WORDS.has(*role, word))
}

/// Reports the members that a call declares.
pub(super) fn members<'t>(
    word: &str,
    arguments: &[Node<'t>],
    block: Option<Node<'t>>,
    call: Node<'t>,
    source: &Source<'t>,
    report: Report<'_, 't>,
) {
    let symbols = || arguments.iter().copied().filter(|node| node.kind() == "simple_symbol");
    let has_pair = || arguments.iter().any(|node| node.kind() == "pair");
    let is = |role| WORDS.has(role, word);
    if is(Word::OneCall) || is(Word::ManyCall) {
        if let Some(name) = symbols().next() {
            report(&[(Role::Definition(Kind::Field), name), (Role::Name, name)]);
        }
    } else if is(Word::ScopeCall) && arguments.len() > 1 {
        let by_lambda = |node: &Node<'_>| matches!(node.kind(), "lambda" | "call");
        if let Some(name) = symbols().next().filter(|_| arguments[1..].iter().any(by_lambda)) {
            report(&[(Role::Definition(Kind::Function), name), (Role::Name, name)]);
        }
    } else if is(Word::DelegateCall) && has_pair() {
        for name in symbols() {
            report(&[(Role::Definition(Kind::Function), name), (Role::Name, name)]);
        }
    } else if is(Word::EventCall) && (block.is_some() || has_pair()) {
        if let Some(name) = symbols().next() {
            report(&[(Role::Definition(Kind::Function), name), (Role::Name, name)]);
        }
    } else if is(Word::EnumCall) {
        attributes::states(arguments, source, report);
    } else if is(Word::TaskCall)
        && let Some(block) = block
        && let Some(first) = arguments.first().copied()
    {
        let key = if first.kind() == "pair" { first.named_child(0) } else { Some(first) };
        let named = |node: &Node<'_>| matches!(node.kind(), "simple_symbol" | "string" | "hash_key_symbol");
        if let Some(name) = key.filter(named) {
            report(&[(Role::Definition(Kind::Function), call), (Role::Name, name), (Role::Body, block)]);
        }
    }
}

/// Completes a definition that a declaration made.
pub(super) fn refine(draft: &mut Draft<'_>) {
    if draft.node.kind() == "call" {
        return task(draft);
    }
    if attributes::refine(draft) {
        return;
    }
    if draft.node.kind() != "simple_symbol" {
        return;
    }
    let file = draft.file;
    let text = |node: Node<'_>| file.get(node.byte_range()).unwrap_or("");
    let Some(call) = draft.node.parent().and_then(|list| list.parent()).filter(|call| call.kind() == "call")
    else {
        return;
    };
    let word = call.child_by_field_name("method").map_or("", text);
    if !defines(word) {
        return;
    }
    let declaration = text(call).lines().next().unwrap_or_default().trim_end_matches(" do").trim();
    draft.signature = declaration[..declaration.floor_char_boundary(SIGNATURE)].to_owned();
    let option = |name: &str| option(call, name, file);
    let name = draft.name.trim_start_matches(':').to_owned();
    let is = |role| WORDS.has(role, word);
    if is(Word::OneCall) || is(Word::ManyCall) {
        let many = is(Word::ManyCall);
        let attached = word.contains("attached") || word.contains("rich_text");
        let polymorphic = option("polymorphic").is_some_and(|value| value == "true");
        let class = option("class_name").map(|class| class.trim_start_matches("::").replace("::", "."));
        let source = option("source").unwrap_or_else(|| name.clone());
        let class = class.unwrap_or_else(|| {
            let one = if many || option("source").is_some() { singular(&source) } else { source };
            camel(&one).replace("::", ".")
        });
        if !attached && !polymorphic && !class.is_empty() {
            draft.value_type = if many { format!("{class}[]") } else { class };
        }
    } else if is(Word::ScopeCall) {
        draft.flags |= Flags::STATIC;
        "Self[]".clone_into(&mut draft.value_type);
    } else if is(Word::DelegateCall) {
        let to = option("to").unwrap_or_default();
        let to = to.trim_start_matches('@');
        let target = if to == "class" { "Self".to_owned() } else { format!("self.{to}()") };
        draft.value_type = format!("={target}.{name}()");
        match option("prefix").as_deref() {
            Some("true") => draft.name = format!("{to}_{name}"),
            Some("false" | "nil") | None => {}
            Some(prefix) => draft.name = format!("{prefix}_{name}"),
        }
    }
}

/// The text of an option of a call, without colon and quotes.
pub(super) fn option(call: Node<'_>, name: &str, file: &str) -> Option<String> {
    let text = |node: Node<'_>| file.get(node.byte_range()).unwrap_or("");
    let arguments = call.child_by_field_name("arguments")?;
    let pairs: Vec<Node<'_>> = arguments.named_children(&mut arguments.walk()).collect();
    let pair = pairs.into_iter().filter(|node| node.kind() == "pair").find(|pair| {
        pair.named_child(0).is_some_and(|key| text(key).trim_matches([':', '"', '\'']) == name)
    })?;
    let value = pair.named_child(1)?;
    Some(text(value).trim_matches([':', '"', '\'']).to_owned())
}

/// A task has the names of the namespaces around it before its own, and is not a member of anything.
fn task(draft: &mut Draft<'_>) {
    let file = draft.file;
    let text = |node: Node<'_>| file.get(node.byte_range()).unwrap_or("");
    let word = draft.node.child_by_field_name("method").map_or("", text);
    if !WORDS.has(Word::TaskCall, word) || draft.node.child_by_field_name("receiver").is_some() {
        return;
    }
    let mut at = draft.node.parent();
    for _ in 0..AROUND {
        let Some(node) = at else { break };
        if node.kind() == "call" && node.child_by_field_name("method").map(text) == Some("namespace") {
            let arguments = node.child_by_field_name("arguments");
            if let Some(name) = arguments.and_then(|arguments| arguments.named_child(0)) {
                draft.name = format!("{}:{}", text(name).trim_matches([':', '"', '\'']), draft.name);
            }
        }
        at = node.parent();
    }
    draft.name = draft.name.trim_end_matches(':').to_owned();
    // Bare names must not mean a task: it is a method of something that is not there.
    draft.kind = Kind::Method;
    draft.flags |= Flags::STATIC;
    "rake".clone_into(&mut draft.owner);
}
