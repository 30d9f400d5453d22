//! The tree of a repository of the corpus, at the commit it is pinned to.

use super::ParsedFile;
use crate::corpus::{Checkouts, Corpus};
use anyhow::{Context, Result, bail};
use fathom_syntax::Kind;
use std::collections::BTreeSet;

/// A parsed tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The repository's name.
    pub repository: String,
    /// Its commit.
    pub commit: String,
    /// Its files, by path.
    pub files: Vec<ParsedFile>,
}

impl Tree {
    /// Distinct names that a label could name: definitions of code, not of
    /// tests, prose or configuration.
    pub fn labelable(&self) -> BTreeSet<&str> {
        self.files
            .iter()
            .flat_map(|file| &file.definitions)
            .filter(|one| !one.is_test && !matches!(one.kind, Kind::Key | Kind::Section))
            .map(|one| one.name.as_str())
            .collect()
    }
}

/// Parses the checkout of the repository that tasks call so. A checkout at
/// another commit is an error: labels hold for one tree only.
pub fn pinned(called: &str, corpus: &Corpus, checkouts: &Checkouts) -> Result<Tree> {
    let repository =
        corpus.find(called).with_context(|| format!("the corpus has no repository `{called}`"))?;
    let root = checkouts.path(repository);
    let Some(commit) = fathom_source::Repository::at(&root).and_then(|found| found.head()) else {
        bail!("no checkout at {}; run `fathom bench corpus sync`", root.display());
    };
    if commit != repository.commit {
        bail!("{} is at {commit}, the corpus pins {}", root.display(), repository.commit);
    }
    let files = super::parse(&root)?;
    Ok(Tree { repository: repository.name.clone(), commit, files })
}
