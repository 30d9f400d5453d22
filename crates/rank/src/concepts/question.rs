//! A task as packs read it: its words in order, and the hits for them.

use super::TaskWords;
use crate::search_results::SearchResults;
use crate::task::Task;
use fathom_graph::Graph;

/// A task in a repository.
pub struct Question<'q, 'a> {
    pub(super) graph: &'q Graph<'a>,
    /// The hits for the task's words.
    pub(super) found: &'q SearchResults,
    /// The task's words in order.
    pub words: TaskWords,
}

impl<'q, 'a> Question<'q, 'a> {
    /// Reads a task for a repository.
    pub fn new(graph: &'q Graph<'a>, found: &'q SearchResults, task: &Task) -> Question<'q, 'a> {
        Question { graph, found, words: TaskWords::of(task) }
    }
}
