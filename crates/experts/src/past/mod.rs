//! The commits that lead to a commit, oldest first, with files followed through renames.
//!
//! The order, and so every sum over it, depends on nothing but the commits: a fresh clone has the
//! same past. [`Horizon`] is the part of it that some earlier commit can see.

mod chronicle;
mod horizon;
mod message;
mod places;

pub use chronicle::Chronicle;
pub use horizon::{HALF_LIFE, Horizon};
pub use message::{TaskWord, is_bot, task_words, without_trailers};

use crate::flat::{FlatReader, FlatWriter, Lists};
use chronicle::ChangeKind;
use fathom_text::Term;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// A file through all its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// As a place in a list of [`Past::files`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Stands for no place, no file.
const NONE: u32 = u32::MAX;

/// See the module documentation. A commit is named by its place, oldest first.
pub struct Past<'b> {
    chronicle: Chronicle<'b>,
    /// The chronicle's number of each commit.
    commits: Cow<'b, [u32]>,
    /// By the chronicle's number of a commit: its place here, or [`NONE`].
    places: Cow<'b, [u32]>,
    /// Files of each commit, each once, sorted.
    files: Lists<'b>,
    /// By the chronicle's number of a path: its file, or [`NONE`].
    file_of_path: Cow<'b, [u32]>,
    /// The chronicle's numbers of paths, in the order of their texts.
    paths: Cow<'b, [u32]>,
    /// The chronicle's numbers of terms, in the order of their hashes.
    terms: Cow<'b, [u32]>,
    number_of_files: usize,
    commits_of_word: Lists<'b>,
    commits_of_file: Lists<'b>,
}

impl<'b> Past<'b> {
    /// The commits that lead to `head`; `None` if the chronicle has not read it.
    pub fn new(chronicle: Chronicle<'b>, head: &str) -> Option<Past<'b>> {
        let head = chronicle.commit(head)?;
        Some(Past::leading_to(chronicle, &[head]))
    }

    /// The commits that lead to any of some commits; `None` if the chronicle has not read one of them, or there is none.
    pub fn of_all(chronicle: Chronicle<'b>, heads: &[&str]) -> Option<Past<'b>> {
        let heads: Option<Vec<usize>> = heads.iter().map(|head| chronicle.commit(head)).collect();
        let heads = heads.filter(|heads| !heads.is_empty())?;
        Some(Past::leading_to(chronicle, &heads))
    }

    /// Of a folder without commits.
    pub fn empty() -> Past<'b> {
        Past::leading_to(Chronicle::default(), &[])
    }

    /// What [`Past::write`] wrote; `None` if it is of another version or damaged.
    pub fn read(reader: &mut FlatReader<'b>) -> Option<Past<'b>> {
        Some(Past {
            chronicle: Chronicle::read(reader)?,
            commits: reader.take()?.into(),
            places: reader.take()?.into(),
            files: Lists::read(reader)?,
            file_of_path: reader.take()?.into(),
            paths: reader.take()?.into(),
            terms: reader.take()?.into(),
            number_of_files: *reader.take::<u32>()?.first()? as usize,
            commits_of_word: Lists::read(reader)?,
            commits_of_file: Lists::read(reader)?,
        })
    }

    /// For a cache.
    pub fn write(&self, writer: &mut FlatWriter) {
        self.chronicle.write(writer);
        writer.put(&self.commits);
        writer.put(&self.places);
        self.files.write(writer);
        writer.put(&self.file_of_path);
        writer.put(&self.paths);
        writer.put(&self.terms);
        writer.put(&[self.number_of_files as u32]);
        self.commits_of_word.write(writer);
        self.commits_of_file.write(writer);
    }

    fn leading_to(chronicle: Chronicle<'b>, heads: &[usize]) -> Past<'b> {
        let is_reachable = reachable(&chronicle, heads);
        let commits = in_order(&chronicle, &is_reachable);
        let mut places = vec![NONE; chronicle.len()];
        for (place, commit) in (0u32..).zip(&commits) {
            places[*commit as usize] = place;
        }
        let mut paths: Vec<u32> = (0..chronicle.paths.len() as u32).collect();
        paths.sort_unstable_by_key(|path| chronicle.paths.get(*path as usize));
        let mut terms: Vec<u32> = (0..chronicle.terms.len() as u32).collect();
        terms.sort_unstable_by_key(|term| chronicle.terms[*term as usize]);
        let mut past = Past {
            commits: commits.into(),
            places: places.into(),
            files: Lists::default(),
            file_of_path: Cow::default(),
            paths: paths.into(),
            terms: terms.into(),
            number_of_files: 0,
            commits_of_word: Lists::default(),
            commits_of_file: Lists::default(),
            chronicle,
        };
        past.follow_files();
        let words = past.commits.iter().map(|commit| past.chronicle.words.get(*commit as usize));
        past.commits_of_word = inverted(words, past.chronicle.terms.len());
        let files = (0..past.commits.len()).map(|commit| past.files.get(commit));
        past.commits_of_file = inverted(files, past.number_of_files);
        past
    }

    /// Gives each path its file, in the order of commits. A renamed file keeps its number, and its old
    /// path leads to it until another file is created there.
    fn follow_files(&mut self) {
        let chronicle = &self.chronicle;
        let renames: FxHashMap<u32, u32> =
            chronicle.renames.iter().map(|[at, before]| (*at, *before)).collect();
        let mut file_of_path = vec![NONE; chronicle.paths.len()];
        let mut path_of_file: Vec<u32> = Vec::new();
        for commit in self.commits.iter() {
            let changes = chronicle.changes.range(*commit as usize);
            let mut files: Vec<u32> = Vec::with_capacity(changes.len());
            for (number, path) in changes.clone().zip(chronicle.changes.get(*commit as usize)) {
                let path = *path;
                let known = Some(file_of_path[path as usize]).filter(|file| *file != NONE);
                let kind = chronicle.change_kind(number);
                let before = renames.get(&(number as u32)).map(|path| file_of_path[*path as usize]);
                let file = match (kind, known, before.filter(|file| *file != NONE)) {
                    (ChangeKind::Renamed, _, Some(file)) => file,
                    // Where the known file has another path by now, this is a new one.
                    (_, Some(file), _)
                        if kind != ChangeKind::Added || path_of_file[file as usize] == path =>
                    {
                        file
                    }
                    _ => {
                        path_of_file.push(path);
                        path_of_file.len() as u32 - 1
                    }
                };
                if kind == ChangeKind::Renamed {
                    path_of_file[file as usize] = path;
                }
                file_of_path[path as usize] = file;
                files.push(file);
            }
            files.sort_unstable();
            files.dedup();
            self.files.push(files);
        }
        self.file_of_path = file_of_path.into();
        self.number_of_files = path_of_file.len();
    }

    /// Number of commits; merges are not counted.
    pub fn len(&self) -> usize {
        self.commits.len()
    }

    /// Whether there is no commit.
    pub fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// Number of files that ever were.
    pub fn files(&self) -> usize {
        self.number_of_files
    }

    /// The id of a commit, in hexadecimal.
    pub fn id(&self, commit: usize) -> &str {
        self.chronicle.id(self.commits[commit] as usize)
    }

    /// When a commit was made, in seconds since 1970.
    pub fn time(&self, commit: usize) -> i64 {
        self.chronicle.times[self.commits[commit] as usize]
    }

    /// The place of a commit that is not a merge.
    pub fn commit(&self, id: &str) -> Option<usize> {
        let place = self.places[self.chronicle.commit(id)?];
        (place != NONE).then_some(place as usize)
    }

    /// The first parent of a commit.
    pub fn parent(&self, commit: usize) -> Option<&str> {
        let parents = self.chronicle.parents.get(self.commits[commit] as usize);
        parents.first().map(|parent| self.chronicle.id(*parent as usize))
    }

    /// Whether a program made the commit.
    pub fn is_by_bot(&self, commit: usize) -> bool {
        self.chronicle.is_by_bot(self.commits[commit] as usize)
    }

    /// A number that is equal for commits of the same author.
    pub fn author(&self, commit: usize) -> u32 {
        self.chronicle.authors[self.commits[commit] as usize]
    }

    /// The files that a commit changed, each once.
    pub fn files_of(&self, commit: usize) -> impl ExactSizeIterator<Item = FileId> + '_ {
        self.files.get(commit).iter().map(|file| FileId(*file))
    }

    /// The paths that a commit changed and that were there before it, under their names before it.
    pub fn changed_paths(&self, commit: usize) -> Vec<&str> {
        self.paths_before(commit, false)
    }

    /// The paths that a commit changed: under their names before it, new files under their own.
    pub fn paths_of(&self, commit: usize) -> Vec<&str> {
        self.paths_before(commit, true)
    }

    fn paths_before(&self, commit: usize, with_new: bool) -> Vec<&str> {
        let number = self.commits[commit] as usize;
        let changes = self.chronicle.changes.range(number).zip(self.chronicle.changes.get(number));
        let mut paths: Vec<&str> = changes
            .filter_map(|(change, path)| match self.chronicle.change_kind(change) {
                ChangeKind::Added => with_new.then_some(*path),
                ChangeKind::Modified | ChangeKind::Deleted => Some(*path),
                ChangeKind::Renamed => {
                    let at = self.chronicle.renames.binary_search_by_key(&(change as u32), |[one, _]| *one);
                    at.ok().map(|at| self.chronicle.renames[at][1])
                }
            })
            .map(|path| self.chronicle.paths.get(path as usize))
            .collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// Number of changes of a commit, new files included.
    pub fn size(&self, commit: usize) -> usize {
        self.chronicle.changes.range(self.commits[commit] as usize).len()
    }

    /// The file that has, or last had, a path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        let at = self.paths.binary_search_by(|one| self.chronicle.paths.get(*one as usize).cmp(path)).ok()?;
        let file = self.file_of_path[self.paths[at] as usize];
        (file != NONE).then_some(FileId(file))
    }

    /// The commits whose messages have a word, oldest first.
    pub fn commits_with_word(&self, term: Term) -> &[u32] {
        let at = self.terms.binary_search_by_key(&term.hash(), |one| self.chronicle.terms[*one as usize]);
        at.map_or(&[], |at| self.commits_of_word.get(self.terms[at] as usize))
    }

    /// The commits that changed a file, oldest first.
    pub fn commits_with_file(&self, file: FileId) -> &[u32] {
        self.commits_of_file.get(file.index())
    }

    /// Number of different words of a commit's message.
    pub fn words_of(&self, commit: usize) -> usize {
        self.chronicle.words.get(self.commits[commit] as usize).len()
    }

    /// The commits up to `id`, itself included; all commits without one.
    pub fn horizon(&self, id: Option<&str>) -> Horizon {
        let is_seen = id.and_then(|id| self.chronicle.commit(id)).map(|commit| {
            let is_reachable = reachable(&self.chronicle, &[commit]);
            self.commits.iter().map(|commit| is_reachable[*commit as usize]).collect::<Vec<bool>>()
        });
        Horizon::new(self, is_seen.as_deref())
    }

    /// The chronicle, to be extended.
    pub fn into_chronicle(self) -> Chronicle<'b> {
        self.chronicle
    }
}

/// Which commits of the chronicle lead to some, these included.
fn reachable(chronicle: &Chronicle<'_>, from: &[usize]) -> Vec<bool> {
    let mut is_reachable = vec![false; chronicle.len()];
    let mut stack = from.to_vec();
    while let Some(commit) = stack.pop() {
        if !std::mem::replace(&mut is_reachable[commit], true) {
            stack.extend(chronicle.parents.get(commit).iter().map(|parent| *parent as usize));
        }
    }
    is_reachable
}

/// The reachable commits that are not merges: by time, but never before a parent; ties by id.
fn in_order(chronicle: &Chronicle<'_>, is_reachable: &[bool]) -> Vec<u32> {
    let mut corrected: Vec<i64> = Vec::with_capacity(chronicle.len());
    for (commit, time) in chronicle.times.iter().enumerate() {
        let parents = chronicle.parents.get(commit).iter();
        let after = parents.map(|parent| corrected[*parent as usize] + 1).max();
        corrected.push(after.map_or(*time, |after| after.max(*time)));
    }
    let mut commits: Vec<u32> = (0..chronicle.len() as u32)
        .filter(|commit| is_reachable[*commit as usize] && chronicle.is_change(*commit as usize))
        .collect();
    commits.sort_unstable_by(|a, b| {
        let key = |commit: u32| (corrected[commit as usize], chronicle.id(commit as usize));
        key(*a).cmp(&key(*b))
    });
    commits
}

/// From the values of each list to the lists that have each value.
fn inverted<'l>(lists: impl Iterator<Item = &'l [u32]> + Clone, values: usize) -> Lists<'static> {
    let mut starts = vec![0u32; values + 1];
    for value in lists.clone().flatten() {
        starts[*value as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut places = vec![0u32; starts[values] as usize];
    for (at, list) in (0u32..).zip(lists) {
        for value in list {
            places[next[*value as usize] as usize] = at;
            next[*value as usize] += 1;
        }
    }
    Lists::from_parts(starts[1..].to_vec(), places)
}

#[cfg(test)]
mod tests;
