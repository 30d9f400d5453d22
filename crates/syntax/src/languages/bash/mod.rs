//! Shell scripts: Bash and its kin, and tests named by sentences.

mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind};
use sites::SITES;
use tree_sitter::Node;

/// Commands of every shell; their callers are of no interest.
const BUILTINS: &[&str] = &[
    "alias", "break", "cat", "cd", "continue", "echo", "eval", "exit", "false", "grep", "local", "mkdir",
    "popd", "printf", "pushd", "read", "return", "rm", "sed", "set", "shift", "shopt", "source", "test",
    "trap", "true", "unset", "wait", "run", "command", "exec", "sudo", "time", "nohup", "xargs",
];

pub(super) static BASH: Language = Language {
    name: "bash",
    extensions: &["sh", "bash", "bats", "ksh"],
    file_names: &[".bashrc", ".bash_profile", ".profile", "PKGBUILD"],
    interpreters: &["sh", "bash", "dash", "ksh", "bats"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_bash::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[("word", Shape::Custom(command)), ("variable_name", Shape::Custom(variable))],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// A command by a plain name; paths, expansions and builtins are none.
fn command(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let name = source.text(node);
    let plain = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'));
    (plain && !BUILTINS.contains(&name)).then(|| name.to_owned())
}

/// By custom, what outlives a function is in capitals.
fn variable(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let name = source.text(node);
    let shared = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && !name.bytes().any(|b| b.is_ascii_lowercase());
    shared.then(|| name.to_owned())
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(argument) = node.child_by_field_name("argument") else { return };
    // `"$(dirname "$0")/lib.sh"`: what can be known is the end of it.
    let last = match argument.kind() {
        "string" | "concatenation" if source.text(argument).contains('$') => {
            let count = argument.named_child_count() as u32;
            argument.named_child(count.saturating_sub(1)).filter(|last| !last.kind().ends_with("expansion"))
        }
        _ => Some(argument),
    };
    let path = last.map_or("", |last| source.text(last).trim_matches(['"', '\'']));
    let path = if last == Some(argument) { path } else { path.trim_start_matches('/') };
    if !path.is_empty() && !path.contains('$') {
        sink.add(path, "", "", ImportFlags::FILE);
    }
}

fn refine(draft: &mut Draft<'_>) {
    match draft.kind {
        Kind::Test => {
            draft.flags |= Flags::TEST;
            // The grammar takes `@test "…" {` for a command and its body for more commands.
            let rest = draft.file.get(draft.end..).unwrap_or("");
            draft.end = rest.find("\n}").map_or(draft.file.len(), |at| draft.end + at + 2);
        }
        Kind::Variable if draft.node.kind() == "declaration_command" => {
            let mut words = draft.head.split_whitespace();
            let word = words.next().unwrap_or("");
            let kept = matches!(word, "readonly" | "export")
                || words.take_while(|w| w.starts_with('-')).any(|w| w.contains(['r', 'x']));
            if kept {
                draft.kind = Kind::Constant;
            }
        }
        // `X+=y` adds to what another line defines.
        Kind::Variable if draft.text.split('=').next().is_some_and(|left| left.ends_with('+')) => {
            draft.name.clear();
        }
        _ => {}
    }
}
