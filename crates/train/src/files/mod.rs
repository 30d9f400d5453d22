//! The model of files: gathered, fitted and measured apart from that of symbols.
//!
//! Three sources of questions whose answer is a list of files: short queries (the corpus of
//! `fathom bench filesearch`), tasks whose expected symbols lie in files, and issues with the change
//! that fixed them. Every figure is of a model that was not trained on the repository.

mod example;
mod fit;
mod gather;
mod measure;

pub(crate) use fit::run as fit;
pub(crate) use gather::{queries, tasks};
