//! The names that a text defines, found line by line.
//!
//! Contents of past commits are many, and no grammar reads them: a keyword or a modifier at the start
//! of a line, or a name in front of brackets that open a block, is taken as a definition. What is
//! wrongly taken is mostly a word that many files have, and such words count little.

use fathom_text::{Term, Tokenizer};

/// Names of one text that are kept.
const MOST: usize = 400;
/// Shorter names are letters of formulas.
const SHORTEST: usize = 3;

const MODIFIERS: &[&str] = &[
    "pub",
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "abstract",
    "async",
    "export",
    "default",
    "override",
    "virtual",
    "sealed",
    "open",
    "data",
    "inline",
    "unsafe",
    "extern",
    "partial",
    "readonly",
    "declare",
    "local",
    "suspend",
    "case",
    "implicit",
    "lazy",
    "synchronized",
    "constexpr",
];
const KEYWORDS: &[&str] = &[
    "def",
    "defp",
    "defmodule",
    "defmacro",
    "class",
    "fn",
    "func",
    "fun",
    "function",
    "struct",
    "interface",
    "trait",
    "enum",
    "type",
    "module",
    "record",
    "object",
    "protocol",
    "union",
    "sub",
    "macro",
];
const VARIABLES: &[&str] = &["const", "let", "var", "val"];
const CONTROL: &[&str] = &[
    "if", "for", "while", "switch", "return", "else", "elif", "catch", "match", "when", "unless", "foreach",
];

/// The words of the names that a text defines.
#[derive(Default)]
pub(super) struct DefinedWords {
    /// Whole names, sorted.
    pub(super) names: Vec<u64>,
    /// Whole names and their parts, sorted.
    pub(super) words: Vec<u64>,
}

/// Reads the definitions of a text.
pub(super) fn defined_words(tokenizer: &mut Tokenizer, text: &str) -> DefinedWords {
    let mut found = DefinedWords::default();
    let mut names: Vec<&str> = text.lines().filter_map(defined_name).collect();
    names.sort_unstable();
    names.dedup();
    for name in names.into_iter().take(MOST) {
        let mut whole: Option<Term> = None;
        tokenizer.terms(name, |term, _, _| {
            found.words.push(term.hash());
            whole = Some(term);
        });
        // The compound of a name comes after its parts.
        found.names.extend(whole.map(Term::hash));
    }
    for list in [&mut found.names, &mut found.words] {
        list.sort_unstable();
        list.dedup();
    }
    found
}

/// The name that a line defines.
fn defined_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    let is_outermost = rest.len() == line.len();
    let mut is_modified = false;
    loop {
        let word = identifier(rest);
        let after = &rest[word.len()..];
        if MODIFIERS.contains(&word) {
            is_modified = true;
            // `pub(crate)`
            let after =
                after.strip_prefix('(').and_then(|inner| inner.split_once(')')).map_or(after, |it| it.1);
            rest = after.trim_start();
            continue;
        }
        if KEYWORDS.contains(&word) && after.starts_with([' ', '*']) {
            let mut after = after.trim_start_matches([' ', '*']);
            if word == "func" {
                // The receiver of a method in Go.
                after =
                    after.strip_prefix('(').and_then(|inner| inner.split_once(')')).map_or(after, |it| it.1);
            }
            let after = after.trim_start();
            return long_enough(identifier(after.strip_prefix("self.").unwrap_or(after)));
        }
        if VARIABLES.contains(&word) && (is_outermost || is_modified) {
            let after = after.trim_start();
            return long_enough(identifier(after.strip_prefix("mut ").unwrap_or(after)));
        }
        if CONTROL.contains(&word) || word.is_empty() {
            return None;
        }
        break;
    }
    let opens_block = rest.ends_with('{') || is_outermost && rest.ends_with(')');
    if let Some((before, _)) = rest.split_once('(').filter(|(before, _)| !before.contains(['=', '"', '\''])) {
        return if is_modified || opens_block { long_enough(last_identifier(before)) } else { None };
    }
    let (before, _) = rest.split_once(" = ").filter(|_| is_outermost)?;
    let is_exported = before.contains("exports.") || before.contains(".prototype.");
    if is_exported { long_enough(last_identifier(before)) } else { None }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn identifier(text: &str) -> &str {
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

fn last_identifier(text: &str) -> &str {
    let text = text.trim_end_matches(|c| !is_part(c));
    &text[text
        .rfind(|c| !is_part(c))
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))..]
}

fn long_enough(name: &str) -> Option<&str> {
    (name.len() >= SHORTEST && !CONTROL.contains(&name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::defined_name;

    #[test]
    fn definitions_of_many_languages_are_found() {
        for (line, name) in [
            ("def parse_header(text):", Some("parse_header")),
            ("    async def read(self):", Some("read")),
            ("  def self.build(name)", Some("build")),
            ("pub(crate) fn open_file(path: &Path) -> File {", Some("open_file")),
            ("func (r *Router) Handle(path string) {", Some("Handle")),
            ("export default class Router extends Base {", Some("Router")),
            ("export const useStore = create()", Some("useStore")),
            ("    public static List<String> split(String text) {", Some("split")),
            ("exports.compile = function (text) {", Some("compile")),
            ("int parse_number(const char *text)", Some("parse_number")),
            ("  handleClick(event) {", Some("handleClick")),
            ("    if (ready) {", None),
            ("    let x = parse(text);", None),
            ("    return parse(text)", None),
            ("", None),
        ] {
            assert_eq!(defined_name(line), name, "{line}");
        }
    }
}
