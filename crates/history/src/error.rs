//! Errors of a repository, each with the path and the next step.

use std::path::PathBuf;

/// Why a repository cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The folder is not in a repository.
    #[error("{} is not in a git repository; run `git init` there, or go on without history", path.display())]
    NotARepository {
        /// The folder.
        path: PathBuf,
    },
    /// The repository has no checked-out files.
    #[error("{} is a bare repository; name a folder with checked-out files", path.display())]
    Bare {
        /// The folder.
        path: PathBuf,
    },
    /// The `.git` is not valid for git itself.
    #[error("the .git of {} is damaged ({why}); run `git status` there for details", path.display())]
    Damaged {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The repository belongs to another user and is not in this user's `safe.directory`.
    #[error(
        "{} belongs to another user, so git does not trust it; \
         if you do, run `git config --global --add safe.directory {}`",
        path.display(), path.display()
    )]
    NotOwned {
        /// The top folder of the worktree.
        path: PathBuf,
    },
    /// The repository has an unsupported format.
    #[error("the repository at {} keeps {what}, which cannot be read yet", path.display())]
    Unsupported {
        /// The folder.
        path: PathBuf,
        /// The unsupported part, e.g. "its refs in a reftable".
        what: &'static str,
    },
    /// A file that git reads is a FIFO, a device, a socket, or too large.
    #[error("{} is not a regular file of a size that git writes, so it is not read; remove it", file.display())]
    Special {
        /// The file.
        file: PathBuf,
    },
    /// There is no commit of this name.
    #[error("{} has no revision `{revision}`; name a branch, a tag, an id, or HEAD~1", path.display())]
    UnknownRevision {
        /// The folder.
        path: PathBuf,
        /// The name.
        revision: String,
    },
    /// git's files are damaged, not readable, or of an unknown format.
    #[error("cannot {action} of the repository at {}: {source}; run `git status` and `git fsck` there for details", path.display())]
    Git {
        /// The folder.
        path: PathBuf,
        /// The operation, e.g. "read the index".
        action: &'static str,
        /// The error of gix.
        source: Box<gix::Error>,
    },
}
