//! What git knows: the commit a worktree stands on, what differs from it, and
//! what each commit before it changed; and what follows from the commits alone: where changed
//! lines are today, which files change together, which messages are near to a question.
//!
//! The only crate that knows gix. It reads and never writes, not even the index that git itself
//! would refresh, and runs no program, whatever a repository names: see `open.rs`. Where a
//! repository lies on disk is answered by `source`, more cheaply.

mod changes;
mod co_change;
mod commit;
mod dirtiness;
mod error;
mod follow;
#[cfg(test)]
mod git_command;
mod lineage;
mod log;
mod messages;
mod open;
mod settings;
mod since;
mod special;
mod state;
mod tracked;
mod tracks;
mod tree;
mod trust;
mod worktree;

pub use changes::{BranchWork, branch_work, changed_since, staged};
pub use co_change::{CoChange, CoChangeOptions};
pub use commit::{Author, Commit, FileChange, Hunk};
pub use dirtiness::Dirtiness;
pub use error::HistoryError;
pub use follow::{Change, ChangedLines, Churn, LineMap, PathId, Timeline};
pub use lineage::{Ancestor, lineage};
pub use log::{LogOptions, log};
pub use messages::{Messages, message_words};
pub use open::usable;
pub use since::{Branch, ChangesSince, branches, changes_since, file_at};
pub use state::{WorktreeState, worktree_state};
pub use tracked::tracked;
pub use tracks::tracks;
pub use tree::{BlobId, PastFiles, TreeFile};
pub use worktree::ListedFiles;
