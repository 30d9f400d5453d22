//! What git knows about a worktree: the commit it stands on and what differs from it.
//!
//! The only crate that knows gix. It reads and never writes, not even the index that git itself
//! would refresh. Where a repository lies on disk is answered by `source`, more cheaply.

mod error;
mod state;

pub use error::HistoryError;
pub use state::{WorktreeState, is_dirty, worktree_state};
