//! Dockerfiles: build stages, arguments and variables.

use super::sections::lines;
use super::{Language, NameRules, Outline, Reader, Spelling};
use crate::traits::Kind;

pub(super) static DOCKERFILE: Language = Language {
    name: "dockerfile",
    extensions: &["dockerfile", "containerfile"],
    file_names: &["Dockerfile", "Containerfile", "Dockerfile.dev", "Dockerfile.prod", "Dockerfile.test"],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Outline(read),
};

/// Stages and variables of one file.
const MOST: usize = 500;
const SIGNATURE_CHARS: usize = 160;

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut doc = String::new();
    let mut has_stage = false;
    for line in lines(text).into_iter().take(MOST * 10) {
        if let Some(comment) = line.text.strip_prefix('#') {
            doc.push_str(comment.trim());
            doc.push('\n');
            continue;
        }
        let doc = std::mem::take(&mut doc).trim_end().to_owned();
        let mut words = line.text.split_whitespace();
        let instruction = words.next().unwrap_or("").to_ascii_uppercase();
        let (kind, name) = match instruction.as_str() {
            "FROM" => {
                has_stage = true;
                let mut words = words.filter(|word| !word.starts_with("--"));
                let image = words.next().unwrap_or("");
                let is_named = words.next().is_some_and(|word| word.eq_ignore_ascii_case("as"));
                (Kind::Module, words.next().filter(|_| is_named).unwrap_or(image))
            }
            "ARG" | "ENV" => (Kind::Variable, words.next().unwrap_or("").split('=').next().unwrap_or("")),
            _ => continue,
        };
        if name.is_empty() {
            continue;
        }
        sink(Outline {
            kind,
            name: name.to_owned(),
            depth: if kind == Kind::Module || !has_stage { 1 } else { 2 },
            start: line.start,
            body: line.end,
            end: if kind == Kind::Module { usize::MAX } else { line.end },
            signature: line.text.chars().take(SIGNATURE_CHARS).collect(),
            doc,
        });
    }
}
