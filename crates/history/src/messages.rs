//! Full-text search over commit messages.

use fathom_text::{Bag, Document, Index, Query, SearchOptions, Tokenizer, bag};

use crate::Commit;

/// The words of commit messages for a segment of a text index: one slot, in which the number of a
/// document is the position of its commit in the log.
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

/// The indexed messages of a log.
pub struct Messages<'a> {
    commits: usize,
    words: Index<'a>,
}

impl<'a> Messages<'a> {
    /// For a log with this many commits, whose [`message_words`] are in the index.
    pub fn new(commits: usize, words: Index<'a>) -> Messages<'a> {
        Messages { commits, words }
    }

    /// The commits whose messages match best, as positions in the log, best first. Scores are relative
    /// to the best one.
    pub fn nearest(&self, query: &Query, limit: usize) -> Vec<(usize, f32)> {
        let hits = self.words.search(query, &SearchOptions { limit, ..SearchOptions::default() });
        let top = hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
        hits.iter()
            .map(|hit| (hit.symbol as usize, hit.score / top))
            .filter(|(commit, _)| *commit < self.commits)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Messages, message_words};
    use crate::{Author, Commit};
    use fathom_text::{AlignedBytes, Index, Query, Segment, Tokenizer};

    #[test]
    fn the_message_with_the_words_of_a_question_is_nearest() {
        let commit = |message: &str| Commit {
            id: String::new(),
            parent: None,
            author: Author::default(),
            author_time: 0,
            commit_time: 0,
            message: message.to_owned(),
            changes: Vec::new(),
        };
        let commits = ["Fix rounding of invoices", "Add a cart", "Speed up invoices"].map(commit);
        let bytes = AlignedBytes::copy_of(&Segment::build(&[message_words(&commits).view()]));
        let words = Index::new(vec![(Segment::read(bytes.as_bytes()).unwrap(), vec![Some(0)])]).unwrap();
        let query = Query::parse(&mut Tokenizer::new(), "invoices are rounded wrongly");
        let nearest = Messages::new(commits.len(), words).nearest(&query, 10);
        assert_eq!(nearest.iter().map(|(commit, _)| *commit).collect::<Vec<_>>(), [0, 2]);
        assert!((nearest[0].1 - 1.0).abs() < f32::EPSILON && nearest[1].1 < 1.0);
    }
}
