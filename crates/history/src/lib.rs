//! What git knows: the commit a worktree stands on, what differs from it, and
//! what each commit before it changed.
//!
//! The only crate that knows gix. It reads and never writes, not even the index that git itself
//! would refresh, and runs no program, whatever a repository names: see `open.rs`. Where a
//! repository lies on disk is answered by `source`, more cheaply.

mod dirtiness;
mod error;
#[cfg(test)]
mod git_command;
mod log;
mod open;
mod settings;
mod special;
mod state;
mod tracks;
mod trust;
mod worktree;

pub use dirtiness::Dirtiness;
pub use error::HistoryError;
pub use log::{Commit, FileChange, Hunk, LogOptions, log};
pub use open::usable;
pub use state::{WorktreeState, worktree_state};
pub use tracks::tracks;
pub use worktree::Listed;
