//! Comments and strings without their markers.

/// The markers of comment lines; of markers with a common start the longest first.
const MARKERS: &[&str] = &[
    "/**", "/*!", "/*", "//!", "///", "//", "<!--", "##", "#!", "#'", "#", "-- |", "-- ^", "--[[", "---",
    "--", ";;;", ";;", ";", "\"\"\"", "%%", "%", "(**", "(*", "{-|", "{-",
];

/// The words of a comment block: markers, stars and indentation removed.
pub(crate) fn strip_comment(block: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in block.lines() {
        let mut line = line.trim();
        for marker in MARKERS {
            if let Some(rest) = line.strip_prefix(*marker) {
                line = rest;
                break;
            }
        }
        line = ["*/", "-->", "*)", "-}"].iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line);
        let line = line.strip_prefix('*').unwrap_or(line).trim();
        let words = without_tags(line);
        let only_tags = words.is_empty() && !line.is_empty();
        if !(lines.is_empty() && words.is_empty() || only_tags) {
            lines.push(words);
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.join("\n")
}

/// Tags of XML and HTML in doc comments. Others stay: `List<Foo>` is not a tag.
const TAGS: &[&str] = &[
    "summary",
    "param",
    "returns",
    "remarks",
    "value",
    "exception",
    "typeparam",
    "see",
    "seealso",
    "c",
    "code",
    "para",
    "paramref",
    "typeparamref",
    "example",
    "list",
    "item",
    "listheader",
    "description",
    "term",
    "inheritdoc",
    "p",
    "b",
    "i",
    "em",
    "strong",
    "ul",
    "ol",
    "li",
    "br",
    "pre",
    "tt",
    "a",
];

/// A line without the tags of doc comments; `<see cref="Foo"/>` becomes `Foo`.
fn without_tags(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        let inner = tag[1..].split('>').next().unwrap_or("");
        let name = inner.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        let closed = tag.len() > inner.len() + 1;
        out.push_str(before);
        if closed && TAGS.contains(&name) {
            if let Some(value) = inner.split('"').nth(1).filter(|_| name != "a") {
                out.push_str(value);
                out.push_str(if inner.ends_with('/') { "" } else { " " });
            }
            rest = &tag[inner.len() + 2..];
        } else {
            out.push('<');
            rest = &tag[1..];
        }
    }
    out.push_str(rest);
    out.trim().to_owned()
}

/// The text of a string literal: prefix, quotes and common indentation removed.
pub(crate) fn strip_string(literal: &str) -> String {
    let start = literal.find(['"', '\'', '`']).unwrap_or(0);
    let prefix_is_letters =
        literal[..start].bytes().all(|b| b.is_ascii_alphabetic() || b == b'@' || b == b'$' || b == b'#');
    // Text without quotes of its own (JSX, heredocs) may hold an apostrophe.
    let closed = literal.trim_end_matches('#').ends_with(['"', '\'', '`']);
    let body = if prefix_is_letters && closed { literal[start..].trim_end_matches('#') } else { literal };
    for quote in ["\"\"\"", "'''", "\"", "'", "`"] {
        if let Some(rest) = body.strip_prefix(quote) {
            let inner = rest.strip_suffix(quote).unwrap_or(rest);
            return unindent(inner);
        }
    }
    unindent(body)
}

fn unindent(text: &str) -> String {
    let text = text.trim();
    if !text.contains('\n') {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join("\n")
}

/// Whether a comment is a licence notice rather than a description.
pub(crate) fn is_licence(text: &str) -> bool {
    let head = text[..text.floor_char_boundary(400)].to_ascii_lowercase();
    head.contains("copyright") || head.contains("licensed under") || head.contains("spdx-license")
}

/// Whether a comment is for a tool only: `frozen_string_literal: true`, `-*- coding: utf-8 -*-`.
pub(crate) fn is_pragma(text: &str) -> bool {
    text.lines().all(|line| {
        let line = line.trim_start_matches(['#', '/', '*', ' ']);
        [
            "frozen_string_literal",
            "encoding:",
            "coding:",
            "-*-",
            "vim:",
            "typed:",
            "eslint",
            "rubocop:",
            "shellcheck",
        ]
        .iter()
        .any(|pragma| line.starts_with(pragma))
    })
}

#[cfg(test)]
mod tests {
    use super::{strip_comment, strip_string};

    #[test]
    fn comment_markers_are_removed() {
        assert_eq!(strip_comment("/// One.\n/// Two."), "One.\nTwo.");
        assert_eq!(strip_comment("/**\n * One.\n *\n * Two.\n */"), "One.\n\nTwo.");
        assert_eq!(strip_comment("# One"), "One");
    }

    #[test]
    fn tags_of_doc_comments_are_removed() {
        assert_eq!(
            strip_comment("/// <summary>\n/// A <see cref=\"Foo\"/> of List<Bar>.\n/// </summary>"),
            "A Foo of List<Bar>."
        );
        assert_eq!(strip_comment("/// <param name=\"x\">The x.</param>"), "x The x.");
        assert_eq!(strip_comment("// a < b, c <p"), "a < b, c <p");
    }

    #[test]
    fn quotes_and_prefixes_are_removed() {
        assert_eq!(strip_string("\"\"\"One\n   two\"\"\""), "One\ntwo");
        assert_eq!(strip_string("f'a {b}'"), "a {b}");
        assert_eq!(strip_string("\"it's\""), "it's");
        assert_eq!(strip_string("r#\"a \"b\"\"#"), "a \"b\"");
        assert_eq!(strip_string("Don't stop"), "Don't stop");
    }
}
