//! What a repository's past says: messages of commits, and what each changed.
//!
//! A commit knows the lines it changed in its own version of a file. Which
//! symbol of today that was is found by following the lines through all later
//! commits; only for the commits that matched a task, since few do.

mod lines;

use crate::pool::is_answer;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_history::{Commit, FileChange};
use fathom_text::{Bag, Document, Index, Query, SearchOptions, Tokenizer, bag};
use lines::LineMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// The past of a repository, newest commit first.
pub struct Past<'a> {
    /// What happened.
    pub commits: &'a [Commit],
    /// The words of the messages; the number of a document is that of its commit.
    words: Index<'a>,
    /// For each change of each commit, in order, the file of today.
    files: Vec<Option<FileId>>,
    /// Of each file of today, the commits that changed it and the newest of
    /// them, as its place in the log.
    churn: FxHashMap<FileId, (u32, u32)>,
    /// The commits of the file that changed most often, be it one of today or not.
    most: u32,
}

/// The words of the commits' messages, as [`Past::words`] reads them.
pub fn message_words(commits: &[Commit]) -> Bag {
    let mut text = String::new();
    let mut spans: Vec<(u32, u32)> = Vec::with_capacity(commits.len());
    for commit in commits {
        let start = text.len() as u32;
        text.push_str(&commit.message);
        spans.push((start, text.len() as u32));
        text.push('\n');
    }
    let documents: Vec<Document<'_>> = commits
        .iter()
        .zip(&spans)
        .map(|(commit, (start, end))| Document {
            start: *start,
            end: *end,
            name: commit.message.lines().next().unwrap_or_default(),
            ..Document::default()
        })
        .collect();
    bag(&mut Tokenizer::new(), &text, &documents)
}

/// A symbol of today that a commit changed.
pub(crate) struct Touched {
    pub(crate) commit: usize,
    pub(crate) symbol: SymbolId,
}

impl<'a> Past<'a> {
    /// The past as the files of today see it.
    pub fn new(graph: &Graph<'_>, commits: &'a [Commit], words: Index<'a>) -> Past<'a> {
        let mut past = Past { commits, words, files: Vec::new(), churn: FxHashMap::default(), most: 0 };
        let mut names = Names::default();
        let mut counts: FxHashMap<&str, (u32, Option<FileId>)> = FxHashMap::default();
        for (number, commit) in commits.iter().enumerate() {
            for change in &commit.changes {
                let file = change.path.as_ref().and_then(|path| {
                    let path = names.today(path);
                    let (count, file) = counts.entry(path).or_insert_with(|| (0, graph.file_at(path)));
                    *count += 1;
                    past.most = past.most.max(*count);
                    let (of_file, _) = past.churn.entry((*file)?).or_insert((0, number as u32));
                    *of_file = *count;
                    *file
                });
                past.files.push(file);
                names.step_back(change);
            }
        }
        past
    }

    /// Every change with the number of its commit and the file of today, newest first.
    fn changes(&self) -> impl Iterator<Item = (usize, &'a FileChange, Option<FileId>)> + '_ {
        let changes = self.commits.iter().enumerate();
        let changes =
            changes.flat_map(|(number, commit)| commit.changes.iter().map(move |change| (number, change)));
        changes.zip(&self.files).map(|((number, change), file)| (number, change, *file))
    }

    /// Commits whose messages match, best first, as shares of the best.
    pub(crate) fn matching(&self, query: &Query, limit: usize) -> Vec<(usize, f32)> {
        let hits = self.words.search(query, &SearchOptions { limit, ..SearchOptions::default() });
        let top = hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
        hits.iter()
            .map(|hit| (hit.symbol as usize, hit.score / top))
            .filter(|(commit, _)| *commit < self.commits.len())
            .collect()
    }

    /// The symbols of today that these commits changed.
    pub(crate) fn touched(&self, graph: &Graph<'_>, commits: &[usize]) -> Vec<Touched> {
        let wanted: FxHashSet<usize> = commits.iter().copied().collect();
        let oldest = commits.iter().copied().max().unwrap_or(0);
        let changes = || self.changes().take_while(|(number, ..)| *number <= oldest);
        // Only the lines of files that the wanted commits changed need following.
        let mut maps: FxHashMap<FileId, LineMap> = changes()
            .filter(|(number, ..)| wanted.contains(number))
            .filter_map(|(.., file)| Some((file?, LineMap::new(last_line(graph, file?)))))
            .collect();
        let mut touched = Vec::new();
        for (commit, change, file) in changes() {
            let Some((file, map)) = file.and_then(|file| Some((file, maps.get_mut(&file)?))) else {
                continue;
            };
            if wanted.contains(&commit) {
                let symbols = changed_symbols(graph, file, map, change);
                touched.extend(symbols.into_iter().map(|symbol| Touched { commit, symbol }));
            }
            map.step_back(&change.hunks);
        }
        touched
    }

    /// The commits of a file as a share of the busiest file's, and how far back
    /// the newest lies, from 0 (today) to 1 (before the log begins).
    pub(crate) fn churn(&self, file: FileId) -> (f32, f32) {
        let known = self.churn.get(&file).copied();
        let age = known.map_or(1.0, |(_, newest)| newest as f32 / self.commits.len().max(1) as f32);
        let count = known.map_or(0, |(count, _)| count) as f32;
        (count.ln_1p() / (self.most as f32).ln_1p().max(f32::MIN_POSITIVE), age)
    }
}

/// Renames, followed backwards: what a path of the past is called today.
#[derive(Default)]
struct Names<'a> {
    today: FxHashMap<&'a str, &'a str>,
}

impl<'a> Names<'a> {
    fn today(&self, path: &'a str) -> &'a str {
        self.today.get(path).copied().unwrap_or(path)
    }

    fn step_back(&mut self, change: &'a FileChange) {
        if let (Some(before), Some(path)) = (&change.before, &change.path)
            && before != path
        {
            self.today.insert(before, self.today(path));
        }
    }
}

fn last_line(graph: &Graph<'_>, file: FileId) -> u32 {
    graph.definition(graph.file_symbol(file)).end_line
}

fn changed_symbols(graph: &Graph<'_>, file: FileId, map: &LineMap, change: &FileChange) -> Vec<SymbolId> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    for hunk in &change.hunks {
        // Where lines only went, their neighbours tell the place.
        let lines = if hunk.after.is_empty() {
            hunk.after.start.saturating_sub(1)..hunk.after.start
        } else {
            hunk.after.clone()
        };
        let mut known = 0..=0;
        for line in lines {
            let today = map.today(line) + 1;
            if known.contains(&today) {
                continue;
            }
            let innermost = graph.innermost_until(file, today);
            known = today..=innermost.map_or(today, |(_, last)| last);
            let innermost = innermost.map(|(symbol, _)| symbol).filter(|symbol| is_answer(graph, *symbol));
            if let Some(symbol) = innermost.filter(|symbol| !symbols.contains(symbol)) {
                symbols.push(symbol);
            }
        }
    }
    symbols
}
