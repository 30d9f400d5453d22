//! From text to facts: runs a language's grammar and query and nests what they
//! capture.
//!
//! `collect` turns query matches into loose findings, `assemble` nests them
//! and writes [`Facts`]. Nothing here depends on a particular language.

mod assemble;
mod call_sites;
mod closure;
mod collect;
mod compile;
mod held;
mod mentions;
mod outline;
mod places;
mod shadows;
mod signature;
mod sites;
mod source;

pub use compile::Role;
pub use source::{Draft, ImportSink, Source};

use crate::facts::{Definition, Facts};
use crate::languages::{Language, Reader, by_name};
use crate::traits::Kind;
use compile::compiled;
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, Parser, Tree};

/// Limit of the parser's progress callbacks per byte of text. Real code stays far below; error
/// recovery on hostile text does not. A count, not a clock, so that the same text always gives the
/// same facts. The parser calls back between its own steps, error recovery included. It does not
/// call back inside of a grammar's external scanner: one that loops without end, as at the end of
/// the text, cannot be stopped from here. `tests/hostile.rs` tries every grammar on cut and random
/// text for that reason.
const PARSE_STEPS_PER_BYTE: usize = 16;
const PARSE_STEPS_FLOOR: usize = 100_000;

/// Longer configuration is data (lock files, fixtures): only its head is read.
const TREE_BYTES: usize = 512 * 1024;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The facts of one file. Never fails: text that the grammar cannot place is
/// passed over, and the file itself is always a definition.
pub fn extract(language: &'static Language, path: &str, text: &str) -> Facts {
    match &language.reader {
        Reader::Grammar(grammar) | Reader::Expanding(grammar, _) => {
            let Some(compiled) = compiled(language) else { return bare_file(path, text) };
            let prepared = grammar.prepare.map_or(std::borrow::Cow::Borrowed(text), |prepare| prepare(text));
            match parse(&compiled.language, &prepared) {
                Some(tree) => {
                    let source = Source::new(text, compiled);
                    let findings = collect::collect(compiled, language, &tree, &source);
                    assemble::assemble(grammar, path, &source, &tree, findings)
                }
                None => bare_file(path, text),
            }
        }
        Reader::Tree(grammar, read) => {
            let head = whole_lines(text, TREE_BYTES);
            let Some(tree) = parse(&tree_sitter::Language::new(*grammar), head) else {
                return bare_file(path, text);
            };
            let mut found = Vec::new();
            read(tree.root_node(), head, &mut |one| found.push(one));
            let mut facts = outline::keys(&found, path, text);
            if tree.root_node().has_error() {
                facts.mark_errors();
            }
            facts
        }
        Reader::Outline(read) => {
            let mut found = Vec::new();
            read(text, &mut |one| found.push(one));
            outline::keys(&found, path, text)
        }
        Reader::Prose(read) => {
            let mut found = Vec::new();
            read(text, &mut |one| found.push(one));
            outline::prose(&found, path, text)
        }
        Reader::Text(read) => {
            let mut found = Vec::new();
            read(text, &mut |one| found.push(one));
            outline::unparsed(&found, path, text)
        }
        Reader::Locale(read) => {
            let mut found = Vec::new();
            read(text, &mut |one| found.push(one));
            outline::locale(&found, path, text)
        }
        Reader::Embedded(mask) => {
            let embedded = mask(text);
            match by_name(embedded.language) {
                Some(inner) if !matches!(inner.reader, Reader::Embedded(_)) => {
                    extract(inner, path, &embedded.text)
                }
                _ => bare_file(path, text),
            }
        }
    }
}

/// Parses and throws the tree away: the floor that indexing speed is measured
/// against. Returns the number of syntax nodes, so that nothing is optimised out.
pub fn parse_only(language: &'static Language, text: &str) -> usize {
    match &language.reader {
        Reader::Grammar(_) | Reader::Expanding(..) => compiled(language)
            .and_then(|compiled| parse(&compiled.language, text))
            .map_or(0, |tree| tree.root_node().descendant_count()),
        Reader::Tree(grammar, _) => {
            parse(&tree_sitter::Language::new(*grammar), whole_lines(text, TREE_BYTES))
                .map_or(0, |tree| tree.root_node().descendant_count())
        }
        Reader::Embedded(mask) => {
            let embedded = mask(text);
            match by_name(embedded.language) {
                Some(inner) if !matches!(inner.reader, Reader::Embedded(_)) => {
                    parse_only(inner, &embedded.text)
                }
                _ => 0,
            }
        }
        Reader::Outline(read) | Reader::Prose(read) | Reader::Text(read) | Reader::Locale(read) => {
            let mut count = 0;
            read(text, &mut |_| count += 1);
            count
        }
    }
}

pub(crate) fn parse(language: &tree_sitter::Language, text: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(language).ok()?;
        let bytes = text.as_bytes();
        let mut left = PARSE_STEPS_FLOOR + bytes.len() * PARSE_STEPS_PER_BYTE;
        let mut progress = |_: &tree_sitter::ParseState| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree =
            parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options));
        if tree.is_none() {
            parser.reset();
        }
        tree
    })
}

/// The first lines of a text, up to `bytes`.
fn whole_lines(text: &str, bytes: usize) -> &str {
    if text.len() <= bytes {
        return text;
    }
    let head = &text[..text.floor_char_boundary(bytes)];
    head.rfind('\n').map_or(head, |end| &head[..=end])
}

/// Definition 0: the file itself.
fn file_definition(facts: &mut Facts, path: &str, text: &str) -> Definition {
    let mut file = Definition::new(Kind::File);
    let name = path.rsplit('/').next().unwrap_or(path);
    file.name = facts.intern(name);
    file.line = 1;
    file.end_line = (memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32
        + u32::from(!text.ends_with('\n')))
    .max(1);
    file.end = text.len() as u32;
    file
}

fn bare_file(path: &str, text: &str) -> Facts {
    let mut facts = Facts::new();
    let file = file_definition(&mut facts, path, text);
    facts.definitions.push(file);
    facts.mark_errors();
    facts
}
