//! Facts of languages that are read as an outline: prose sections, plain keys.

use super::file_definition;
use super::mentions::mentions;
use super::places::Scopes;
use crate::detect::is_test_path;
use crate::facts::{Definition, Facts, ReferenceKind};
use crate::languages::Outline;
use crate::traits::Flags;
use rustc_hash::{FxHashMap, FxHashSet};

/// The first paragraph of a section, at most.
const PARAGRAPH_BYTES: usize = 400;
/// A shorter one takes the next along.
const SHORT_PARAGRAPH: usize = 60;
/// Mentions of code that one section may make.
const MENTIONS: usize = 200;

/// Facts of configuration: each key's doc is its value.
pub(super) fn keys(found: &[Outline], path: &str, text: &str) -> Facts {
    let mut facts = nested(found, path, text);
    for (index, one) in found.iter().enumerate() {
        facts.definitions[index + 1].doc = facts.intern(&one.doc);
    }
    facts
}

/// Facts of a text without a grammar: what looks like a definition, with the comment above it.
pub(super) fn unparsed(found: &[Outline], path: &str, text: &str) -> Facts {
    let mut facts = keys(found, path, text);
    for definition in &mut facts.definitions {
        definition.add_flags(Flags::UNPARSED);
    }
    facts
}

/// Facts of a translation: each key is a section whose doc is its text.
pub(super) fn locale(found: &[Outline], path: &str, text: &str) -> Facts {
    let mut facts = keys(found, path, text);
    for definition in facts.definitions.iter_mut().skip(1) {
        definition.add_flags(Flags::LOCALE);
    }
    facts
}

/// Facts of prose: each section's doc is its first paragraph, and the names of
/// code in its text are references.
pub(super) fn prose(found: &[Outline], path: &str, text: &str) -> Facts {
    let mut facts = nested(found, path, text);
    let scopes = Scopes::new(&facts.definitions);
    let ends = scopes.stretches().iter().skip(1).map(|next| next.0 as usize).chain([text.len()]);
    let mut seen: FxHashSet<(u32, String)> = FxHashSet::default();
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    let (mut at, mut line) = (0, 1);
    for (&(start, owner), end) in scopes.stretches().iter().zip(ends) {
        let stretch = text.get(start as usize..end).unwrap_or("");
        line += newlines(text, at, start as usize);
        at = start as usize;
        let body = found.get((owner as usize).wrapping_sub(1)).map_or(at, |one| one.body.max(at));
        if facts.definitions[owner as usize].doc == 0 {
            let paragraph = first_paragraph(text.get(body..end).unwrap_or(""));
            facts.definitions[owner as usize].doc = facts.intern(&paragraph);
        }
        let (mut counted, mut here) = (0, line);
        mentions(stretch, &mut |receiver, name, offset| {
            let count = counts.entry(owner).or_default();
            if *count < MENTIONS && seen.insert((owner, format!("{receiver}.{name}"))) {
                *count += 1;
                here += newlines(stretch, counted, offset);
                counted = offset;
                facts.reference(ReferenceKind::Read, receiver, name, owner, here);
            }
        });
    }
    facts
}

/// The first paragraph of words; a short one ("Released today.") takes the next along.
fn first_paragraph(body: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<&str> = None;
    let (mut fresh, mut skipping) = (true, false);
    for line in body.lines().map(str::trim) {
        if let Some(open) = fence {
            fence = fence.filter(|_| !line.starts_with(open));
            continue;
        }
        if line.starts_with("```") || line.starts_with("~~~") {
            fence = line.get(..3);
            continue;
        }
        if line.is_empty() {
            if out.len() >= SHORT_PARAGRAPH {
                break;
            }
            (fresh, skipping) = (true, false);
            continue;
        }
        skipping = skipping && !fresh || fresh && !has_words(line);
        fresh = false;
        if !skipping && line.contains(char::is_alphanumeric) {
            out.push_str(line);
            out.push(' ');
        }
        if out.len() > PARAGRAPH_BYTES {
            break;
        }
    }
    out.truncate(out.floor_char_boundary(PARAGRAPH_BYTES));
    out.truncate(out.trim_end().len());
    out
}

/// Images, badges, directives and their options, tables and rules contain no sentence.
fn has_words(line: &str) -> bool {
    let option = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    line.starts_with(|c: char| c.is_alphanumeric() || "`*_:\"'(-+@".contains(c))
        && line.contains(char::is_alphanumeric)
        && option.is_none_or(|(_, after)| after.starts_with('`'))
}

/// The file and what the outline found, nested by depth.
fn nested(found: &[Outline], path: &str, text: &str) -> Facts {
    let mut facts = Facts::new();
    let mut file = file_definition(&mut facts, path, text);
    if is_test_path(path) {
        file.add_flags(Flags::TEST);
    }
    facts.definitions.push(file);
    let ends = ends(found, text.len());

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
        if facts.definitions[0].flags().has(Flags::TEST) {
            definition.add_flags(Flags::TEST);
        }
        open.push((one.depth, facts.definitions.len() as u32));
        facts.definitions.push(definition);
    }
    facts
}

/// A section ends where the next one that is not deeper starts, unless it has an end of its own before that.
fn ends(found: &[Outline], len: usize) -> Vec<usize> {
    let mut ends: Vec<usize> = found.iter().map(|one| one.end.min(len)).collect();
    let mut open: Vec<usize> = Vec::new();
    for (index, one) in found.iter().enumerate() {
        while let Some(&top) = open.last().filter(|&&top| found[top].depth >= one.depth) {
            ends[top] = ends[top].min(one.start);
            open.pop();
        }
        open.push(index);
    }
    ends
}

fn newlines(text: &str, start: usize, end: usize) -> u32 {
    text.as_bytes().get(start..end).map_or(0, |bytes| memchr::memchr_iter(b'\n', bytes).count() as u32)
}
