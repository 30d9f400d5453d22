//! `go.mod`: the module's own path, what it requires and replaces.

use super::keys::Keys;
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static GOMOD: Language = Language {
    name: "gomod",
    extensions: &[],
    file_names: &["go.mod", "go.work"],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Outline(read),
};

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut keys = Keys::new(sink);
    let mut at = 0;
    let mut in_block = false;
    for raw in text.split_inclusive('\n') {
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        let line = raw.split("//").next().unwrap_or("").trim();
        let end = start + line.len();
        if in_block {
            in_block = line != ")";
            if in_block {
                entry(line, (start, end), &mut keys);
            }
        } else if let Some(word) = line.strip_suffix('(') {
            let closing = text[at..].find("\n)").map_or(text.len(), |close| at + close + 2);
            keys.put(1, word.trim(), (start, closing), word.trim(), "");
            in_block = true;
        } else if let Some((word, rest)) = line.split_once([' ', '\t']) {
            let value = rest.trim().trim_matches('"');
            if matches!(word, "require" | "replace" | "exclude" | "retract" | "use" | "tool") {
                keys.put(1, word, (start, end), word, "");
                entry(value, (start, end), &mut keys);
            } else {
                keys.put(1, word, (start, end), line, value);
            }
        }
    }
}

/// `path version` or `path => path version`.
fn entry(line: &str, span: (usize, usize), keys: &mut Keys<'_>) {
    let (name, value) = match line.split_once("=>") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => line.split_once([' ', '\t']).map_or((line, ""), |(name, value)| (name, value.trim())),
    };
    keys.put(2, name, span, line, value);
}
