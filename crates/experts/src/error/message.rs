//! Whether an error message comes from a string literal: `amount %d is negative` gives
//! `amount -1 is negative`.

/// Characters that the fixed parts of a literal have at least, to identify it.
const SHORTEST: usize = 8;

/// How much of a message a literal gives, from 0 (it does not give it) to 1 (all of it).
pub fn share(literal: &str, message: &str) -> f64 {
    let parts = fixed_parts(literal);
    let fixed: usize = parts.iter().map(|part| part.trim().len()).sum();
    let longest = parts.iter().map(|part| part.trim().len()).max().unwrap_or(0);
    if fixed < SHORTEST || longest < 5 || message.is_empty() {
        return 0.0;
    }
    let mut rest = message;
    for part in &parts {
        let part = part.trim();
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return 0.0,
        }
    }
    (fixed as f64 / message.len() as f64).min(1.0)
}

/// The parts of a format string between its placeholders: `%s`, `%-5.2f`, `%(name)s`, `{}`, `{name!r}`,
/// `${…}`, `#{…}`.
fn fixed_parts(literal: &str) -> Vec<&str> {
    let bytes = literal.as_bytes();
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let length = match bytes[at] {
            b'%' => percent(&bytes[at..]),
            b'{' => braces(&literal[at..]),
            b'$' | b'#' if bytes.get(at + 1) == Some(&b'{') => {
                braces(&literal[at + 1..]).map(|length| length + 1)
            }
            // An escape, whose character is not decoded here.
            b'\\' => Some(2),
            _ => None,
        };
        match length {
            Some(length) => {
                parts.push(&literal[start..at]);
                at = literal.ceil_char_boundary((at + length).min(bytes.len()));
                start = at;
            }
            None => at += 1,
        }
    }
    parts.push(&literal[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The length of a placeholder that begins with `%`.
fn percent(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    if bytes.get(1) == Some(&b'(') {
        at = 1 + bytes.iter().position(|byte| *byte == b')')?;
    }
    while bytes.get(at).is_some_and(|byte| b"-+ #0123456789.*$lhqzjt".contains(byte)) {
        at += 1;
    }
    bytes.get(at).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'%').then_some(at + 1)
}

/// The length of a placeholder in braces.
fn braces(text: &str) -> Option<usize> {
    let end = text.find('}')?;
    (!text[..end].contains('\n')).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn a_format_string_gives_its_messages() {
        for (literal, message) in [
            ("amount %d is negative", "amount -1 is negative"),
            ("amount {} is negative", "amount -1 is negative"),
            ("amount {amount!r} is negative", "amount -1 is negative"),
            ("amount ${n} is negative", "amount -1 is negative"),
            ("amount #{n} is negative", "amount -1 is negative"),
            ("amount %(n)05.2f is negative", "amount -1.00 is negative"),
            ("is negative", "amount -1 is negative"),
        ] {
            let share = share(literal, message);
            assert!(share > 0.4 && share < 1.0, "{literal}: {share}");
        }
        assert!((share("no such table", "no such table") - 1.0).abs() < 1e-12);
    }

    #[test]
    fn other_literals_give_nothing() {
        assert!(share("amount %d is positive", "amount -1 is negative") == 0.0);
        assert!(share("%s: %s", "amount -1: is negative") == 0.0);
        assert!(share("is", "amount is negative") == 0.0);
        assert!(share("", "x") == 0.0);
        assert!(share("amount {", "amount { is negative") > 0.0);
    }
}
