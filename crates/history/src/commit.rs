//! What is known of one commit: who made it, when, why, and which lines it changed.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// One commit that is not a merge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its id, in hexadecimal.
    pub id: String,
    /// The commit before it; `None` for the first.
    pub parent: Option<String>,
    /// Who wrote the change.
    pub author: Author,
    /// When it was written, in seconds since 1970.
    pub author_time: i64,
    /// When it was committed, in seconds since 1970.
    pub commit_time: i64,
    /// The whole message.
    pub message: String,
    /// Changed files, sorted by path.
    pub changes: Vec<FileChange>,
}

/// A person as a commit names them; both texts are empty where it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Author {
    /// The name.
    pub name: String,
    /// The mail address.
    pub email: String,
}

/// What a commit did to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// Where the file is afterwards; `None` if it was deleted.
    pub path: Option<String>,
    /// Where it was before; `None` if it was created.
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
    /// Lines of the version after that show where the change is: the changed ones, or the line
    /// above where lines were only removed.
    pub fn place(&self) -> Range<u32> {
        if self.after.is_empty() {
            self.after.start.saturating_sub(1)..self.after.start
        } else {
            self.after.clone()
        }
    }
}
