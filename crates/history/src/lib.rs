//! What git knows: the commit a worktree stands on, what differs from it, and
//! what each commit before it changed.
//!
//! The only crate that knows gix. It reads and never writes, not even the index that git itself
//! would refresh. Where a repository lies on disk is answered by `source`, more cheaply.

mod error;
#[cfg(test)]
mod git_command;
mod log;
mod state;

pub use error::HistoryError;
pub use log::{Commit, FileChange, Hunk, LogOptions, log};
pub use state::{WorktreeState, is_dirty, worktree_state};
