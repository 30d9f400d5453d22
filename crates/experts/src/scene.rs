//! The state at a prediction: the visible history, and the candidate files.

use crate::content::Content;
use crate::past::{FileId, Horizon, Past};
use crate::paths::{PathBook, PathInfo};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A file that can be predicted.
#[derive(Clone)]
pub struct Candidate {
    /// Its analysed path.
    pub info: Arc<PathInfo>,
    /// Its past; `None` if no commit ever touched it.
    pub file: Option<FileId>,
    /// Its number in the content; `None` if that has no words of it.
    pub content: Option<u32>,
}

/// See the module documentation.
pub struct Scene<'s> {
    /// All commits.
    pub past: &'s Past<'s>,
    /// The commits that count.
    pub horizon: &'s Horizon,
    /// The files of the tree.
    pub tree: &'s [Candidate],
    /// Their words.
    pub content: &'s dyn Content,
    /// The words of paths.
    pub book: &'s PathBook,
    candidate_of_file: Vec<Option<u32>>,
    candidates_of_word: Vec<Vec<u32>>,
    by_path: FxHashMap<&'s str, u32>,
}

impl<'s> Scene<'s> {
    /// Of a tree whose paths the book has read.
    pub fn new(
        past: &'s Past<'s>,
        horizon: &'s Horizon,
        tree: &'s [Candidate],
        content: &'s dyn Content,
        book: &'s PathBook,
    ) -> Scene<'s> {
        let mut candidate_of_file = vec![None; past.files()];
        let mut candidates_of_word = vec![Vec::new(); book.words()];
        let mut by_path = FxHashMap::default();
        for (at, candidate) in (0u32..).zip(tree) {
            if let Some(file) = candidate.file {
                candidate_of_file[file.index()] = Some(at);
            }
            for word in &candidate.info.words {
                candidates_of_word[*word as usize].push(at);
            }
            by_path.insert(candidate.info.path.as_str(), at);
        }
        Scene { past, horizon, tree, content, book, candidate_of_file, candidates_of_word, by_path }
    }

    /// The candidate that is a file, if it is in the tree.
    pub fn candidate(&self, file: FileId) -> Option<usize> {
        self.candidate_of_file[file.index()].map(|at| at as usize)
    }

    /// The candidate at a path.
    pub fn at_path(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).map(|at| *at as usize)
    }

    /// The candidates whose paths have a word of the book.
    pub fn with_path_word(&self, word: u32) -> &[u32] {
        self.candidates_of_word.get(word as usize).map_or(&[], Vec::as_slice)
    }

    /// Adds to each candidate that changed in a commit.
    pub(crate) fn for_each_changed(&self, commit: u32, mut visit: impl FnMut(usize)) {
        for file in self.past.files_of(commit as usize) {
            if let Some(candidate) = self.candidate(file) {
                visit(candidate);
            }
        }
    }
}
