//! Attribute macros of C and C++, which the grammars parse as types and names.
//!
//! `class EXPORT Store {`, `int API load(void)` and `API int load(void)` are parsed with spaces in
//! place of the macro. The text itself stays: all places are the same.

use super::conditionals;
use std::borrow::Cow;

/// Words before a function's name that are not a type.
const SPECIFIERS: &[&str] = &[
    "static",
    "inline",
    "extern",
    "const",
    "volatile",
    "virtual",
    "constexpr",
    "friend",
    "explicit",
    "register",
    "typedef",
    "struct",
    "enum",
    "union",
    "class",
    "mutable",
    "auto",
    "return",
    "else",
    "goto",
    "case",
    "new",
    "delete",
    "throw",
    "using",
    "namespace",
    "template",
    "typename",
    "public",
    "private",
    "protected",
    "operator",
];

/// The text without attribute macros and without conditionals inside of statements, as long as
/// before.
pub(in crate::languages) fn prepare(text: &str) -> Cow<'_, str> {
    let mut blanked = stretches(text);
    blanked.extend(conditionals::stretches(text));
    if blanked.is_empty() {
        return Cow::Borrowed(text);
    }
    blanked.sort_unstable();
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for (at, end) in blanked.into_iter().filter(|(at, end)| at < end) {
        let at = at.max(last);
        if let (Some(before), true) = (text.get(last..at), at < end) {
            out.push_str(before);
            out.extend(std::iter::repeat_n(' ', end - at));
            last = end;
        }
    }
    out.push_str(&text[last..]);
    Cow::Owned(out)
}

/// The attribute macros of a text, in order.
fn stretches(text: &str) -> Vec<(usize, usize)> {
    let mut blanked: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    let mut before = "";
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let begins = line.as_bytes().first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        let words = words(line);
        if words.iter().any(|(at, end)| is_macro(&line[*at..*end])) {
            if let Some(found) = in_type(line, &words) {
                blanked.push((start + found.0, start + found.1));
            } else if is_alone(before, line, lines.peek().unwrap_or(&"")) {
                let text = line.trim_end();
                blanked.push((start + line.len() - line.trim_start().len(), start + text.len()));
            } else if begins || is_member(line, &words) {
                blanked
                    .extend(in_function(line, &words).into_iter().map(|(at, end)| (start + at, start + end)));
            }
        }
        start += line.len();
        before = line;
    }
    blanked
}

/// The words of a line up to its first parenthesis, brace or the like.
fn words(line: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_alphabetic() || byte == b'_' {
            let mut end = at;
            while end < bytes.len() && (bytes[end].is_ascii_alphanumeric() || bytes[end] == b'_') {
                end += 1;
            }
            words.push((at, end));
            at = end;
        } else if matches!(byte, b' ' | b'\t' | b'*' | b'&') {
            at += 1;
        } else {
            break;
        }
    }
    words
}

/// By custom, macros are in upper case.
fn is_macro(word: &str) -> bool {
    word.len() > 2
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// `class EXPORT ALIGNED Store`: the macros between the keyword and the name.
fn in_type(line: &str, words: &[(usize, usize)]) -> Option<(usize, usize)> {
    let text = |(at, end): (usize, usize)| &line[at..end];
    let keyword = words.iter().position(|word| matches!(text(*word), "class" | "struct" | "union"))?;
    let after = &words[keyword + 1..];
    let macros = after.iter().take_while(|word| is_macro(text(**word))).count();
    // A type in upper case, `struct LIST`, has no name behind it.
    let macros = if macros == after.len() { macros.checked_sub(1)? } else { macros };
    let (first, last, name) = (*after.first()?, *after.get(macros.checked_sub(1)?)?, *after.get(macros)?);
    let rest = line[name.1..].trim();
    let is_definition =
        rest.is_empty() || rest.starts_with(['{', ':', ';']) || text(*words.last()?) == "final";
    let is_beside = line[first.0..name.0].bytes().all(|byte| !matches!(byte, b'*' | b'&'));
    (is_definition && is_beside).then_some((first.0, last.1))
}

/// Whether a line is nothing but macros before a declaration on the next line; `before` is the
/// line above.
fn is_alone(before: &str, line: &str, next: &str) -> bool {
    let (before, text) = (before.trim_end(), line.trim());
    let ends = before.is_empty() || before.ends_with([';', '{', '}', ':', '/']) || is_template(before);
    let declares = next.trim_start().starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    // With arguments it may be a statement or a definition of its own, but not behind `template <…>`.
    let name = text.split('(').next().filter(|_| text.ends_with(')') && is_template(before));
    let is_attribute = |word: &str| is_macro(word) && word.contains('_');
    ends && declares && name.unwrap_or(text).split_whitespace().all(is_attribute)
}

fn is_template(line: &str) -> bool {
    line.trim_start().starts_with("template") && line.ends_with('>')
}

/// `API int load(`, `int API load(`: the macros beside another type, before a name that a
/// parenthesis follows. In the body of a class the macro comes first.
fn in_function(line: &str, words: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let text = |word: &(usize, usize)| &line[word.0..word.1];
    let Some((name, before)) = words.split_last() else { return Vec::new() };
    if !line[name.1..].trim_start().starts_with('(') || is_macro(text(name)) {
        return Vec::new();
    }
    let types: Vec<&(usize, usize)> =
        before.iter().filter(|word| !SPECIFIERS.contains(&text(word))).collect();
    if types.len() < 2 {
        return Vec::new();
    }
    // Where all are in upper case, the first is the type.
    let kept = types.iter().position(|word| !is_macro(text(word))).unwrap_or(0);
    let others = types.iter().enumerate().filter(|(at, word)| *at != kept && is_macro(text(word)));
    others.map(|(_, word)| **word).collect()
}

/// Whether a line in a body begins with a macro and a type, as a declaration does.
fn is_member(line: &str, words: &[(usize, usize)]) -> bool {
    let text = |word: &(usize, usize)| &line[word.0..word.1];
    let mut declaring = words.iter().filter(|word| !SPECIFIERS.contains(&text(word)));
    let is_type = |word: &str| !is_macro(word) && !matches!(word, "else" | "return" | "case" | "goto");
    declaring.next().is_some_and(|first| is_macro(text(first)))
        && declaring.next().is_some_and(|second| is_type(text(second)))
}

#[cfg(test)]
mod tests {
    use super::prepare;

    #[test]
    fn attribute_macros_are_blanked_and_types_are_not() {
        for (text, expected) in [
            ("class DB_EXPORT Store : public Base {\n", "class           Store : public Base {\n"),
            ("ZEXTERN int ZEXPORT load(int a);\n", "        int         load(int a);\n"),
            ("static BOOL load(int a) {\n", "static BOOL load(int a) {\n"),
            ("DWORD WINAPI load(int a) {\n", "DWORD        load(int a) {\n"),
            ("FILE *load(int a) {\n", "FILE *load(int a) {\n"),
            ("  return MAX_SIZE load(1);\n", "  return MAX_SIZE load(1);\n"),
            ("struct LIST *next;\n", "struct LIST *next;\n"),
            ("int x = API;\n", "int x = API;\n"),
            ("class DB_API ALIGNED Store {\n", "class                Store {\n"),
            ("  ALWAYS_INLINE int size() const {\n", "                int size() const {\n"),
            ("  ELSE return load(1);\n", "  ELSE return load(1);\n"),
            (" public:\n  ALWAYS_INLINE\n  int size();\n", " public:\n               \n  int size();\n"),
            ("\nATTR_PURE ATTR_MALLOC\nchar* f();\n", "\n                     \nchar* f();\n"),
            ("enum {\n  ONLY_ONE\n};\n", "enum {\n  ONLY_ONE\n};\n"),
            (
                "template <class T>\nOLD_MSG(TEXT)\nint f();\n",
                "template <class T>\n             \nint f();\n",
            ),
            ("DEFINE_LIST(a)\nint f();\n", "DEFINE_LIST(a)\nint f();\n"),
        ] {
            assert_eq!(prepare(text), expected);
        }
    }
}
