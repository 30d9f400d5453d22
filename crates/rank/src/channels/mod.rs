//! The channels: each finds candidates for the task in its own way and writes its signals.

mod echo;
mod graph;
mod history;
mod named;
mod quoted;
mod whole;
mod words;

pub(crate) use echo::echo;
pub(crate) use graph::{neighbours, walk};
pub(crate) use history::history;
pub(crate) use named::{FilesByName, named};
pub(crate) use quoted::quoted;
use whole::whole;
pub(crate) use words::{WordMatches, words};
