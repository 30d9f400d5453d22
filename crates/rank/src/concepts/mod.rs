//! Concept packs: phrases to symbols, as data.
//!
//! A concept is a name, the phrases people say for it, and the symbols that
//! are meant: named one by one, as a team does for its own repository, or
//! selected by their [`Roles`], as a framework's pack does for every repository
//! that uses it. What the repository itself teaches is in [`learned`].
//!
//! A concept speaks only when two of its phrases, or one of several words, are
//! in the task, and what it says is [`Advice`](crate::Advice): it moves symbols
//! in the finished order, and is shown with its reason.

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

/// Phrases, and the symbols that they mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concept {
    /// What it is called.
    pub name: String,
    /// What people say for it.
    pub phrases: Vec<String>,
    /// Symbols that were named for it.
    pub symbols: Vec<SymbolId>,
    /// What else is meant.
    pub roles: Roles,
    /// Where what else is meant lies, as starts of paths; anywhere if there is none.
    pub within: Vec<String>,
}

/// A concept that a task is about.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchedConcept {
    /// Whose concept, and which: the reason of its advice.
    pub reason: String,
    /// Its phrases that the task has.
    pub phrases: Vec<String>,
    /// What it says.
    pub advice: Vec<Advice>,
}
