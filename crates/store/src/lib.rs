//! The index on disk.
//!
//! This crate owns `.fathom/`: what lies there, how it is written so that a
//! kill at any moment leaves the old index or the new one, and how it is read
//! in place. It stores bytes and knows their sizes and keys; what the bytes
//! mean is known to `fathom-syntax`, `fathom-text` and `fathom-graph`.
//!
//! ```text
//! .fathom/
//!   .gitignore        holds `*`
//!   lock              held by the one writer
//!   CURRENT           name of the snapshot in use; replaced by one rename
//!   snapshots/NAME/   immutable: info.json, files.bin, graph.bin, skipped.json,
//!                     links to the packs and text segments it is made of
//!   sessions/NAME     what was given in the answers of a session
//!   cache/            packs of facts by content key; worktrees share it
//!   state.sqlite      what cannot be rebuilt: feedback; worktrees share it
//! ```

mod cache;
mod files;
mod home;
mod map;
mod pack;
mod snapshot;
mod state;

pub use cache::{Addition, Cache, Stored};
pub use files::{FileRow, FileTable, FileTableBuilder};
pub use home::{Home, NewSegment, Unfinished, WriterLock};
pub use map::Map;
pub use pack::{Key, Record};
pub use snapshot::{Info, Part, Parts, Skip, Snapshot};
pub use state::{State, Verdict};

use std::path::PathBuf;

/// Raised whenever the layout of `.fathom/` changes.
pub const FORMAT: u32 = 2;

/// What can go wrong with the index on disk.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system said no.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A file of the index is cut short, damaged or of another version.
    #[error("{path} is damaged or of another version; run `fathom index` to build the index again")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// What cannot be rebuilt could not be read or written.
    #[error("cannot use {path}: {source}; if it is damaged, move it away: what it kept is lost")]
    State {
        /// The file.
        path: PathBuf,
        /// The database's answer.
        source: rusqlite::Error,
    },
    /// What cannot be rebuilt was written by a later version, which must not be spoiled.
    #[error("{path} was written by a later version of fathom; update fathom to use it")]
    LaterState {
        /// The file.
        path: PathBuf,
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
