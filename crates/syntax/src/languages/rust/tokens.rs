//! Calls inside macro arguments, which the grammar leaves as loose tokens.

use crate::driver::Source;
use tree_sitter::Node;

/// How far back a receiver is looked for.
const REACH: usize = 160;

/// Words before parentheses that are not calls, in code or in `cfg`.
const NOT_CALLED: &[&str] =
    &["if", "match", "in", "return", "while", "for", "let", "fn", "as", "all", "any", "not"];

/// The chain that ends in these parentheses, if they are a call's.
pub(super) fn call(parentheses: Node<'_>, source: &Source<'_>) -> Option<String> {
    let end = parentheses.start_byte();
    let text = source.all();
    let mut start = end.saturating_sub(REACH);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    called(text.get(start..end)?)
}

/// The call that `text`, which an opening parenthesis follows, ends with.
fn called(text: &str) -> Option<String> {
    let (text, mark) = text.strip_suffix('!').map_or((text, ""), |text| (text, "!"));
    let (mut rest, name) = split_word(text);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || rest.ends_with('\'') {
        return None;
    }
    if rest.ends_with("fn ") {
        return None;
    }
    let mut segments = vec![format!("{name}{mark}()")];
    loop {
        let before = rest.trim_end();
        if let Some(path) = before.strip_suffix("::") {
            let (earlier, word) = split_word(path);
            if word.is_empty() {
                break;
            }
            segments.push(word.to_owned());
            rest = earlier;
        } else if let Some(object) = before.strip_suffix('.').filter(|object| !object.ends_with('.')) {
            let (earlier, segment) = receiver(object.trim_end());
            let known = segment != "?";
            segments.push(segment);
            if !known {
                break;
            }
            rest = earlier;
        } else {
            break;
        }
    }
    if segments.len() == 1 && NOT_CALLED.contains(&name) {
        return None;
    }
    segments.reverse();
    Some(segments.join("."))
}

/// One segment at the end of `text` and the text before it; `?` if there is none.
fn receiver(text: &str) -> (&str, String) {
    let text = text.trim_end_matches('?');
    let (open, closing, mark) = match text.chars().next_back() {
        Some(')') => ('(', ')', "()"),
        Some(']') => ('[', ']', "[]"),
        _ => {
            let (earlier, word) = split_word(text);
            return if word.is_empty() { (text, "?".to_owned()) } else { (earlier, word.to_owned()) };
        }
    };
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        if c == closing {
            depth += 1;
        } else if c == open {
            depth -= 1;
            if depth == 0 {
                let (earlier, word) = split_word(&text[..at]);
                let segment = if word.is_empty() { "?".to_owned() } else { format!("{word}{mark}") };
                return (earlier, segment);
            }
        }
    }
    (text, "?".to_owned())
}

/// The identifier at the end of `text`, and the text before it.
fn split_word(text: &str) -> (&str, &str) {
    let start = text
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
        .last()
        .map_or(text.len(), |(at, _)| at);
    text.split_at(start)
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn a_call_among_tokens_has_its_receiver() {
        for (text, chain) in [
            ("x, order.total", Some("order.total()")),
            ("self.items[0].price", Some("self.items[].price()")),
            ("a + Foo::new(1, (2)).run", Some("Foo.new().run()")),
            ("load(path)?.len", Some("load().len()")),
            ("(a + b).max", Some("?.max()")),
            ("vec!", Some("vec!()")),
            ("0..len", Some("len()")),
            ("a + ", None),
            ("if", None),
            ("fn helper", None),
            ("", None),
            ("ä.größe", Some("ä.größe()")),
        ] {
            assert_eq!(called(text).as_deref(), chain, "{text}");
        }
    }
}
