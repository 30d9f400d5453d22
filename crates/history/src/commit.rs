//! One commit: its author, dates, message and changed lines.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// One commit that is not a merge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its id, in hexadecimal.
    pub id: String,
    /// The id of its parent; `None` for the first commit.
    pub parent: Option<String>,
    /// The author.
    pub author: Author,
    /// The author date, in seconds since 1970.
    pub author_time: i64,
    /// The commit date, in seconds since 1970.
    pub commit_time: i64,
    /// The whole message.
    pub message: String,
    /// Changed files, sorted by path.
    pub changes: Vec<FileChange>,
}

/// The author of a commit; both texts are empty if the commit names none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Author {
    /// The name.
    pub name: String,
    /// The mail address.
    pub email: String,
}

/// The change of one file in a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// The path after the commit; `None` if the file was deleted.
    pub path: Option<String>,
    /// The path before the commit; `None` if the file was created.
    pub before: Option<String>,
    /// Changed lines, in order; empty if they were not compared.
    pub hunks: Vec<Hunk>,
}

/// Changed lines, counted from 0; one of the two ranges may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// Lines of the version before.
    pub before: Range<u32>,
    /// Lines of the version after.
    pub after: Range<u32>,
}

impl Hunk {
    /// Lines of the version after that locate the change: the changed ones, or the line above removed
    /// lines.
    pub fn place(&self) -> Range<u32> {
        if self.after.is_empty() {
            self.after.start.saturating_sub(1)..self.after.start
        } else {
            self.after.clone()
        }
    }
}
