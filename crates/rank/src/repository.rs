//! The inputs of a ranking: one repository, and the learned models.

use crate::files::FileModel;
use crate::model::Model;
use crate::past::Past;
use crate::traits::Traits;
use fathom_graph::Graph;
use fathom_text::Index;

/// The parts of a repository that a ranking reads.
#[derive(Clone, Copy)]
pub struct Repository<'r> {
    /// Symbols and edges.
    pub graph: &'r Graph<'r>,
    /// The text index.
    pub words: &'r Index<'r>,
    /// Its commits, if it has any.
    pub past: Option<&'r Past<'r>>,
    /// What its files and symbols are whatever the question.
    pub traits: &'r Traits,
}

/// The learned models.
#[derive(Clone, Copy)]
pub struct Rankers<'m> {
    /// Orders symbols.
    pub symbols: &'m Model,
    /// Orders files; without it an answer has none.
    pub files: Option<&'m FileModel>,
}
