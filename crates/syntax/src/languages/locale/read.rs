//! The keys and texts of a translation, in the formats that frameworks use.

use super::path::is_language;
use crate::languages::Outline;
use crate::languages::keys::unquote;
use crate::languages::sections::lines;
use crate::traits::Kind;

/// Texts of one file.
const MOST: usize = 10_000;
const TEXT_BYTES: usize = 300;
const KEY_BYTES: usize = 200;
/// How deep keys are nested in each other.
const MOST_NESTED: usize = 16;

/// Reads a translation; the format is known by its shape.
pub(super) fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut texts = Texts { sink, left: MOST };
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with('{') {
        json(text, &mut texts);
    } else if start.starts_with('<') {
        xml(text, &mut texts);
    } else if text.contains("\nmsgid \"") || start.starts_with("msgid \"") {
        po(text, &mut texts);
    } else if is_yaml(start) {
        yaml(text, &mut texts);
    } else {
        pairs(text, &mut texts);
    }
}

/// Where texts are put, up to a bound.
struct Texts<'a> {
    sink: &'a mut dyn FnMut(Outline),
    left: usize,
}

impl Texts<'_> {
    fn put(&mut self, key: &str, text: &str, span: (usize, usize)) {
        let key = &key[..key.floor_char_boundary(KEY_BYTES)];
        let text = text.trim();
        if self.left == 0 || key.is_empty() || !text.contains(char::is_alphabetic) {
            return;
        }
        self.left -= 1;
        let doc = text[..text.floor_char_boundary(TEXT_BYTES)].to_owned();
        let name = key.to_owned();
        let signature = format!("{name}: {}", doc.lines().next().unwrap_or(""));
        let (start, end) = span;
        (self.sink)(Outline { kind: Kind::Section, name, depth: 1, start, body: start, end, signature, doc });
    }
}

/// The key at the top of a file may be its language.
fn full_key(open: &[(usize, String)]) -> String {
    let mut names: Vec<&str> = open.iter().map(|(_, name)| name.as_str()).collect();
    if names.len() > 1 && is_language(names[0]) {
        names.remove(0);
    }
    names.join(".")
}

fn is_yaml(start: &str) -> bool {
    let mut lines =
        start.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(|line| line == "---" || line.ends_with(':') || line.contains(": "))
}

/// By lines and indentation: translations have no anchors, and may be large.
fn yaml(text: &str, texts: &mut Texts<'_>) {
    let lines = lines(text);
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        let trimmed = line.text.trim_start();
        let Some((key, value)) = pair(trimmed) else { continue };
        let indent = line.indent();
        open.retain(|(other, _)| *other < indent);
        if open.len() >= MOST_NESTED {
            continue;
        }
        open.push((indent, key));
        let deeper = |at: usize| lines.get(at).is_some_and(|next| next.is_blank() || next.indent() > indent);
        let value = value.trim();
        let start = line.start + indent;
        if value.starts_with(['|', '>']) {
            let first = at;
            while deeper(at) {
                at += 1;
            }
            let words: Vec<&str> = lines[first..at].iter().map(|line| line.text.trim()).collect();
            texts.put(&full_key(&open), &words.join(" "), (start, lines[at - 1].end));
        } else if !value.is_empty() {
            texts.put(&full_key(&open), &unquote(value), (start, line.end));
        }
    }
}

/// A key and the rest of a line of YAML.
fn pair(line: &str) -> Option<(String, &str)> {
    if line.starts_with(['#', '-', '&', '*', '{', '[']) {
        return None;
    }
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = line[1..].find(quote)? + 1;
        return Some((line[1..end].to_owned(), line[end + 1..].trim_start().strip_prefix(':')?));
    }
    let (key, value) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))?;
    (!key.contains(' ')).then(|| (key.to_owned(), value))
}

/// Strings of an object of objects.
fn json(text: &str, texts: &mut Texts<'_>) {
    let bytes = text.as_bytes();
    let mut open: Vec<(usize, String)> = Vec::new();
    let (mut at, mut depth) = (0, 0usize);
    // The string that may turn out to be a key, and where it starts.
    let mut last: Option<(usize, String)> = None;
    let mut is_value = false;
    while at < bytes.len() && texts.left > 0 {
        match bytes[at] {
            b'"' => {
                let start = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let string = unquote(text.get(start..(at + 1).min(bytes.len())).unwrap_or(""));
                if is_value {
                    let from = open.last().map_or(start, |_| start);
                    texts.put(&full_key(&open), &string, (from, (at + 1).min(bytes.len())));
                    is_value = false;
                } else {
                    last = Some((start, string));
                }
            }
            b':' => {
                if let Some((_, key)) = last.take() {
                    open.retain(|(other, _)| *other < depth);
                    if open.len() < MOST_NESTED && !key.starts_with('@') {
                        open.push((depth, key));
                        is_value = true;
                    }
                }
            }
            b'{' | b'[' => {
                depth += 1;
                is_value = false;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                open.retain(|(other, _)| *other <= depth);
                is_value = false;
            }
            b',' => is_value = false,
            _ => {}
        }
        at += 1;
    }
}

/// `msgid "…"` with its `msgstr`; of a template, the text is its own key.
fn po(text: &str, texts: &mut Texts<'_>) {
    let mut key: Option<(usize, String)> = None;
    for line in lines(text) {
        let trimmed = line.text.trim();
        if let Some(id) = trimmed.strip_prefix("msgid ") {
            key = Some((line.start, unquote(id)));
        } else if let Some(id) = trimmed.strip_prefix('"').filter(|_| key.is_some()) {
            if let Some((_, key)) = &mut key {
                key.push_str(&unquote(&format!("\"{id}")));
            }
        } else if let Some(value) = trimmed.strip_prefix("msgstr")
            && let Some((start, key)) = key.take()
        {
            let value = unquote(value.trim_start_matches(|c: char| c != '"'));
            let shown = if value.is_empty() { key.clone() } else { value };
            texts.put(&key, &shown, (start, line.end));
        }
    }
}

/// `<string name="key">text</string>`, `<data name="key"><value>text</value>`, `<trans-unit id="key">`.
fn xml(text: &str, texts: &mut Texts<'_>) {
    for mark in [" name=\"", " id=\""] {
        for (at, _) in text.match_indices(mark) {
            let start = at + mark.len();
            let Some(end) = text[start..].find('"').map(|end| start + end) else { return };
            let rest = &text[end..text.floor_char_boundary(end + 1_000)];
            let mut words = String::new();
            for part in rest.split('>').skip(1) {
                let (inner, tag) = part.split_once('<').unwrap_or((part, ""));
                words.push_str(inner.trim());
                let is_end = ["/string", "/value", "/source", "/data"].iter().any(|end| tag.starts_with(end));
                if is_end || words.len() > TEXT_BYTES {
                    break;
                }
            }
            texts.put(&text[start..end], &words, (at, end));
        }
    }
}

/// `key = text`, `"key" = "text";`, `key: text`.
fn pairs(text: &str, texts: &mut Texts<'_>) {
    for line in lines(text) {
        let trimmed = line.text.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', '!', '/', '*', ';']) {
            continue;
        }
        let Some((key, value)) = trimmed.split_once('=').or_else(|| trimmed.split_once(':')) else {
            continue;
        };
        let value = value.trim().trim_end_matches(';');
        texts.put(&unquote(key.trim()), &unquote(value), (line.start, line.end));
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn texts(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        read(text, &mut |one| found.push(format!("{} {}", one.name, one.doc)));
        found
    }

    #[test]
    fn every_format_gives_keys_and_texts() {
        for text in [
            "en:\n  users:\n    # a comment\n    expiry_reminder: \"Remind me before it expires\"\n    count: 3\n",
            "{\"users\": {\"expiry_reminder\": \"Remind me before it expires\", \"n\": 3, \"l\": [1]}}",
            "users.expiry_reminder = Remind me before it expires\n",
            "/* c */\n\"users.expiry_reminder\" = \"Remind me before it expires\";\n",
            "<resources>\n<string name=\"users.expiry_reminder\">Remind me before it expires</string>\n</resources>\n",
            "<root>\n<data name=\"users.expiry_reminder\">\n<value>Remind me before it expires</value>\n</data>\n</root>\n",
            "msgid \"\"\nmsgstr \"\"\n\nmsgid \"users.expiry_reminder\"\nmsgstr \"Remind me before it expires\"\n",
            "de:\n  users:\n    expiry_reminder: >\n      Remind me before\n      it expires\n",
        ] {
            assert_eq!(texts(text), ["users.expiry_reminder Remind me before it expires"], "{text}");
        }
    }

    #[test]
    fn keys_are_the_full_path_without_the_language() {
        let text = "{\"a\": {\"b\": {\"c\": \"one text\"}, \"d\": \"two texts\"}, \"e\": \"three texts\"}";
        assert_eq!(texts(text), ["a.b.c one text", "a.d two texts", "e three texts"]);
    }
}
