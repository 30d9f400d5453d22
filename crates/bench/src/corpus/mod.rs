//! The repositories of tasks: names, commits and locations.
//!
//! A [`Corpus`] is read from `corpus.yaml`. [`Checkouts`] holds one work tree
//! per repository, got by `git clone` or from a folder of git directories, and
//! is never written to by a system: every system works in a [`Site`] of its
//! own that only borrows the objects. [`archive`] makes single files out of
//! checkouts for machines without a network.

pub mod archive;
mod checkout;
pub(crate) mod git;
mod site;

pub use checkout::{Checkouts, SyncedRepository, Verdict};
pub use site::Site;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// One repository, pinned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repository {
    /// How tasks call it, unique in the corpus.
    pub name: String,
    /// Where `git clone` finds it; empty for a combination.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// The commit that labels were made on; tasks may name others.
    pub commit: String,
    /// Its main language.
    pub language: String,
    /// The repositories that a combination consists of, each in a folder of its name. The
    /// combination is one commit without a past.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Repository>,
}

impl Repository {
    fn check(&self) -> Result<()> {
        let Repository { name, commit, .. } = self;
        // A name becomes a folder, a commit an argument of git.
        if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':']) {
            bail!("`{name}` cannot be a repository's name: it has to do as a folder's name");
        }
        if !is_commit(commit) {
            bail!("{name}: `{commit}` is not a full commit hash");
        }
        match (self.url.is_empty(), self.parts.len()) {
            (false, 0) | (true, 2..) => {}
            (false, _) => bail!("{name} has a URL and parts; it can have only one of them"),
            (true, _) => bail!("{name} needs a URL or at least two parts"),
        }
        self.parts.iter().try_for_each(Repository::check)
    }

    /// The `owner/name` in the URL, as far as it has them.
    pub fn slug(&self) -> String {
        let path = self.url.trim_end_matches('/').trim_end_matches(".git");
        let mut parts: Vec<&str> = path.rsplit(['/', ':']).take(2).collect();
        parts.reverse();
        parts.join("/")
    }
}

/// The content of `corpus.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corpus {
    /// The repositories, in the order of the file.
    pub repos: Vec<Repository>,
}

impl Corpus {
    /// Reads and checks a corpus file.
    pub fn load(path: &Path) -> Result<Corpus> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Corpus::parse(&text).with_context(|| format!("{} is no corpus", path.display()))
    }

    /// The corpus that this program was built with.
    pub fn own() -> Result<Corpus> {
        Corpus::parse(include_str!("../../../../corpus/corpus.yaml"))
    }

    fn parse(text: &str) -> Result<Corpus> {
        let corpus: Corpus = serde_saphyr::from_str(text)?;
        let mut names = BTreeSet::new();
        for repository in &corpus.repos {
            repository.check()?;
            let name = &repository.name;
            if !names.insert(name) {
                bail!("{name} is listed twice");
            }
        }
        Ok(corpus)
    }

    /// The repository that a task calls by its name or by `owner/name`.
    pub fn find(&self, called: &str) -> Option<&Repository> {
        self.repos
            .iter()
            .find(|one| one.name == called)
            .or_else(|| self.repos.iter().find(|one| one.slug().eq_ignore_ascii_case(called)))
    }

    /// Only the repositories that are named; all of them if none is.
    pub fn only(mut self, names: &[String]) -> Result<Corpus> {
        for name in names {
            if self.find(name).is_none() {
                bail!("the corpus has no repository `{name}`; it has {}", self.names());
            }
        }
        if !names.is_empty() {
            let whole = self.clone();
            self.repos.retain(|one| names.iter().any(|name| whole.find(name) == Some(one)));
        }
        Ok(self)
    }

    fn names(&self) -> String {
        self.repos.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a text is a whole commit hash.
pub(crate) fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_corpus_has_twenty_repositories_in_nine_languages() {
        let corpus = Corpus::own().unwrap();
        let languages: BTreeSet<&str> = corpus.repos.iter().map(|one| one.language.as_str()).collect();
        assert!(corpus.repos.len() >= 20 && languages.len() >= 9, "{languages:?}");
    }

    #[test]
    fn a_task_may_call_a_repository_by_owner_and_name() {
        let corpus = Corpus::own().unwrap();
        assert_eq!(corpus.find("perwendel/spark"), corpus.find("spark-java"));
        assert_eq!(corpus.find("nobody/nothing"), None);
    }

    #[test]
    fn a_name_that_leads_out_of_the_folder_is_refused() {
        let text =
            "repos: [{name: ../x, url: u, commit: ab8149664182b662453a563161aa89013c806dc9, language: c}]";
        assert!(Corpus::parse(text).is_err());
    }

    #[test]
    fn a_short_commit_is_refused() {
        let error = Corpus::parse("repos: [{name: x, url: u, commit: abc, language: c}]").unwrap_err();
        assert!(error.to_string().contains("not a full commit hash"), "{error}");
    }
}
