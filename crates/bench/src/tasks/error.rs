//! Errors in files of tasks; each names the file and the field.

use std::path::PathBuf;
use thiserror::Error;

/// A task that cannot be used.
#[derive(Debug, Error)]
pub enum TaskError {
    /// The file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text is not YAML or JSON.
    #[error("{place}: {reason}")]
    Malformed {
        /// The file, and the line where that is known.
        place: String,
        /// The parser's message.
        reason: String,
    },
    /// A field is missing or holds something else than it should.
    #[error("{place}: field `{field}`: {reason}")]
    Field {
        /// The file, and the line where that is known.
        place: String,
        /// The field.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Two tasks have the same id.
    #[error("{second}: field `id`: `{id}` is taken by {first}; give each task its own")]
    Twice {
        /// The id.
        id: String,
        /// The first location.
        first: String,
        /// The second location.
        second: String,
    },
    /// There is no task at all.
    #[error("no tasks in {}; expected one YAML file for each", .0.display())]
    None(PathBuf),
}
