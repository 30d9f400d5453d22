//! Members of TypeScript's interfaces and object types that nothing but a line separates.
//!
//! A type ends with its line if the next one begins with `<`, `(` or `[`: there another member
//! begins. The grammar reads on and loses all members from there. So such a text is parsed with `;`
//! in place of the blank before the next member. The text itself stays: all places are the same.

use std::borrow::Cow;

/// Longest head of an interface, up to its body.
const HEAD: usize = 4_000;

/// The text with a separator before each member that has none, as long as before.
pub(super) fn prepare(text: &str) -> Cow<'_, str> {
    let mut places: Vec<usize> = Vec::new();
    let mut end = 0;
    for body in bodies(text) {
        // A body inside of another was read with it.
        if body >= end {
            end = read_body(text.as_bytes(), body, &mut places);
        }
    }
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for place in places {
        out.push_str(&text[last..place]);
        out.push(';');
        last = place + 1;
    }
    out.push_str(&text[last..]);
    Cow::Owned(out)
}

/// Where the braces of interfaces and object types open, in order.
fn bodies(text: &str) -> Vec<usize> {
    let begins = |at: usize| text[..at].bytes().last().is_none_or(|byte| byte.is_ascii_whitespace());
    let heads = |word: &'static str| text.match_indices(word).map(|(at, _)| at).filter(move |at| begins(*at));
    let interfaces = heads("interface ").filter_map(|at| body_after(text, at));
    let types = heads("type ").filter_map(|at| {
        let body = body_after(text, at)?;
        text[at..body].trim_end().ends_with('=').then_some(body)
    });
    let mut all: Vec<usize> = interfaces.chain(types).collect();
    all.sort_unstable();
    all
}

/// The first brace behind a place that is in no angle brackets.
fn body_after(text: &str, start: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[start..text.len().min(start + HEAD)];
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] != b'=' => depth = depth.saturating_sub(1),
            b'{' if depth == 0 => return Some(start + at),
            b';' | b'(' | b'`' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Reads the body that opens at a place, notes the blanks that separate members, and gives its end.
fn read_body(bytes: &[u8], start: usize, places: &mut Vec<usize>) -> usize {
    let mut open: Vec<u8> = Vec::new();
    // The last byte that is neither blank nor comment, and whether a line ended behind it.
    let (mut last, mut new_line) = (b' ', false);
    let mut at = start;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                at = comment_end(bytes, at);
                continue;
            }
            b'\n' => new_line = true,
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let in_members = open.last() == Some(&b'{');
                let is_blank = matches!(bytes[at - usize::from(at > 0)], b' ' | b'\t');
                if matches!(byte, b'<' | b'(' | b'[') && new_line && in_members && is_blank && ends_type(last)
                {
                    places.push(at - 1);
                }
                match byte {
                    b'{' | b'(' | b'[' | b'<' => open.push(byte),
                    b'>' if last == b'=' => {}
                    b'}' | b')' | b']' | b'>' => {
                        // What does not fit was no bracket: `a < b`.
                        while let Some(top) = open.pop() {
                            if closes(top, byte) {
                                break;
                            }
                        }
                        if open.is_empty() {
                            return at;
                        }
                    }
                    b'\'' | b'"' | b'`' => at = quote_end(bytes, at),
                    _ => {}
                }
                (last, new_line) = (byte, false);
            }
        }
        at += 1;
    }
    at
}

/// Whether a type may end with a byte.
fn ends_type(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'$' | b'>' | b')' | b']' | b'}' | b'\'' | b'"' | b'`')
}

fn closes(open: u8, close: u8) -> bool {
    matches!((open, close), (b'{', b'}') | (b'(', b')') | (b'[', b']') | (b'<', b'>'))
}

/// The place behind a comment.
fn comment_end(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    let end = if rest[1] == b'/' {
        memchr::memchr(b'\n', rest)
    } else {
        memchr::memmem::find(rest, b"*/").map(|end| end + 2)
    };
    start + end.unwrap_or(rest.len())
}

/// The place of the quote that ends a text, or the last one before its line ends.
fn quote_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if quote != b'`' => return at - 1,
            byte if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::prepare;

    #[test]
    fn a_member_on_a_new_line_is_separated_from_a_type() {
        let text = "interface Get<T = {}> {\n  <P>(path: P): App<T>\n\n  // two\n  <P>(\n    path: P,\n    ...all: [A, B]\n  ): App<T>\n  (c: C): D\n  [key: string]: () => void\n}\n";
        let expected = "interface Get<T = {}> {\n  <P>(path: P): App<T>\n\n  // two\n ;<P>(\n    path: P,\n    ...all: [A, B]\n  ): App<T>\n ;(c: C): D\n ;[key: string]: () => void\n}\n";
        assert_eq!(prepare(text), expected);
    }

    #[test]
    fn what_continues_a_type_is_not_separated() {
        for text in [
            "interface A {\n  a:\n    (b: B) => C\n  d: E |\n    (F | G)\n  h: I;\n  <J>(): K\n}\n",
            "type A = {\n  [K in keyof T]:\n    [B]\n}\n",
            "function a() {\n  const b = c\n  (d)\n}\n",
            "type A = string\nfunction b() {\n  c\n  (d)\n}\n",
            "interface A { a: '{' }\n  (b)\n",
        ] {
            assert_eq!(prepare(text), text);
        }
    }
}
