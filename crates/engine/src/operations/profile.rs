//! `profile`: what the page of a symbol shows beside `show`.
//!
//! It is not an operation of the protocol: the web pages put it beside the code. Every list is bounded.

use super::named;
use crate::source_text::SourceText;
use crate::{EngineError, View};
use fathom_graph::{FileId, SymbolId, impact};
use fathom_protocol::Relation;
use fathom_protocol::show::Response as Show;
use fathom_syntax::Flags;
use std::collections::BTreeMap;

/// References in a row between a test and the symbol.
const TEST_DEPTH: u32 = 4;
/// Most tests.
const MOST_TESTS: usize = 12;
/// Most commits.
const MOST_CHANGES: usize = 12;
/// Files that are read for the lines of callers.
const MOST_FILES: usize = 60;
/// The longest line that is shown as evidence, in bytes.
const MOST_BYTES: usize = 240;

/// Facts about a symbol besides its code and its relations.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The nearest tests that reach it.
    pub tests: Vec<ReachingTest>,
    /// How many tests reach it.
    pub test_count: usize,
    /// The latest commits that changed its lines, newest first.
    pub changes: Vec<RecentChange>,
    /// The text of lines that are evidence of relations, by path and line.
    pub lines: BTreeMap<(String, u32), String>,
}

/// A test that reaches a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachingTest {
    /// `path::name`.
    pub id: String,
    /// Its qualified name.
    pub name: String,
    /// The file, from the root of the repository.
    pub path: String,
    /// First line.
    pub line: u32,
    /// References between it and the symbol.
    pub depth: u32,
    /// Probability that the path between them is right.
    pub confidence: f32,
}

/// A commit that changed a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentChange {
    /// Its id.
    pub commit: String,
    /// When it was written, in seconds since 1970.
    pub time: i64,
    /// Who wrote it.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
}

/// The profile of the symbol in an answer of `show`.
pub fn run(view: &View<'_>, show: &Show) -> Result<Profile, EngineError> {
    let graph = view.graph;
    let symbol = named::meaning(view, &show.symbol.id)?.symbol;
    let options = impact::Options { depth: TEST_DEPTH, ..impact::Options::default() };
    let is_test = |one: &SymbolId| graph.flags(*one).has(Flags::TEST) && graph.kind(*one).is_callable();
    let reached = impact::impact(graph, &[symbol], &options);
    let reaching: Vec<&impact::Impacted> = reached.iter().filter(|one| is_test(&one.symbol)).collect();
    let test = |one: &&impact::Impacted| ReachingTest {
        id: graph.id(one.symbol),
        name: graph.qualified_name(one.symbol),
        path: graph.path(one.symbol).to_owned(),
        line: graph.definition(one.symbol).line,
        depth: one.depth,
        confidence: one.confidence,
    };
    let commits = view.past().map(|past| past.changes_of(graph, symbol, MOST_CHANGES)).unwrap_or_default();
    let change = |commit: &fathom_history::Commit| RecentChange {
        commit: commit.id.clone(),
        time: commit.author_time,
        author: commit.author.name.clone(),
        subject: commit.message.lines().next().unwrap_or_default().to_owned(),
    };
    view.check_wanted()?;
    Ok(Profile {
        tests: reaching.iter().take(MOST_TESTS).map(test).collect(),
        test_count: reaching.len(),
        changes: commits.into_iter().map(change).collect(),
        lines: evidence(view, show.callers.iter().chain(&show.callees)),
    })
}

/// The lines that relations name as their evidence; those of files that changed are left out.
fn evidence<'r>(
    view: &View<'_>,
    relations: impl Iterator<Item = &'r Relation>,
) -> BTreeMap<(String, u32), String> {
    let mut texts: BTreeMap<FileId, Option<SourceText>> = BTreeMap::new();
    let mut lines = BTreeMap::new();
    for relation in relations {
        let Some(file) = view.graph.file_at(&relation.path) else { continue };
        if !texts.contains_key(&file) && texts.len() >= MOST_FILES {
            continue;
        }
        let text = texts.entry(file).or_insert_with(|| SourceText::read(view, file));
        let line = text.as_ref().and_then(|text| text.lines(relation.line as usize, relation.line as usize));
        if let Some(line) = line {
            let line = line.trim();
            let cut = &line[..line.floor_char_boundary(MOST_BYTES)];
            lines.insert((relation.path.clone(), relation.line), cut.to_owned());
        }
    }
    lines
}
