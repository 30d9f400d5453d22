//! The words of files as they were at past commits.
//!
//! Contents are indexed when a tree first has them and are kept: from one commit to the next almost
//! all files stay the same. Which contents count is decided by the tree that is set.

use super::Content;
use super::definitions::{DefinedWords, defined_words};
use fathom_history::{BlobId, HistoryError, PastFiles, TreeFile};
use fathom_text::{Document, Term, Tokenizer, bag};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// Larger files are data.
const LARGEST: usize = 200_000;
/// Contents that are indexed; those of later files have no words. Bounds memory on huge trees.
const MOST_CONTENTS: usize = 40_000;
/// Most different words of one file that are indexed.
const MOST_WORDS: usize = 3_000;
/// Contents that one thread reads at once.
const SHARE: usize = 64;

/// See the module documentation. Files are numbered by content.
pub struct PastContent {
    root: PathBuf,
    numbers: FxHashMap<BlobId, Option<u32>>,
    words: Vec<WordCounts>,
    defined: Vec<DefinedWords>,
    lengths: Vec<u32>,
    postings: FxHashMap<u64, Vec<(u32, u16)>>,
    is_live: Vec<bool>,
    live: usize,
    live_length: u64,
}

impl PastContent {
    /// Of the repository at `root`, without any tree.
    pub fn new(root: &Path) -> PastContent {
        PastContent {
            root: root.to_owned(),
            numbers: FxHashMap::default(),
            words: Vec::new(),
            defined: Vec::new(),
            lengths: Vec::new(),
            postings: FxHashMap::default(),
            is_live: Vec::new(),
            live: 0,
            live_length: 0,
        }
    }

    /// Makes the files of a tree those that count; gives the number of each, `None` for data.
    pub fn set_tree(&mut self, tree: &[TreeFile]) -> Result<Vec<Option<u32>>, HistoryError> {
        let mut new: Vec<BlobId> = Vec::new();
        for file in tree {
            if !self.numbers.contains_key(&file.blob) {
                let is_read = self.words.len() + new.len() < MOST_CONTENTS && has_words(&file.path);
                self.numbers.insert(file.blob, None);
                if is_read {
                    new.push(file.blob);
                }
            }
        }
        for (blob, (words, defined)) in read(&self.root, &new)? {
            let number = self.words.len() as u32;
            self.numbers.insert(blob, Some(number));
            for (term, count) in &words {
                self.postings.entry(*term).or_default().push((number, *count));
            }
            self.lengths.push(words.iter().map(|(_, count)| u32::from(*count)).sum());
            self.words.push(words);
            self.defined.push(defined);
        }
        self.is_live.clear();
        self.is_live.resize(self.words.len(), false);
        self.live = 0;
        self.live_length = 0;
        let numbers: Vec<Option<u32>> = tree.iter().map(|file| self.numbers[&file.blob]).collect();
        for number in numbers.iter().flatten() {
            if !std::mem::replace(&mut self.is_live[*number as usize], true) {
                self.live += 1;
                self.live_length += u64::from(self.lengths[*number as usize]);
            }
        }
        Ok(numbers)
    }
}

/// Whether the words of a file are worth reading.
fn has_words(path: &str) -> bool {
    let is_generated = path.ends_with(".min.js") || path.ends_with(".lock") || path.ends_with("-lock.json");
    let is_foreign =
        path.split('/').any(|part| matches!(part, "vendor" | "node_modules" | "third_party" | "dist"));
    !is_generated && !is_foreign && !path.ends_with(".svg") && !path.ends_with(".snap")
}

/// Words by their hash, with their counts.
type WordCounts = Vec<(u64, u16)>;
/// The parts of a content that are read.
type ContentWords = (WordCounts, DefinedWords);

fn read(root: &Path, blobs: &[BlobId]) -> Result<Vec<(BlobId, ContentWords)>, HistoryError> {
    let shares: Vec<Vec<(BlobId, ContentWords)>> = blobs
        .par_chunks(SHARE)
        .map(|share| {
            let files = PastFiles::open(root)?;
            let mut tokenizer = Tokenizer::of_thread();
            let read = |blob: &BlobId| Some((*blob, words(&mut tokenizer, &files.text(*blob, LARGEST)?)));
            Ok(share.iter().filter_map(read).collect())
        })
        .collect::<Result<_, HistoryError>>()?;
    Ok(shares.into_iter().flatten().collect())
}

fn words(tokenizer: &mut Tokenizer, text: &str) -> ContentWords {
    let bag = bag(tokenizer, text, &[Document { end: u32::MAX, ..Document::default() }]);
    let mut words: WordCounts =
        bag.view().body_counts().map(|(term, count)| (term.hash(), count as u16)).collect();
    words.truncate(MOST_WORDS);
    (words, defined_words(tokenizer, text))
}

impl Content for PastContent {
    fn files_with(&self, term: Term, visit: &mut dyn FnMut(u32, f32)) {
        for (file, count) in self.postings.get(&term.hash()).into_iter().flatten() {
            if self.is_live[*file as usize] {
                visit(*file, f32::from(*count));
            }
        }
    }

    fn length(&self, file: u32) -> f32 {
        self.lengths[file as usize] as f32
    }

    fn mean_length(&self) -> f32 {
        self.live_length as f32 / self.live.max(1) as f32
    }

    fn files(&self) -> usize {
        self.live
    }

    fn bound(&self) -> usize {
        self.words.len()
    }

    fn words_of(&self, file: u32) -> Vec<(Term, f32)> {
        let words = self.words[file as usize].iter();
        words.map(|(term, count)| (Term::from_hash(*term), f32::from(*count))).collect()
    }

    fn defined_names(&self, file: u32) -> Vec<Term> {
        terms(&self.defined[file as usize].names)
    }

    fn defined_words(&self, file: u32) -> Vec<Term> {
        terms(&self.defined[file as usize].words)
    }
}

fn terms(hashes: &[u64]) -> Vec<Term> {
    hashes.iter().map(|hash| Term::from_hash(*hash)).collect()
}
