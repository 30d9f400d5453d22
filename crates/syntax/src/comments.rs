//! Comments and strings without their markers.

/// The words of a comment block: markers, stars and indentation removed.
pub(crate) fn strip_comment(block: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in block.lines() {
        let mut line = line.trim();
        for marker in
            ["/**", "/*!", "/*", "//!", "///", "//", "<!--", "##", "#!", "#", "--", ";;", ";", "\"\"\""]
        {
            if let Some(rest) = line.strip_prefix(marker) {
                line = rest;
                break;
            }
        }
        line = line.strip_suffix("*/").or_else(|| line.strip_suffix("-->")).unwrap_or(line);
        let line = line.strip_prefix('*').unwrap_or(line).trim();
        if !(lines.is_empty() && line.is_empty()) {
            lines.push(line);
        }
    }
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines.join("\n")
}

/// The text of a string literal: prefix, quotes and common indentation removed.
pub(crate) fn strip_string(literal: &str) -> String {
    let start = literal.find(['"', '\'', '`']).unwrap_or(0);
    let prefix_is_letters =
        literal[..start].bytes().all(|b| b.is_ascii_alphabetic() || b == b'@' || b == b'$' || b == b'#');
    // Text without quotes of its own (JSX, heredocs) may hold an apostrophe.
    let closed = literal.trim_end_matches('#').ends_with(['"', '\'', '`']);
    let body = if prefix_is_letters && closed { &literal[start..] } else { literal };
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
    fn quotes_and_prefixes_are_removed() {
        assert_eq!(strip_string("\"\"\"One\n   two\"\"\""), "One\ntwo");
        assert_eq!(strip_string("f'a {b}'"), "a {b}");
        assert_eq!(strip_string("\"it's\""), "it's");
        assert_eq!(strip_string("Don't stop"), "Don't stop");
    }
}
