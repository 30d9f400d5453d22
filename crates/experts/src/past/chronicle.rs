//! All commits that were ever read, compact, as they are cached.
//!
//! Commits never change, so the chronicle only grows; which of its commits count for an answer is
//! decided by reachability ([`Past`](super::Past)). Text is interned: a commit is a few numbers.

use super::message::{is_bot, task_words, without_trailers};
use fathom_history::{Ancestor, HistoryError, lineage};
use fathom_text::{Term, Tokenizer};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Raised when the layout or the meaning of the records changes.
const VERSION: u32 = 1;

/// The change of a file in a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ChangeKind {
    Added,
    Modified,
    Deleted,
    /// The path before it is in [`Chronicle::renames`].
    Renamed,
}

/// See the module documentation. Numbers of commits, paths and terms are places in its lists.
#[derive(Serialize, Deserialize)]
pub struct Chronicle {
    version: u32,
    tokenizer: u32,
    /// Hexadecimal ids, one after the other.
    ids: String,
    id_length: usize,
    pub(super) times: Vec<i64>,
    pub(super) parents: Lists,
    /// `false` for merges and for commits that could not be compared.
    pub(super) is_change: Vec<bool>,
    pub(super) is_bot: Vec<bool>,
    pub(super) authors: Vec<u32>,
    author_names: Vec<String>,
    pub(super) words: Lists,
    pub(super) terms: Vec<u64>,
    pub(super) changes: Lists,
    pub(super) change_kinds: Vec<ChangeKind>,
    /// By number of the change: the path before.
    pub(super) renames: Vec<(u32, u32)>,
    pub(super) paths: Vec<String>,
    #[serde(skip)]
    tables: Tables,
}

/// Lists of numbers, one after the other.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Lists {
    ends: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    pub(super) fn from_parts(ends: Vec<u32>, values: Vec<u32>) -> Lists {
        Lists { ends, values }
    }

    pub(super) fn push(&mut self, values: impl IntoIterator<Item = u32>) {
        self.values.extend(values);
        self.ends.push(self.values.len() as u32);
    }

    pub(super) fn range(&self, at: usize) -> std::ops::Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[at] as usize
    }

    pub(super) fn get(&self, at: usize) -> &[u32] {
        &self.values[self.range(at)]
    }
}

/// Places by content; made when they are first needed.
#[derive(Default)]
struct Tables {
    is_filled: bool,
    commits: FxHashMap<String, u32>,
    terms: FxHashMap<u64, u32>,
    paths: FxHashMap<String, u32>,
    authors: FxHashMap<String, u32>,
}

impl Default for Chronicle {
    fn default() -> Chronicle {
        Chronicle {
            version: VERSION,
            tokenizer: fathom_text::BAG_FORMAT,
            ids: String::new(),
            id_length: 0,
            times: Vec::new(),
            parents: Lists::default(),
            is_change: Vec::new(),
            is_bot: Vec::new(),
            authors: Vec::new(),
            author_names: Vec::new(),
            words: Lists::default(),
            terms: Vec::new(),
            changes: Lists::default(),
            change_kinds: Vec::new(),
            renames: Vec::new(),
            paths: Vec::new(),
            tables: Tables::default(),
        }
    }
}

impl Chronicle {
    /// From the bytes of [`Chronicle::to_bytes`]; `None` if they are of another version or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Chronicle> {
        let (version, tokenizer): (u32, u32) = postcard::take_from_bytes(bytes).ok()?.0;
        if (version, tokenizer) != (VERSION, fathom_text::BAG_FORMAT) {
            return None;
        }
        postcard::from_bytes(bytes).ok()
    }

    /// For a cache.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain records cannot fail to serialise.
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// Number of commits, merges included.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether nothing was read yet.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The id of a commit.
    pub(super) fn id(&self, commit: usize) -> &str {
        &self.ids[commit * self.id_length..(commit + 1) * self.id_length]
    }

    /// The place of a commit.
    pub(super) fn commit(&self, id: &str) -> Option<usize> {
        if self.tables.is_filled {
            return self.tables.commits.get(id).map(|at| *at as usize);
        }
        (0..self.len()).rev().find(|at| self.id(*at) == id)
    }

    /// Reads the commits that lead to `head` and are not here yet; gives how many those were.
    /// `progress` is called with the number of commits done and of all.
    pub fn extend(
        &mut self,
        root: &Path,
        head: &str,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<usize, HistoryError> {
        let before = self.len();
        if self.commit(head).is_some() {
            return Ok(0);
        }
        self.fill_tables();
        let commits = std::mem::take(&mut self.tables.commits);
        let mut tokenizer = Tokenizer::new();
        let mut new: Vec<Ancestor> = Vec::new();
        let outcome = lineage(root, head, &|id| commits.contains_key(id), &mut |ancestor, done, total| {
            progress(done, total);
            new.push(ancestor);
        });
        self.tables.commits = commits;
        outcome?;
        for ancestor in parents_first(new) {
            self.push(&mut tokenizer, ancestor);
        }
        Ok(self.len() - before)
    }

    fn fill_tables(&mut self) {
        if self.tables.is_filled {
            return;
        }
        let numbered = |texts: &[String]| (0u32..).zip(texts).map(|(at, text)| (text.clone(), at)).collect();
        self.tables = Tables {
            is_filled: true,
            commits: (0..self.len()).map(|at| (self.id(at).to_owned(), at as u32)).collect(),
            terms: (0u32..).zip(&self.terms).map(|(at, term)| (*term, at)).collect(),
            paths: numbered(&self.paths),
            authors: numbered(&self.author_names),
        };
    }

    fn push(&mut self, tokenizer: &mut Tokenizer, ancestor: Ancestor) {
        let number = self.len() as u32;
        self.id_length = ancestor.id.len();
        self.ids.push_str(&ancestor.id);
        self.times.push(ancestor.commit_time);
        let commits = &self.tables.commits;
        let parents: Vec<u32> = ancestor.parents.iter().filter_map(|id| commits.get(id).copied()).collect();
        self.parents.push(parents);
        self.tables.commits.insert(ancestor.id, number);
        let Some(commit) = ancestor.commit else {
            self.is_change.push(false);
            self.is_bot.push(false);
            self.authors.push(0);
            self.words.push([]);
            self.changes.push([]);
            return;
        };
        self.is_change.push(true);
        self.is_bot.push(is_bot(&commit.author));
        let author = format!("{} <{}>", commit.author.name, commit.author.email);
        let author = interned(&mut self.tables.authors, &mut self.author_names, author);
        self.authors.push(author);
        let mut words: Vec<u32> = Vec::new();
        for word in task_words(tokenizer, without_trailers(&commit.message)) {
            words.push(self.term_number(word.term));
        }
        self.words.push(words);
        let mut changed = Vec::new();
        for change in commit.changes {
            let (kind, path) = match (&change.before, change.path) {
                (None, Some(path)) => (ChangeKind::Added, path),
                (Some(before), None) => (ChangeKind::Deleted, before.clone()),
                (Some(before), Some(path)) if *before == path => (ChangeKind::Modified, path),
                (Some(_), Some(path)) => (ChangeKind::Renamed, path),
                (None, None) => continue,
            };
            if kind == ChangeKind::Renamed {
                let before = change.before.unwrap_or_default();
                let before = interned(&mut self.tables.paths, &mut self.paths, before);
                self.renames.push((self.change_kinds.len() as u32, before));
            }
            self.change_kinds.push(kind);
            changed.push(interned(&mut self.tables.paths, &mut self.paths, path));
        }
        self.changes.push(changed);
    }

    fn term_number(&mut self, term: Term) -> u32 {
        let terms = &mut self.terms;
        *self.tables.terms.entry(term.hash()).or_insert_with(|| {
            terms.push(term.hash());
            terms.len() as u32 - 1
        })
    }
}

fn interned(places: &mut FxHashMap<String, u32>, texts: &mut Vec<String>, text: String) -> u32 {
    if let Some(place) = places.get(&text) {
        return *place;
    }
    texts.push(text.clone());
    places.insert(text, texts.len() as u32 - 1);
    texts.len() as u32 - 1
}

/// Commits with every parent before its children, whatever their dates.
fn parents_first(commits: Vec<Ancestor>) -> Vec<Ancestor> {
    let places: FxHashMap<String, usize> =
        commits.iter().enumerate().map(|(at, one)| (one.id.clone(), at)).collect();
    let mut done = vec![false; commits.len()];
    let mut order: Vec<usize> = Vec::with_capacity(commits.len());
    let mut stack: Vec<(usize, bool)> = Vec::new();
    for start in 0..commits.len() {
        stack.push((start, false));
        while let Some((at, parents_are_done)) = stack.pop() {
            if done[at] {
                continue;
            }
            if parents_are_done {
                done[at] = true;
                order.push(at);
                continue;
            }
            stack.push((at, true));
            let parents = commits[at].parents.iter().filter_map(|id| places.get(id));
            stack.extend(parents.filter(|parent| !done[**parent]).map(|parent| (*parent, false)));
        }
    }
    let mut commits: Vec<Option<Ancestor>> = commits.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| commits[at].take()).collect()
}
