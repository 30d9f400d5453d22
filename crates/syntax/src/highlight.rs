//! Text as classified tokens, for display with colours.
//!
//! The classes follow from the grammar alone: an anonymous node that is a word is a keyword, a
//! named leaf that begins with a digit is a number, and grammars agree on the names of comments,
//! strings and types. So a new language is highlighted without a line of code. Languages without a
//! grammar have no tokens.

use crate::driver;
use crate::languages::{Language, Reader};
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// Longer text is data, and is shown without colours.
const MOST_BYTES: usize = 1 << 20;
/// A grammar with this node reads a document in which code begins behind a tag. A part of a file
/// has no tag, so one is put before it.
const OPENING_TAG: (&str, &str) = ("php_tag", "<?php\n");
/// Named leaves that are values of the language itself.
const CONSTANTS: [&str; 13] = [
    "true",
    "false",
    "null",
    "nil",
    "none",
    "undefined",
    "null_literal",
    "nil_literal",
    "boolean_literal",
    "bool_literal",
    "self",
    "this",
    "super",
];

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenClass {
    /// A comment.
    Comment,
    /// A word of the language.
    Keyword,
    /// A string, a character or a regular expression.
    String,
    /// A number.
    Number,
    /// A value of the language: `true`, `null`, `self`.
    Constant,
    /// A type.
    Type,
    /// Any other name.
    Name,
}

/// A part of a text with its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes.
    pub range: Range<usize>,
    /// Its kind.
    pub class: TokenClass,
}

/// The tokens of a file or of a part of it, in order and without overlap. Punctuation and space
/// between them have no token.
pub fn tokens(language: &'static Language, text: &str) -> Vec<Token> {
    if text.len() > MOST_BYTES {
        return Vec::new();
    }
    let grammar = match &language.reader {
        Reader::Grammar(grammar) | Reader::Expanding(grammar, _) => grammar.language,
        Reader::Tree(grammar, _) => *grammar,
        // The code in it; the rest is blank and has no tokens.
        Reader::Embedded(mask) => {
            let embedded = mask(text);
            let inner = crate::languages::by_name(embedded.language);
            let inner = inner.filter(|inner| !matches!(inner.reader, Reader::Embedded(_)));
            return inner.map_or_else(Vec::new, |inner| tokens(inner, &embedded.text));
        }
        Reader::Outline(_) | Reader::Prose(_) | Reader::Text(_) | Reader::Locale(_) => return Vec::new(),
    };
    let grammar = tree_sitter::Language::new(grammar);
    let (node, tag) = OPENING_TAG;
    let needs_tag = grammar.id_for_node_kind(node, true) != 0 && !text.contains(tag.trim_end());
    let lead = if needs_tag { tag } else { "" };
    let whole = format!("{lead}{text}");
    let Some(tree) = driver::parse(&grammar, &whole) else { return Vec::new() };
    let mut tokens = Vec::new();
    walk(&mut tree.walk(), &whole, &mut tokens);
    tokens.retain(|token| token.range.start >= lead.len());
    for token in &mut tokens {
        token.range = token.range.start - lead.len()..token.range.end - lead.len();
    }
    tokens
}

/// Visits every node in order without recursion: hostile text nests deeply.
fn walk(cursor: &mut TreeCursor<'_>, text: &str, tokens: &mut Vec<Token>) {
    // For each open node, whether its text belongs to a string.
    let mut open = vec![false];
    loop {
        let node = cursor.node();
        let is_string = in_string(node, open.last().copied().unwrap_or_default());
        let is_comment = node.is_named() && node.kind().contains("comment");
        if !is_comment && cursor.goto_first_child() {
            open.push(is_string);
            continue;
        }
        let range = node.byte_range();
        let class = if is_comment { Some(TokenClass::Comment) } else { class(node, is_string, text) };
        if let Some(class) = class.filter(|_| !range.is_empty()) {
            push(tokens, Token { range, class });
        }
        while !cursor.goto_next_sibling() {
            open.pop();
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// Whether the text of a node belongs to a string. Code that is put into a string does not.
fn in_string(node: Node<'_>, parent: bool) -> bool {
    if !node.is_named() {
        return parent;
    }
    let kind = node.kind();
    let has = |part: &str| kind.contains(part);
    if has("interpolation") || has("substitution") || kind.starts_with("interpolated_expression") {
        return false;
    }
    parent
        || has("string")
        || has("char_literal")
        || has("character_literal")
        || has("rune_literal")
        || has("heredoc")
        || has("regex")
}

fn class(leaf: Node<'_>, is_string: bool, text: &str) -> Option<TokenClass> {
    if is_string {
        return Some(TokenClass::String);
    }
    let (kind, written) = (leaf.kind(), &text[leaf.byte_range()]);
    let mut letters = written.chars();
    let first = letters.next()?;
    if !leaf.is_named() {
        let is_word = |c: char| c.is_alphabetic() || c == '_';
        let is_keyword =
            is_word(first) || (matches!(first, '#' | '@') && letters.next().is_some_and(is_word));
        return is_keyword.then_some(TokenClass::Keyword);
    }
    let is_name = |c: char| c.is_alphanumeric() || "_$@?!:-".contains(c);
    let is_type = [
        "type_identifier",
        "primitive_type",
        "predefined_type",
        "builtin_type",
        "void_type",
        "integral_type",
    ]
    .iter()
    .any(|part| kind.contains(part));
    match () {
        () if first.is_ascii_digit() => Some(TokenClass::Number),
        () if CONSTANTS.contains(&kind) => Some(TokenClass::Constant),
        () if kind.contains("symbol") && first == ':' => Some(TokenClass::Constant),
        () if is_type || kind == "constant" => Some(TokenClass::Type),
        () if written.chars().all(is_name) => Some(TokenClass::Name),
        () => None,
    }
}

/// Adds a token; parts of one string that touch become one token.
fn push(tokens: &mut Vec<Token>, token: Token) {
    match tokens.last_mut() {
        Some(last)
            if last.class == token.class
                && token.class == TokenClass::String
                && last.range.end == token.range.start =>
        {
            last.range.end = token.range.end;
        }
        // A grammar may give an empty or repeated leaf; tokens never overlap.
        Some(last) if last.range.end > token.range.start => {}
        _ => tokens.push(token),
    }
}

#[cfg(test)]
mod tests {
    use super::{TokenClass, tokens};
    use crate::languages::{ALL, by_name};

    fn classes(language: &str, text: &str) -> Vec<(String, TokenClass)> {
        let found = tokens(by_name(language).unwrap(), text);
        found.into_iter().map(|token| (text[token.range].to_owned(), token.class)).collect()
    }

    fn of(class: TokenClass, language: &str, text: &str) -> Vec<String> {
        classes(language, text).into_iter().filter(|(_, one)| *one == class).map(|(text, _)| text).collect()
    }

    #[test]
    fn keywords_are_distinguished_from_names() {
        let text = "# sends\ndef send(job, n=2):\n    return None if job else \"late\"\n";
        assert_eq!(of(TokenClass::Keyword, "python", text), ["def", "return", "if", "else"]);
        assert_eq!(of(TokenClass::Comment, "python", text), ["# sends"]);
        assert_eq!(of(TokenClass::String, "python", text), ["\"late\""]);
        assert_eq!(of(TokenClass::Number, "python", text), ["2"]);
        assert_eq!(of(TokenClass::Constant, "python", text), ["None"]);
        assert_eq!(of(TokenClass::Name, "python", text), ["send", "job", "n", "job"]);
    }

    #[test]
    fn code_inside_a_string_is_code() {
        assert_eq!(of(TokenClass::Name, "ruby", "\"to #{user} now\""), ["user"]);
        assert_eq!(of(TokenClass::String, "javascript", "`a${b}c`"), ["`a", "c`"]);
    }

    #[test]
    fn a_part_of_a_document_needs_no_opening_tag() {
        assert_eq!(
            of(TokenClass::Keyword, "php", "public function pay() {\n  return 1;\n}"),
            ["public", "function", "return"]
        );
    }

    #[test]
    fn tokens_of_every_language_lie_in_order_inside_the_text() {
        let text = "class A { int f(x) { return \"a\\\"b\" + 1; } } // é\n# x: [1, 2]\nend \u{0} <?php ?>";
        for language in ALL {
            let mut last = 0;
            for token in tokens(language, text) {
                assert!(token.range.start >= last && token.range.end <= text.len(), "{}", language.name);
                assert!(text.get(token.range.clone()).is_some(), "{}", language.name);
                last = token.range.end;
            }
        }
    }
}
