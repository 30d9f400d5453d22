//! All commits that were ever read, compact, as they are cached.
//!
//! Commits never change, so the chronicle only grows; which of its commits count for an answer is
//! decided by reachability ([`Past`](super::Past)). Text is interned: a commit is a few numbers.

use super::message::{is_bot, task_words, without_trailers};
use super::places::Places;
use crate::flat::{FlatReader, FlatWriter, Lists, Texts};
use fathom_history::{Ancestor, HistoryError, lineage};
use fathom_text::{Term, Tokenizer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::path::Path;

/// Raised when the layout or the meaning of the records changes.
const VERSION: u32 = 2;

/// The change of a file in a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeKind {
    Added,
    Modified,
    Deleted,
    /// The path before it is in [`Chronicle::renames`].
    Renamed,
}

/// No merge, and it could be compared with its parent.
const IS_CHANGE: u8 = 1;
/// A program made it.
const IS_BOT: u8 = 2;

/// See the module documentation. Numbers of commits, paths and terms are places in its lists.
#[derive(Default)]
pub struct Chronicle<'b> {
    /// Hexadecimal ids, one after the other.
    ids: Cow<'b, str>,
    id_length: usize,
    pub(super) times: Cow<'b, [i64]>,
    pub(super) parents: Lists<'b>,
    /// [`IS_CHANGE`] and [`IS_BOT`].
    flags: Cow<'b, [u8]>,
    pub(super) authors: Cow<'b, [u32]>,
    author_names: Texts<'b>,
    pub(super) words: Lists<'b>,
    pub(super) terms: Cow<'b, [u64]>,
    pub(super) changes: Lists<'b>,
    /// By number of the change: a [`ChangeKind`].
    change_kinds: Cow<'b, [u8]>,
    /// The number of the change and the path before.
    pub(super) renames: Cow<'b, [[u32; 2]]>,
    pub(super) paths: Texts<'b>,
    tables: Tables,
}

/// Places by content; made when they are first needed.
#[derive(Default)]
struct Tables {
    is_filled: bool,
    commits: Places,
    terms: FxHashMap<u64, u32>,
    paths: Places,
    authors: Places,
}

impl<'b> Chronicle<'b> {
    /// What [`Chronicle::write`] wrote; `None` if it is of another version or damaged.
    pub fn read(reader: &mut FlatReader<'b>) -> Option<Chronicle<'b>> {
        let [version, tokenizer, id_length] = *reader.take::<u32>()? else { return None };
        if (version, tokenizer) != (VERSION, fathom_text::BAG_FORMAT) {
            return None;
        }
        Some(Chronicle {
            ids: reader.take_text()?.into(),
            id_length: id_length as usize,
            times: reader.take()?.into(),
            parents: Lists::read(reader)?,
            flags: reader.take()?.into(),
            authors: reader.take()?.into(),
            author_names: Texts::read(reader)?,
            words: Lists::read(reader)?,
            terms: reader.take()?.into(),
            changes: Lists::read(reader)?,
            change_kinds: reader.take()?.into(),
            renames: reader.take()?.into(),
            paths: Texts::read(reader)?,
            tables: Tables::default(),
        })
    }

    /// For a cache.
    pub fn write(&self, writer: &mut FlatWriter) {
        writer.put(&[VERSION, fathom_text::BAG_FORMAT, self.id_length as u32]);
        writer.put(self.ids.as_bytes());
        writer.put(&self.times);
        self.parents.write(writer);
        writer.put(&self.flags);
        writer.put(&self.authors);
        self.author_names.write(writer);
        self.words.write(writer);
        writer.put(&self.terms);
        self.changes.write(writer);
        writer.put(&self.change_kinds);
        writer.put(&self.renames);
        self.paths.write(writer);
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
            let found = self.tables.commits.find(id, |at| self.id(at as usize));
            return found.map(|at| at as usize);
        }
        (0..self.len()).rev().find(|at| self.id(*at) == id)
    }

    /// `false` for merges and for commits that could not be compared.
    pub(super) fn is_change(&self, commit: usize) -> bool {
        self.flags[commit] & IS_CHANGE != 0
    }

    /// Whether a program made a commit.
    pub(super) fn is_by_bot(&self, commit: usize) -> bool {
        self.flags[commit] & IS_BOT != 0
    }

    /// What a change did, by its number.
    pub(super) fn change_kind(&self, change: usize) -> ChangeKind {
        match self.change_kinds[change] {
            0 => ChangeKind::Added,
            1 => ChangeKind::Modified,
            2 => ChangeKind::Deleted,
            _ => ChangeKind::Renamed,
        }
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
        let mut tokenizer = Tokenizer::new();
        let mut new: Vec<Ancestor> = Vec::new();
        lineage(root, head, &|id| self.commit(id).is_some(), &mut |ancestor, done, total| {
            progress(done, total);
            new.push(ancestor);
        })?;
        for ancestor in parents_first(new) {
            self.push(&mut tokenizer, ancestor);
        }
        Ok(self.len() - before)
    }

    fn fill_tables(&mut self) {
        if self.tables.is_filled {
            return;
        }
        let numbered = |texts: &Texts<'_>| {
            let mut places = Places::default();
            for (at, text) in (0u32..).zip(texts.iter()) {
                places.add(text, at, |at| texts.get(at as usize));
            }
            places
        };
        let mut commits = Places::default();
        for at in 0..self.len() {
            commits.add(self.id(at), at as u32, |at| self.id(at as usize));
        }
        self.tables = Tables {
            is_filled: true,
            commits,
            terms: (0u32..).zip(self.terms.iter()).map(|(at, term)| (*term, at)).collect(),
            paths: numbered(&self.paths),
            authors: numbered(&self.author_names),
        };
    }

    fn push(&mut self, tokenizer: &mut Tokenizer, ancestor: Ancestor) {
        let number = self.len() as u32;
        self.id_length = ancestor.id.len();
        self.ids.to_mut().push_str(&ancestor.id);
        self.times.to_mut().push(ancestor.commit_time);
        let length = self.id_length;
        let id_at = |at: u32| &self.ids[at as usize * length..(at as usize + 1) * length];
        let commits = &mut self.tables.commits;
        let parents: Vec<u32> = ancestor.parents.iter().filter_map(|id| commits.find(id, id_at)).collect();
        commits.add(&ancestor.id, number, id_at);
        self.parents.push(parents);
        let Some(commit) = ancestor.commit else {
            self.flags.to_mut().push(0);
            self.authors.to_mut().push(0);
            self.words.push([]);
            self.changes.push([]);
            return;
        };
        self.flags.to_mut().push(IS_CHANGE | if is_bot(&commit.author) { IS_BOT } else { 0 });
        let author = format!("{} <{}>", commit.author.name, commit.author.email);
        let author = interned(&mut self.tables.authors, &mut self.author_names, &author);
        self.authors.to_mut().push(author);
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
                let before = interned(&mut self.tables.paths, &mut self.paths, &before);
                self.renames.to_mut().push([self.change_kinds.len() as u32, before]);
            }
            self.change_kinds.to_mut().push(kind as u8);
            changed.push(interned(&mut self.tables.paths, &mut self.paths, &path));
        }
        self.changes.push(changed);
    }

    fn term_number(&mut self, term: Term) -> u32 {
        let terms = &mut self.terms;
        *self.tables.terms.entry(term.hash()).or_insert_with(|| {
            terms.to_mut().push(term.hash());
            terms.len() as u32 - 1
        })
    }
}

/// The place of a text, which is appended if it is new.
fn interned(places: &mut Places, texts: &mut Texts<'_>, text: &str) -> u32 {
    let next = texts.len() as u32;
    let place = places.add(text, next, |at| texts.get(at as usize));
    if place == next {
        texts.push(text);
    }
    place
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
