//! Rust text with comments, strings and characters replaced by spaces.
//!
//! A check for a word must not find it in a sentence about it. Lines stay where they are.

/// The text with comments and the insides of literals blanked out.
pub(super) fn bare(text: &str) -> String {
    let mut reader = Reader { rest: text, out: String::with_capacity(text.len()) };
    while let Some(first) = reader.rest.chars().next() {
        let rest = reader.rest;
        if rest.starts_with("//") {
            reader.blank(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            reader.blank(block_comment(rest));
        } else if first == '"' {
            reader.blank(quoted(rest));
        } else if let Some(len) = raw_string(rest).filter(|_| !reader.in_word()) {
            reader.blank(len);
        } else if let Some(len) = character(rest) {
            reader.blank(len);
        } else {
            reader.out.push(first);
            reader.rest = &rest[first.len_utf8()..];
        }
    }
    reader.out
}

struct Reader<'t> {
    rest: &'t str,
    out: String,
}

impl Reader<'_> {
    fn blank(&mut self, len: usize) {
        let (gone, rest) = self.rest.split_at(len);
        self.out.extend(gone.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        self.rest = rest;
    }

    fn in_word(&self) -> bool {
        self.out.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    }
}

fn block_comment(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if rest.starts_with("*/") {
            (at, depth) = (at + 2, depth - 1);
        } else if let Some(next) = rest.chars().next() {
            at += next.len_utf8();
        }
        if depth == 0 || at >= text.len() {
            return at;
        }
    }
}

fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `r"…"`, `r#"…"#`, `br"…"` or `cr"…"`.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = ["r", "br", "cr"].into_iter().find(|prefix| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    })?;
    let rest = &text[prefix.len()..];
    let marks = rest.len() - rest.trim_start_matches('#').len();
    let close = format!("\"{}", "#".repeat(marks));
    let open = prefix.len() + marks + 1;
    Some(text[open..].find(&close).map_or(text.len(), |at| open + at + close.len()))
}

/// The length of `'x'` or `'\…'`; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let mut chars = inside.char_indices();
    let (_, first) = chars.next()?;
    if first == '\\' {
        // The mark behind the backslash may be the quote itself.
        let (escaped, mark) = chars.next()?;
        let after = escaped + mark.len_utf8();
        return inside[after..].find('\'').map(|at| 1 + after + at + 1);
    }
    let (at, close) = chars.next()?;
    (close == '\'').then_some(at + 2)
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn only_code_is_left() {
        let text =
            "fn a<'x>() { b('\"', '\\'', '\\u{1F}', \"un\\\"safe\", r#\"a\"b\"#); } // no\n/* /* n */ o */ c";
        let words: Vec<String> = bare(text).split_whitespace().map(str::to_owned).collect();
        assert_eq!(words.join(" "), "fn a<'x>() { b( , , , , ); } c");
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text = "a \"x\ny\" b\n/* c\n*/ d";
        assert_eq!(bare(text).lines().map(str::trim).collect::<Vec<_>>(), ["a", "b", "", "d"]);
    }

    #[test]
    fn a_name_that_ends_in_r_starts_no_raw_string() {
        assert!(bare("for\"unsafe\" d").ends_with(" d"));
    }

    #[test]
    fn what_never_closes_ends_with_the_text() {
        for text in ["\"abc", "/* abc", "r#\"abc", "'", "'\\", "b\"é"] {
            assert!(bare(text).len() <= text.len(), "{text}");
        }
    }
}
