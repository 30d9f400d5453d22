//! A task as packs hear it: its words in order, and what matches them.

use super::TaskWords;
use crate::search_results::SearchResults;
use crate::task::Task;
use fathom_graph::Graph;

/// A task in a repository.
pub struct Question<'q, 'a> {
    pub(super) graph: &'q Graph<'a>,
    /// What matches the task's words.
    pub(super) found: &'q SearchResults,
    /// What the task says.
    pub said: TaskWords,
}

impl<'q, 'a> Question<'q, 'a> {
    /// A task, asked of a repository.
    pub fn new(graph: &'q Graph<'a>, found: &'q SearchResults, task: &Task) -> Question<'q, 'a> {
        Question { graph, found, said: TaskWords::of(task) }
    }
}
