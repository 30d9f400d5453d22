//! Skipped files and the reasons. Answers report them.

use std::fmt;

use crate::rules::{MAX_BYTES, MAX_RULES};
use crate::{Noise, SourceError};

/// A skipped path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The path relative to the root; a folder represents all its files.
    pub path: String,
    /// The reason.
    pub reason: SkipReason,
}

/// Why a path was skipped; its `Display` is the text for users.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// Not written by the project's developers, or not text.
    Noise(Noise),
    /// The name is not valid UTF-8, so no answer could name it.
    NameNotUtf8,
    /// A FIFO, device or socket.
    NotRegular,
    /// A linked worktree of some repository inside the root: the same code a second time.
    LinkedWorktree,
    /// Removed between the walk and the read.
    Gone,
    /// An ignore file that was read only in part.
    TooManyRules,
    /// The error of the operating system.
    Unreadable(String),
}

impl Skipped {
    /// The entry that reports a file which could not be read.
    pub fn because(path: impl Into<String>, error: &SourceError) -> Self {
        let reason = match error {
            SourceError::Gone { .. } | SourceError::RootMissing { .. } => SkipReason::Gone,
            SourceError::NotRegular { .. } | SourceError::NotADirectory { .. } => SkipReason::NotRegular,
            SourceError::TooLarge { .. } => SkipReason::Noise(Noise::TooLarge),
            SourceError::Unreadable { source, .. } => SkipReason::Unreadable(source.to_string()),
        };
        Self { path: path.into(), reason }
    }
}

impl From<Noise> for SkipReason {
    fn from(noise: Noise) -> Self {
        Self::Noise(noise)
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Noise(noise) => f.write_str(noise.reason()),
            Self::NameNotUtf8 => f.write_str("the name is not valid UTF-8"),
            Self::NotRegular => f.write_str("not a regular file"),
            Self::LinkedWorktree => f.write_str("a linked worktree, indexed on its own"),
            Self::Gone => f.write_str("disappeared while it was being read"),
            Self::TooManyRules => write!(
                f,
                "only the first {MAX_RULES} rules of an ignore file and {} KiB of it are read",
                MAX_BYTES / 1024
            ),
            Self::Unreadable(why) => write!(f, "unreadable: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_refused_read_becomes_a_skipped_entry_in_the_systems_words() {
        let error = SourceError::Unreadable {
            path: "secret.py".into(),
            source: io::Error::from(io::ErrorKind::PermissionDenied),
        };
        let skipped = Skipped::because("secret.py", &error);
        assert_eq!(skipped.reason.to_string(), "unreadable: permission denied");
    }

    #[test]
    fn a_file_that_grew_past_the_limit_is_skipped_as_too_large() {
        let error = SourceError::TooLarge { path: "dump.sql".into(), limit: 10 };
        assert_eq!(Skipped::because("dump.sql", &error).reason, SkipReason::Noise(Noise::TooLarge));
    }
}
