//! Names of code in prose.
//!
//! A mention is text in backticks that reads as a name (`Foo.bar`,
//! `:meth:` roles, `foo()`), a word that only code spells so (`CamelCase`,
//! `snake_case`), or a name right before a parenthesis. The same rules hold in
//! code blocks, so no markup needs to be recognised.

/// A span in backticks is looked at up to this length.
const SPAN_BYTES: usize = 200;
/// Longer words are data.
const WORD_BYTES: usize = 100;

/// Reports each mention: what the name is taken from (segments joined by
/// dots, or empty), the name, and its offset. Offsets never shrink.
pub(super) fn mentions(text: &str, visit: &mut dyn FnMut(&str, &str, usize)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'`' {
            at = span(text, at, visit);
        } else if starts_name(byte) {
            let end = word_end(bytes, at);
            if bytes[end..].starts_with(b"://") {
                at = end
                    + bytes[end..]
                        .iter()
                        .position(|b| b.is_ascii_whitespace() || b")>]\"'`".contains(b))
                        .unwrap_or(bytes.len() - end);
                continue;
            }
            let foreign = at > 0 && matches!(bytes[at - 1], b'/' | b'-' | b'@' | 0x80..);
            let followed = bytes.get(end).copied().unwrap_or(b' ');
            let called = followed == b'(' && !bytes[end..].starts_with(b"(s)");
            let word = &text[at..end];
            let partial = matches!(followed, b'/' | b'-' | b'@' | 0x80..);
            if !partial && (called || !foreign && looks_like_code(word)) {
                report(word, at, visit);
            }
            at = end;
        } else if byte.is_ascii_digit() {
            // `3rd`, `0xFF`, hashes: no names.
            at += bytes[at..].iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(bytes.len() - at);
        } else {
            at += 1;
        }
    }
}

/// Reads the span in backticks at `at`; gives where to go on.
fn span(text: &str, at: usize, visit: &mut dyn FnMut(&str, &str, usize)) -> usize {
    let bytes = text.as_bytes();
    let ticks = bytes[at..].iter().take_while(|b| **b == b'`').count();
    let start = at + ticks;
    if ticks > 2 {
        // A fence: its content is scanned as text.
        return start;
    }
    let window = &text[start..text.floor_char_boundary((start + SPAN_BYTES).min(text.len()))];
    let Some(length) = closed(window.as_bytes(), ticks) else { return start };
    let content = &window[..length];
    let end = start + length + ticks;
    // `text <target>` in reStructuredText.
    let (content, offset) = match content.strip_suffix('>').and_then(|c| c.rsplit_once('<')) {
        Some((before, target)) if before.ends_with([' ', '\n']) => (target, before.len() + 1),
        _ => (content, 0),
    };
    let trimmed = content.trim_start_matches(['~', '!', '@', ':', '$', '.', '#', '&', '*', ' ', '\n']);
    let offset = start + offset + content.len() - trimmed.len();
    let trimmed = trimmed.trim_end();
    let head = trimmed.strip_suffix(')').and_then(|c| c.split_once('(')).map_or(trimmed, |(head, _)| head);
    let name = head.strip_suffix(['?', '!', '=']).unwrap_or(head);
    let is_name = name.bytes().next().is_some_and(starts_name) && word_end(name.as_bytes(), 0) == name.len();
    if is_name {
        report(head, offset, visit);
    } else {
        mentions(trimmed.trim_matches('`'), &mut |receiver, name, inner| {
            visit(receiver, name, offset + inner);
        });
    }
    end
}

/// The position of so many backticks in a row, before the paragraph ends.
fn closed(window: &[u8], ticks: usize) -> Option<usize> {
    let ends = |rest: &[u8]| rest.starts_with(b"\n\n") || rest.starts_with(&b"``"[..ticks]);
    let length = (0..window.len()).find(|&at| ends(&window[at..]))?;
    (window[length] == b'`').then_some(length)
}

fn report(word: &str, at: usize, visit: &mut dyn FnMut(&str, &str, usize)) {
    if word.len() > WORD_BYTES {
        return;
    }
    let mut parts: Vec<&str> = word.split(['.', ':', '#']).filter(|part| !part.is_empty()).collect();
    let Some(name) = parts.pop().filter(|name| name.len() > 1) else { return };
    visit(&parts.join("."), name, at);
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Letters, digits and `_`. A table, because every byte of prose is asked about.
const IN_NAME: [bool; 256] = {
    let mut in_name = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        in_name[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    in_name
};

/// The end of a name with its path: `a.b`, `a::b`, `A#b`.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        while bytes.get(at).is_some_and(|b| IN_NAME[usize::from(*b)]) {
            at += 1;
        }
        let joint = match bytes.get(at) {
            Some(b'.' | b'#') => 1,
            Some(b':') if bytes.get(at + 1) == Some(&b':') => 2,
            _ => return at,
        };
        if !bytes.get(at + joint).copied().is_some_and(starts_name) {
            return at;
        }
        at += joint;
    }
}

/// Whether some segment is spelled as only code is.
fn looks_like_code(word: &str) -> bool {
    // Most words of prose.
    if word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase()) {
        return false;
    }
    word.split(['.', ':', '#']).any(|part| snake_case(part) || humps(part))
}

fn snake_case(part: &str) -> bool {
    part.trim_matches('_').contains('_') || part.len() > 4 && part.starts_with("__") && part.ends_with("__")
}

/// `fooBar`, `FooBar`, `HTTPServer`; not `Foo`, `FOO`.
fn humps(part: &str) -> bool {
    let bytes = part.as_bytes();
    let lower_then_upper = bytes.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
    let acronym_then_word = bytes.windows(4).any(|w| {
        w[0].is_ascii_uppercase()
            && w[1].is_ascii_uppercase()
            && w[2].is_ascii_lowercase()
            && w[3].is_ascii_lowercase()
    });
    lower_then_upper || acronym_then_word
}

#[cfg(test)]
mod tests {
    use super::mentions;

    fn found(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        mentions(text, &mut |receiver, name, at| {
            assert!(text.get(at..).is_some());
            out.push(if receiver.is_empty() { name.to_owned() } else { format!("{receiver}.{name}") });
        });
        out
    }

    #[test]
    fn names_of_code_are_found_in_prose() {
        for (text, expected) in [
            ("Use `Foo.bar` here", vec!["Foo.bar"]),
            (
                "see :meth:`~flask.Flask.route` and :class:`App <pkg.App>`",
                vec!["flask.Flask.route", "pkg.App"],
            ),
            ("``A::B#cc`` and `valid?`", vec!["A.B.cc", "valid?"]),
            ("call `run(debug=True)` or render()", vec!["run", "render"]),
            ("the OrderBook and its max_size, an HTTPServer", vec!["OrderBook", "max_size", "HTTPServer"]),
            ("Some plain Words, e.g. the file(s) of NASA.", vec![]),
            ("see https://example.com/FooBar and a/b_c/d", vec![]),
            ("`--flag`, `a-b`, `src/main.rs`, `x`", vec![]),
            ("```python\napp = Flask(__name__)\n```", vec!["Flask", "__name__"]),
            ("an `unclosed span and fooBar", vec!["fooBar"]),
            ("`a.map { |x| x.foo_bar }`", vec!["x.foo_bar"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
