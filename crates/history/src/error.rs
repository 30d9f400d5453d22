//! What can go wrong with a repository, told with its name and the next step.

use std::path::PathBuf;

/// A repository that cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// No repository holds the folder.
    #[error("{} is not in a git repository; run `git init` there, or go on without history", path.display())]
    NotARepository {
        /// The folder asked for.
        path: PathBuf,
    },
    /// The repository has no checked-out files.
    #[error("{} is a bare repository; name a folder with checked-out files", path.display())]
    Bare {
        /// The folder asked for.
        path: PathBuf,
    },
    /// There is a `.git` that git itself would not take for one.
    #[error("the .git of {} is damaged ({why}); `git status` there tells more", path.display())]
    Damaged {
        /// The folder asked for.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The repository belongs to another user, and no `safe.directory` of this one names it.
    #[error(
        "{} belongs to another user, so git does not trust it; \
         if you do, run `git config --global --add safe.directory {}`",
        path.display(), path.display()
    )]
    NotOwned {
        /// The top folder of the worktree.
        path: PathBuf,
    },
    /// The repository is of a kind that cannot be read.
    #[error("the repository at {} keeps {what}, which cannot be read yet", path.display())]
    Unsupported {
        /// The folder asked for.
        path: PathBuf,
        /// What it keeps, e.g. "its refs in a reftable".
        what: &'static str,
    },
    /// A file that git would read is a FIFO, a device, a socket, or larger than any such file.
    #[error("{} is no regular file of a size that git writes, so it is not read; remove it", file.display())]
    Special {
        /// The file.
        file: PathBuf,
    },
    /// No commit has this name.
    #[error("{} has no revision `{revision}`; name a branch, a tag, an id, or HEAD~1", path.display())]
    UnknownRevision {
        /// The folder asked for.
        path: PathBuf,
        /// The name.
        revision: String,
    },
    /// git's files are damaged, locked away or of a kind not known yet.
    #[error("cannot {action} of the repository at {}: {source}; `git status` and `git fsck` there tell more", path.display())]
    Git {
        /// The folder asked for.
        path: PathBuf,
        /// What was tried, e.g. "read the index".
        action: &'static str,
        /// What gix said.
        source: Box<gix::Error>,
    },
}
