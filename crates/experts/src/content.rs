//! The words of files: which files have a word, and which words a file has.
//!
//! [`Content`] is what the signals read. The engine implements it with the text index of a snapshot;
//! [`PastContent`] implements it with the files of past commits.

mod definitions;
mod past;

pub use past::PastContent;

use fathom_text::Term;

/// The words of some files. The implementation numbers the files.
pub trait Content {
    /// Calls `visit` with each file that has a word, and how often it has it.
    fn files_with(&self, term: Term, visit: &mut dyn FnMut(u32, f32));
    /// Whether so many files have a word that it connects none of them. Costs less than
    /// [`Content::files_with`].
    fn is_common(&self, _: Term) -> bool {
        false
    }
    /// Number of words of a file.
    fn length(&self, file: u32) -> f32;
    /// Mean number of words of a file.
    fn mean_length(&self) -> f32;
    /// Number of files.
    fn files(&self) -> usize;
    /// One more than the highest number of a file.
    fn bound(&self) -> usize;
    /// The different words of a file, with their counts.
    fn words_of(&self, file: u32) -> Vec<(Term, f32)>;
    /// The names that a file defines, as whole terms.
    fn defined_names(&self, file: u32) -> Vec<Term>;
    /// The names that a file defines and their parts, sorted.
    fn defined_words(&self, file: u32) -> Vec<Term>;
}

/// No words at all.
pub struct NoContent;

impl Content for NoContent {
    fn files_with(&self, _: Term, _: &mut dyn FnMut(u32, f32)) {}
    fn length(&self, _: u32) -> f32 {
        0.0
    }
    fn mean_length(&self) -> f32 {
        1.0
    }
    fn files(&self) -> usize {
        0
    }
    fn bound(&self) -> usize {
        0
    }
    fn words_of(&self, _: u32) -> Vec<(Term, f32)> {
        Vec::new()
    }
    fn defined_names(&self, _: u32) -> Vec<Term> {
        Vec::new()
    }
    fn defined_words(&self, _: u32) -> Vec<Term> {
        Vec::new()
    }
}

const K1: f32 = 1.2;
const B: f32 = 0.6;

/// The BM25 score of each file for weighted words, by number of the file.
pub fn bm25(content: &dyn Content, words: &[(Term, f32)]) -> Vec<f32> {
    let mut scores = vec![0.0; content.bound()];
    let mut matches: Vec<(u32, f32)> = Vec::new();
    for (term, weight) in words {
        matches.clear();
        content.files_with(*term, &mut |file, count| matches.push((file, count)));
        let idf = idf(content.files(), matches.len());
        for (file, count) in &matches {
            let length = content.length(*file) / content.mean_length().max(1.0);
            let saturated = count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length));
            scores[*file as usize] += weight * idf * saturated;
        }
    }
    scores
}

/// The inverse document frequency of a word that `having` of all files contain.
pub fn idf(files: usize, having: usize) -> f32 {
    let (files, having) = (files as f32, having as f32);
    (1.0 + (files - having + 0.5).max(0.0) / (having + 0.5)).ln()
}
