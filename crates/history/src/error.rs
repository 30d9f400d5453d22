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
