//! A task as packs hear it: its words in order, and what matches them.

use super::Said;
use crate::task::Task;
use fathom_graph::Graph;
use fathom_text::{Hit, Index, Query, SearchOptions, Tokenizer};
use std::cell::OnceCell;

/// Symbols, prose and tests that are looked at.
const HITS: usize = 1_000;

/// A task in a repository.
pub struct Question<'q, 'a> {
    pub(super) graph: &'q Graph<'a>,
    words: &'q Index<'a>,
    task: &'q Task,
    query: OnceCell<Query>,
    hits: OnceCell<Vec<Hit>>,
    /// What the task says.
    pub said: Said,
}

impl<'q, 'a> Question<'q, 'a> {
    /// A task, asked of a repository.
    pub fn new(graph: &'q Graph<'a>, words: &'q Index<'a>, task: &'q Task) -> Question<'q, 'a> {
        let said = Said::of(task);
        Question { graph, words, task, query: OnceCell::new(), hits: OnceCell::new(), said }
    }

    pub(super) fn query(&self) -> &Query {
        self.query.get_or_init(|| Query::weighted(&mut Tokenizer::new(), &self.task.parts()))
    }

    /// What matches the task's words, best first; searched for when a pack
    /// first needs it, since most tasks make none speak.
    pub(super) fn hits(&self) -> &[Hit] {
        self.hits.get_or_init(|| {
            let options = SearchOptions { limit: HITS, ..SearchOptions::default() };
            self.words.search(self.query(), &options)
        })
    }
}
