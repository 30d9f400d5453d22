//! Facts of languages that are read as an outline: prose sections, plain keys.

use super::file_definition;
use crate::detect::is_test_path;
use crate::facts::{Definition, Facts, Flags};
use crate::languages::Outline;

pub(super) fn outline(read: fn(&str, &mut dyn FnMut(Outline)), path: &str, text: &str) -> Facts {
    let mut facts = Facts::new();
    let mut file = file_definition(&mut facts, path, text);
    if is_test_path(path) {
        file.add_flags(Flags::TEST);
    }
    facts.definitions.push(file);

    let mut found: Vec<Outline> = Vec::new();
    read(text, &mut |outline| found.push(outline));
    let ends = ends(&found, text.len());

    let mut open: Vec<(u32, u32)> = Vec::new();
    let (mut at, mut line) = (0, 1);
    for (one, end) in found.iter().zip(ends) {
        open.retain(|(depth, _)| *depth < one.depth);
        line += newlines(text, at, one.start);
        at = one.start;
        let mut definition = Definition::new(one.kind);
        definition.name = facts.intern(&one.name);
        definition.parent = open.last().map_or(0, |(_, index)| *index);
        definition.start = one.start as u32;
        definition.end = end as u32;
        definition.line = line;
        let body = text.get(one.start..end).unwrap_or("").trim_end();
        definition.end_line = line + newlines(body, 0, body.len());
        definition.signature =
            facts.intern(if one.signature.is_empty() { &one.name } else { &one.signature });
        open.push((one.depth, facts.definitions.len() as u32));
        facts.definitions.push(definition);
    }
    facts
}

/// A section ends where the next one that is not deeper starts.
fn ends(found: &[Outline], len: usize) -> Vec<usize> {
    let mut ends = vec![len; found.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, one) in found.iter().enumerate() {
        while let Some(&top) = open.last().filter(|&&top| found[top].depth >= one.depth) {
            ends[top] = one.start;
            open.pop();
        }
        open.push(index);
    }
    ends
}

fn newlines(text: &str, start: usize, end: usize) -> u32 {
    text.as_bytes().get(start..end).map_or(0, |bytes| memchr::memchr_iter(b'\n', bytes).count() as u32)
}
