//! A folder in which one system works on one repository and may write freely.

use super::git;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// A work tree of its own for one system, with a folder for what it keeps elsewhere.
///
/// The work tree borrows its objects from the checkout, so it costs only its
/// files; moving it to a commit removes everything that the system wrote.
#[derive(Debug)]
pub struct Site {
    /// The work tree.
    pub root: PathBuf,
    /// Beside it: databases, caches, everything that a system is configured to write elsewhere.
    pub state: PathBuf,
    /// The repository's name.
    pub name: String,
    /// Where the repository comes from.
    pub url: String,
    /// The main language.
    pub language: String,
}

impl Site {
    /// Makes the place in a folder, borrowing from a checkout.
    pub(super) fn make(
        folder: &Path,
        checkout: &Path,
        name: &str,
        url: &str,
        language: &str,
    ) -> Result<Site> {
        let root = folder.join("repo").join(name);
        git::borrow(&root, &[checkout])?;
        let site = Site {
            root,
            state: folder.join("state"),
            name: name.to_owned(),
            url: url.to_owned(),
            language: language.to_owned(),
        };
        Ok(site)
    }

    /// Puts exactly the files of a commit there and empties the state.
    pub fn move_to(&self, commit: &str) -> Result<()> {
        self.forget()?;
        git::move_to(&self.root, commit)
            .with_context(|| format!("{} cannot be moved to {commit}", self.name))?;
        Ok(())
    }

    /// Empties the folder for what is kept elsewhere.
    pub fn forget(&self) -> Result<()> {
        match std::fs::remove_dir_all(&self.state) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot empty {}", self.state.display()));
            }
            _ => {}
        }
        std::fs::create_dir_all(&self.state).with_context(|| format!("cannot make {}", self.state.display()))
    }
}
