//! The index on disk.
//!
//! This crate owns the files in the user's cache and state folders. A kill at any moment leaves the old
//! index or the new one, damage is detected, and files are read in place through a memory map. The
//! crate stores bytes with sizes, keys and checksums; `fathom-syntax`, `fathom-text` and `fathom-graph`
//! interpret them.
//!
//! ```text
//! CACHE/repositories/NAME/      one repository; NAME is its folder and a hash of its path
//!   facts/                      packs of facts by content key; worktrees share it
//!   worktrees/NAME/             one worktree
//!     lock                      held by the one writer
//!     CURRENT                   name of the snapshot in use; replaced by one rename
//!     snapshots/NAME            a manifest, and beside it the parts it names; immutable, named by content
//!     local/NAME                what holds on this machine only: stamps, listing, verified parts
//!     sessions/NAME             what was given in the answers of a session
//! STATE/repositories/NAME/
//!   state.sqlite                what cannot be rebuilt: feedback, predictions, ledger; worktrees share it
//! ```

mod cache;
mod checksum;
mod collect;
mod doctor;
mod files;
mod folders;
mod home;
mod local;
mod lock;
mod map;
mod pack;
mod snapshot;
mod snapshot_store;
mod state;
mod temporary_file;

pub use cache::{Cache, CachedRecord, PendingPack};
pub use checksum::VerifiedBytes;
pub use collect::{RemovedIndexes, clean, clean_all, collect};
pub use doctor::{Finding, examine};
pub use files::{FileRow, FileTable, FileTableBuilder};
pub use folders::{Folders, HOME_VARIABLE};
pub use home::Home;
pub use local::FileStamp;
pub use lock::WriterLock;
pub use map::Map;
pub use pack::{Key, Record};
pub use snapshot::{Info, NextSegment, Parts, Skip, Snapshot};
pub use snapshot_store::{Content, FolderStore, SnapshotStore};
pub use state::{
    Entry, Episode, LocalState, Outcome, PredictedItem, Prediction, PredictionId, StateError, StateStore,
    Step, TestFileResult, TestRun, Transaction, TransactionId, Verdict,
};
pub use temporary_file::TemporaryFile;

use std::path::PathBuf;

/// Increased whenever the layout on disk changes.
pub const FORMAT: u32 = 4;

/// Errors of the index on disk.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file system operation failed.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// The operation.
        action: &'static str,
        /// The path.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A file of the index is truncated, damaged or of another version.
    #[error("{path} is damaged or of another version; run `fathom index` to build the index again")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Neither `FATHOM_HOME` nor the user's home folder is known.
    #[error("cannot find your home folder; set FATHOM_HOME to a folder in which fathom can keep its indexes")]
    NoHome,
    /// A folder that does not belong to the user.
    #[error(
        "{path} {why}; fathom keeps its indexes in your own folders only: remove it, or set FATHOM_HOME to another folder"
    )]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Another process kept the lock for too long.
    #[error("another fathom{} has been writing this index for a long time ({path}); try again later, or stop that process", process.map_or(String::new(), |process| format!(" (process {process})")))]
    Busy {
        /// The lock.
        path: PathBuf,
        /// The other process, if it is known.
        process: Option<u32>,
    },
}

impl StoreError {
    pub(crate) fn io<P: Into<PathBuf>>(
        action: &'static str,
        path: P,
    ) -> impl FnOnce(std::io::Error) -> StoreError {
        let path = path.into();
        move |source| StoreError::Io { action, path, source }
    }
}
