//! Data from git: the commit of a worktree, its differences from that commit, and the changes of each
//! earlier commit. Also what can be derived from commits: where changed lines are today, which files
//! change together, which messages match a question.
//!
//! The only crate that uses gix. It never writes, not even the index that git would refresh, and runs
//! no program that a repository names: see `open.rs`. Crate `source` locates a repository on disk at a
//! lower cost.

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
