//! Concept packs: phrases to symbols, as data.
//!
//! A concept is a name, the phrases that people use for it, and its symbols: named one by one, as a
//! team does for its own repository, or selected by their [`Roles`], as a framework's pack does for
//! every repository that uses it. Concepts that come from the repository itself are in [`learned`].
//!
//! A concept matches only if two of its phrases, or one of several words, are in the task. It then
//! gives [`Advice`](crate::Advice), which moves symbols in the final order and is shown with its
//! reason.

mod advise;
mod glob;
mod learned;
mod question;
mod roles;
mod strongest;
mod task_words;

pub use advise::advise;
pub use learned::learned;
pub use question::Question;
pub use roles::Roles;
pub use strongest::strongest;
pub use task_words::{TaskWords, is_several_words};

use crate::advice::Advice;
use fathom_graph::SymbolId;

/// Phrases, and the symbols that they refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concept {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub phrases: Vec<String>,
    /// Its symbols that are named one by one.
    pub symbols: Vec<SymbolId>,
    /// Its symbols that are selected by role.
    pub roles: Roles,
    /// Starts of paths that the symbols selected by role must have; empty for any path.
    pub within: Vec<String>,
}

/// A concept that matches a task.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchedConcept {
    /// The source and name of the concept: the reason of its advice.
    pub reason: String,
    /// Its phrases that the task contains.
    pub phrases: Vec<String>,
    /// The advice it gives.
    pub advice: Vec<Advice>,
}
