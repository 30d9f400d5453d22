//! Benchmarks: what Fathom claims, measured.
//!
//! Each benchmark is a folder that runs, compares and reports:
//!
//! - [`edges`]: are call edges right? A compiler's SCIP index is the oracle;
//! - [`speed`]: how fast is indexing and answering? Reading and parsing the
//!   same files is the floor;
//! - [`load`]: how does a server answer many clients at once?
//! - [`capability`]: how well does a server help to understand an application?
//! - the retrieval benchmark: which system finds the symbols that matter?
//!   A [`corpus`] holds the repositories, [`tasks`] are what is asked,
//!   [`systems`] answer them, a [`runner`] asks and stores a
//!   [`record`] of every answer; [`matching`] and [`metrics`] judge it,
//!   [`statistics`] compare systems, [`trials`] show what an average does not;
//! - [`filesearch`]: which files does a short query find?
//! - [`published`]: the tables that are published, and their text;
//! - [`foresight`]: what does history add to the answers of `context`?
//! - [`reliability`]: what must hold under kills, damage, hostile repositories
//!   and edits.
//!
//! The product never depends on this crate. It prints nothing: reports are
//! returned as values and as text, and [`Watch`] receives the progress.

pub mod agreement;
pub mod calls;
pub mod capability;
mod client;
pub mod corpus;
pub mod diagnose;
pub mod edges;
pub mod errors;
pub mod failures;
pub mod filesearch;
pub mod foresight;
pub mod load;
pub mod matching;
pub mod measures;
pub mod metrics;
pub mod mine;
pub mod published;
pub mod record;
pub mod reliability;
pub mod report;
pub mod runner;
pub mod speed;
pub mod spelling;
pub mod statistics;
pub mod systems;
pub mod tasks;
pub mod tree;
pub mod trials;
pub mod validate;

/// Maximum tokens of an answer, for every system that accepts a budget.
pub const BUDGET: usize = 5_000;

/// Receives what a benchmark is doing, for people who wait.
pub type Watch<'w> = &'w dyn Fn(&str);
