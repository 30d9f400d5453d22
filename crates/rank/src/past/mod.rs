//! What a repository's past says: messages of commits, and what each changed.
//!
//! A commit knows the lines it changed in its own version of a file. Which
//! symbol of today that was is found by following the lines through all later
//! commits; only for the commits that matched a task, since few do.

mod lines;

use crate::pool::is_answer;
use fathom_graph::Graph;
use fathom_history::{Commit, FileChange};
use fathom_text::{Bag, Document, Index, Query, SearchOptions, Tokenizer, bag};
use lines::LineMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// The past of a repository, newest commit first.
pub struct Past<'a> {
    /// What happened.
    pub commits: &'a [Commit],
    /// The words of the messages; the number of a document is that of its commit.
    pub words: Index<'a>,
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
    pub(crate) symbol: u32,
}

/// How often and how lately files changed.
pub(crate) struct Churn<'a> {
    /// Commits that changed the file, by path of today.
    commits: FxHashMap<&'a str, u32>,
    /// The newest of them, as its place in the log.
    newest: FxHashMap<&'a str, u32>,
    most: u32,
    total: usize,
}

impl Churn<'_> {
    /// The commits of a file as a share of the busiest file's, and how far back
    /// the newest lies, from 0 (today) to 1 (before the log begins).
    pub(crate) fn of(&self, path: &str) -> (f32, f32) {
        let count = self.commits.get(path).copied().unwrap_or(0);
        let age = self.newest.get(path).map_or(1.0, |place| *place as f32 / self.total.max(1) as f32);
        ((count as f32).ln_1p() / (self.most as f32).ln_1p().max(f32::MIN_POSITIVE), age)
    }
}

impl<'a> Past<'a> {
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
        let files = self.files_of(graph, &wanted, oldest);
        let mut maps: FxHashMap<usize, LineMap> = FxHashMap::default();
        let mut names = Names::default();
        let mut touched = Vec::new();
        for (number, commit) in self.commits.iter().enumerate().take(oldest + 1) {
            for change in &commit.changes {
                let Some(path) = &change.path else { continue };
                let today = names.today(path);
                if let Some(file) = graph.file_at(today).filter(|file| files.contains(file)) {
                    let map = maps.entry(file).or_insert_with(|| LineMap::new(last_line(graph, file)));
                    if wanted.contains(&number) {
                        let symbols = changed_symbols(graph, file, map, change);
                        touched.extend(symbols.into_iter().map(|symbol| Touched { commit: number, symbol }));
                    }
                    map.step_back(&change.hunks);
                }
                names.step_back(change);
            }
        }
        touched
    }

    /// The files of today that the wanted commits changed: only their lines
    /// need following.
    fn files_of(&self, graph: &Graph<'_>, wanted: &FxHashSet<usize>, oldest: usize) -> FxHashSet<usize> {
        let mut names = Names::default();
        let mut files = FxHashSet::default();
        for (number, commit) in self.commits.iter().enumerate().take(oldest + 1) {
            for change in &commit.changes {
                if let Some(path) = change.path.as_ref().filter(|_| wanted.contains(&number)) {
                    files.extend(graph.file_at(names.today(path)));
                }
                names.step_back(change);
            }
        }
        files
    }

    /// How often and how lately each file changed.
    pub(crate) fn churn(&self) -> Churn<'a> {
        let mut churn = Churn {
            commits: FxHashMap::default(),
            newest: FxHashMap::default(),
            most: 0,
            total: self.commits.len(),
        };
        let mut names = Names::default();
        for (number, commit) in self.commits.iter().enumerate() {
            for change in &commit.changes {
                if let Some(path) = &change.path {
                    let today = names.today(path);
                    let count = churn.commits.entry(today).or_default();
                    *count += 1;
                    churn.most = churn.most.max(*count);
                    churn.newest.entry(today).or_insert(number as u32);
                }
                names.step_back(change);
            }
        }
        churn
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

fn last_line(graph: &Graph<'_>, file: usize) -> u32 {
    graph.definition(graph.file_symbol(file)).end_line
}

fn changed_symbols(graph: &Graph<'_>, file: usize, map: &LineMap, change: &FileChange) -> Vec<u32> {
    let mut symbols: Vec<u32> = Vec::new();
    for hunk in &change.hunks {
        // Where lines only went, their neighbours tell the place.
        let lines = if hunk.after.is_empty() {
            hunk.after.start.saturating_sub(1)..hunk.after.start
        } else {
            hunk.after.clone()
        };
        let mut last = 0;
        for line in lines {
            let today = map.today(line) + 1;
            if today == last {
                continue;
            }
            last = today;
            let innermost = graph.innermost(file, today).filter(|symbol| is_answer(graph, *symbol));
            if let Some(symbol) = innermost.filter(|symbol| !symbols.contains(symbol)) {
                symbols.push(symbol);
            }
        }
    }
    symbols
}
