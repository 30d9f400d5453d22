//! Errors of folders and files, each with the name and the next step.

use std::io;
use std::path::PathBuf;

/// A folder that cannot be walked or a file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The folder to walk does not exist.
    #[error("{} does not exist; check the path", path.display())]
    RootMissing {
        /// The folder.
        path: PathBuf,
    },
    /// The path to walk is a file or something else.
    #[error("{} is not a folder; name the folder that contains the code", path.display())]
    NotADirectory {
        /// The path.
        path: PathBuf,
    },
    /// The file was there when the folder was walked and is gone now.
    #[error("{path} disappeared while it was being read; index again")]
    Gone {
        /// The file, relative to the root.
        path: String,
    },
    /// The path is a FIFO, a device, a socket, a symbolic link or a folder by now.
    #[error("{path} is not a regular file, so it is not opened; remove it or ignore it")]
    NotRegular {
        /// The path, relative to the root.
        path: String,
    },
    /// The file is larger than the limit.
    #[error("{path} has more than {limit} bytes; raise the file size limit or ignore the file")]
    TooLarge {
        /// The file, relative to the root.
        path: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The operating system returned an error.
    #[error("{path} cannot be read ({source}); check its permissions or ignore it")]
    Unreadable {
        /// The path as given.
        path: String,
        /// The error of the operating system.
        source: io::Error,
    },
}
