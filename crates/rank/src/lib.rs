//! A task in, ranked symbols out, packed into a budget of tokens.
//!
//! Each *channel* gives symbols a score for its own reason: the words match,
//! the task names it, prose that matches mentions it, a test that matches
//! calls it, something that matches is next to it in the graph. The scores
//! are added up and every symbol keeps the list of its reasons.
//!
//! This crate reads the graph and the text index, never files.

mod channels;
mod pack;
mod ranking;
mod task;
mod tokens;

pub use pack::{Detail, Item, Packed, pack};
pub use ranking::{Ranked, Ranking, Reason, rank};
pub use task::Task;
pub use tokens::count_tokens;
