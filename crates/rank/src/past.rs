//! The history of a repository: messages of commits, and the current symbols that each changed.
//!
//! [`fathom_history`] reads commits, lines and messages; this module maps them to the graph.

use crate::pool::is_answer;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_history::{ChangedLines, Commit, Messages, PathId, Timeline};
use fathom_text::{Index, Query};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The past of a repository, newest commit first.
pub struct Past<'a> {
    /// The commits.
    pub commits: &'a [Commit],
    messages: Messages<'a>,
    timeline: Timeline<'a>,
    /// For each path of the timeline, the current file.
    files: Vec<Option<FileId>>,
    /// For each current file that changed, its path in the timeline.
    paths: FxHashMap<FileId, PathId>,
    /// For each commit, the current symbols that it changed: followed when a question first needs them,
    /// since the lines of a commit are the same for every question.
    touched: Box<[OnceLock<Box<[SymbolId]>>]>,
}

/// A current symbol that a commit changed.
pub(crate) struct ChangedSymbol {
    pub(crate) commit: usize,
    pub(crate) symbol: SymbolId,
}

impl<'a> Past<'a> {
    /// The history of the current files; `words` are those of the commits' messages.
    pub fn new(graph: &Graph<'_>, commits: &'a [Commit], words: Index<'a>) -> Past<'a> {
        let timeline = Timeline::new(commits);
        let files: Vec<Option<FileId>> = timeline.paths().map(|(_, path)| graph.file_at(path)).collect();
        let ids = timeline.paths().map(|(id, _)| id);
        let paths = files.iter().zip(ids).filter_map(|(file, id)| Some(((*file)?, id))).collect();
        let touched = commits.iter().map(|_| OnceLock::new()).collect();
        Past { commits, messages: Messages::new(commits.len(), words), timeline, files, paths, touched }
    }

    /// Commits whose messages match, best first, as shares of the best.
    pub fn matching(&self, query: &Query, limit: usize) -> Vec<(usize, f32)> {
        self.messages.nearest(query, limit)
    }

    /// The current symbols that these commits changed, newest commit first.
    pub(crate) fn touched(&self, graph: &Graph<'_>, commits: &[usize]) -> Vec<ChangedSymbol> {
        self.follow(
            graph,
            commits.iter().copied().filter(|one| self.touched[*one].get().is_none()).collect(),
        );
        let mut newest_first = commits.to_vec();
        newest_first.sort_unstable();
        newest_first.dedup();
        let mut touched = Vec::new();
        for commit in newest_first {
            let symbols = self.touched[commit].get().into_iter().flatten();
            touched.extend(symbols.map(|symbol| ChangedSymbol { commit, symbol: *symbol }));
        }
        touched
    }

    /// Finds the symbols that commits changed. The lines of all are followed at once, which costs as much
    /// as following those of one.
    fn follow(&self, graph: &Graph<'_>, commits: Vec<usize>) {
        if commits.is_empty() {
            return;
        }
        let lines = |path: PathId| Some(last_line(graph, self.files[path.index()]?));
        let mut symbols: FxHashMap<usize, Vec<SymbolId>> = FxHashMap::default();
        for changed in self.timeline.changed_lines(&commits, lines) {
            let Some(file) = self.files[changed.path.index()] else { continue };
            symbols.entry(changed.commit).or_default().extend(changed_symbols(graph, file, &changed));
        }
        for commit in commits {
            // Another thread may have been first; it found the same.
            let _ = self.touched[commit].set(symbols.remove(&commit).unwrap_or_default().into());
        }
    }

    /// The commits that changed the lines of a symbol, newest first.
    pub fn changes_of(&self, graph: &Graph<'_>, symbol: SymbolId, limit: usize) -> Vec<&'a Commit> {
        let file = graph.file_of(symbol);
        let Some(path) = self.paths.get(&file).copied() else { return Vec::new() };
        let changes = self.timeline.changes().filter(|change| change.path == Some(path));
        let commits: Vec<usize> = changes.map(|change| change.commit).collect();
        // Lines of other files need no following.
        let lines = |other: PathId| (other == path).then(|| last_line(graph, file));
        let definition = graph.definition(symbol);
        let is_inside = |changed: &ChangedLines| {
            let overlaps = |lines: &std::ops::Range<u32>| {
                lines.start < definition.end_line && lines.end >= definition.line
            };
            changed.path == path && changed.lines.iter().any(overlaps)
        };
        let changed = self.timeline.changed_lines(&commits, lines);
        let mut found: Vec<usize> =
            changed.iter().filter(|one| is_inside(one)).map(|one| one.commit).collect();
        // A commit that created the file has no hunks; it created the symbol too, unless a later one did.
        if symbol == graph.file_symbol(file) {
            found = commits;
        }
        found.dedup();
        found.into_iter().take(limit).map(|commit| &self.commits[commit]).collect()
    }

    /// The commits of a file as a share of the busiest file's, and the age of the newest, from 0
    /// (today) to 1 (before the log begins).
    pub(crate) fn churn(&self, file: FileId) -> (f32, f32) {
        let known = self.paths.get(&file).map(|path| self.timeline.churn(*path));
        let age = known.map_or(1.0, |churn| churn.newest as f32 / self.commits.len().max(1) as f32);
        let count = known.map_or(0, |churn| churn.changes) as f32;
        (count.ln_1p() / (self.timeline.most_changes() as f32).ln_1p().max(f32::MIN_POSITIVE), age)
    }
}

/// Files that changed together with another.
impl Past<'_> {
    /// The files of today that the commits of each file changed too, with the share of those commits
    /// that did; nothing for a file that no commit changed.
    pub fn changed_with(&self, files: &[FileId]) -> Vec<(FileId, Vec<(FileId, f32)>)> {
        let known: Vec<(FileId, PathId)> =
            files.iter().filter_map(|file| Some((*file, *self.paths.get(file)?))).collect();
        let paths: Vec<PathId> = known.iter().map(|(_, path)| *path).collect();
        let of_today = |shares: Vec<(PathId, f32)>| {
            let mut files: BTreeMap<FileId, f32> = BTreeMap::new();
            for (path, share) in shares {
                if let Some(file) = self.files[path.index()] {
                    *files.entry(file).or_default() += share;
                }
            }
            files.into_iter().collect()
        };
        let counted = self.timeline.changed_with(&paths).into_iter().map(of_today);
        known.iter().map(|(file, _)| *file).zip(counted).collect()
    }
}

fn last_line(graph: &Graph<'_>, file: FileId) -> u32 {
    graph.definition(graph.file_symbol(file)).end_line
}

fn changed_symbols(graph: &Graph<'_>, file: FileId, changed: &ChangedLines) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    let mut known = 0..=0;
    for line in changed.lines.iter().cloned().flatten() {
        let line = line + 1;
        if known.contains(&line) {
            continue;
        }
        let innermost = graph.innermost_until(file, line);
        known = line..=innermost.map_or(line, |(_, last)| last);
        let innermost = innermost.map(|(symbol, _)| symbol).filter(|symbol| is_answer(graph, *symbol));
        if let Some(symbol) = innermost.filter(|symbol| !symbols.contains(symbol)) {
            symbols.push(symbol);
        }
    }
    symbols
}
