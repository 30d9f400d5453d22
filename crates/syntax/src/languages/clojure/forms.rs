//! The meaning of a list, by its first symbol.

use super::super::{Role, Source};
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::Kind;
use std::sync::LazyLock;
use tree_sitter::Node;

type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("clojure"));

/// Special forms and macros of the language rather than functions of a program.
const SILENT: &[&str] = &[
    "->",
    "->>",
    "as->",
    "and",
    "are",
    "binding",
    "case",
    "catch",
    "cond",
    "cond->",
    "declare",
    "do",
    "doseq",
    "dotimes",
    "finally",
    "fn",
    "for",
    "if",
    "if-let",
    "if-not",
    "is",
    "let",
    "letfn",
    "loop",
    "new",
    "not",
    "or",
    "quote",
    "recur",
    "reify",
    "require",
    "set!",
    "some->",
    "testing",
    "throw",
    "try",
    "var",
    "when",
    "when-let",
    "when-not",
    "while",
    "=",
    "+",
    "-",
    "*",
    "/",
    "<",
    ">",
    "<=",
    ">=",
    "comment",
    "ns",
    "in-ns",
    "doto",
    "extend-type",
    "extend-protocol",
];

/// A symbol without its metadata (`^:private name`).
pub(super) fn plain(text: &str) -> &str {
    text.rsplit(char::is_whitespace).next().unwrap_or(text)
}

pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let Some(first) = node.named_child(0).filter(|first| first.kind() == "sym_lit") else { return };
    let word = source.text(first);
    let kind = match word.rsplit('/').next().unwrap_or(word) {
        "ns" => return report(&[(Role::Import, node)]),
        "defn" | "defn-" | "defmulti" | "definline" => Kind::Function,
        "defmacro" => Kind::Macro,
        "def" | "defonce" => Kind::Variable,
        "defrecord" | "deftype" | "defstruct" => Kind::Struct,
        "defprotocol" | "definterface" => Kind::Interface,
        // A method is another case of what `defmulti` defines.
        "defmethod" => return,
        word if WORDS.has(Word::TestCall, word) => Kind::Test,
        word if word.starts_with("def") && word.len() > 3 => Kind::Variable,
        word if SILENT.contains(&word) => return,
        _ => {
            let is_signature = node
                .parent()
                .and_then(|above| above.named_child(0))
                .is_some_and(|above| matches!(source.text(above), "defprotocol" | "definterface"));
            if is_signature {
                return report(&[(Role::Definition(Kind::Function), node), (Role::Name, first)]);
            }
            return report(&[(Role::Call, first)]);
        }
    };
    let Some(name) = node.named_child(1).filter(|name| name.kind() == "sym_lit") else { return };
    let after = node.named_child(2);
    let doc = after.filter(|doc| doc.kind() == "str_lit");
    let mut parts = vec![(Role::Definition(kind), node), (Role::Name, name)];
    if let Some(doc) = doc {
        parts.push((Role::Doc, doc));
    }
    // Parameters belong to the signature.
    let body =
        match doc {
            Some(doc) => Some(doc),
            None => after.and_then(|after| {
                if after.kind() == "vec_lit" { after.next_named_sibling() } else { Some(after) }
            }),
        };
    if let Some(body) = body {
        parts.push((Role::Body, body));
    }
    let last = node.named_child(node.named_child_count().saturating_sub(1) as u32);
    if let Some(value) = last.filter(|_| kind == Kind::Variable) {
        parts.push((Role::BindValue, value));
    }
    report(&parts);
}
