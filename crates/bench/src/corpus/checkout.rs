//! Checkouts: one clean work tree per repository, at its commit.

use super::{Corpus, Repository, Site, git};
use crate::Watch;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A folder with a work tree per repository.
#[derive(Clone, Debug)]
pub struct Checkouts {
    folder: PathBuf,
    mirror: Option<PathBuf>,
}

/// How one repository came to be there.
#[derive(Clone, Debug, Serialize)]
pub struct SyncedRepository {
    /// The repository.
    pub name: String,
    /// The commit that is checked out.
    pub commit: String,
    /// Files that the source lacks (very large ones, in some mirrors).
    pub missing: Vec<String>,
}

/// Whether a checkout matches the corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// At its commit, unchanged.
    Right {
        /// How many files the source lacked.
        missing: usize,
    },
    /// Not there.
    Absent,
    /// At another commit.
    Elsewhere {
        /// Which.
        commit: String,
    },
    /// At its commit, but files differ.
    Changed {
        /// The first of them.
        first: String,
        /// How many.
        count: usize,
    },
}

impl Checkouts {
    /// Checkouts in a folder. `mirror` is a folder of git directories laid out
    /// as `owner+name/repo`; without it repositories are cloned from their URL.
    pub fn new(folder: &Path, mirror: Option<&Path>) -> Checkouts {
        // Git is started in other folders, where a relative path would mean another place.
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Checkouts { folder: absolute(folder), mirror: mirror.map(absolute) }
    }

    /// Where a repository is.
    pub fn path(&self, repository: &Repository) -> PathBuf {
        self.folder.join(&repository.name)
    }

    /// Gets every repository of a corpus; one that cannot be had does not stop the others.
    pub fn sync(&self, corpus: &Corpus, watch: Watch<'_>) -> Vec<(String, Result<SyncedRepository>)> {
        let mut results = Vec::new();
        for repository in &corpus.repos {
            watch(&format!("{}: {}", repository.name, repository.url));
            results.push((repository.name.clone(), self.sync_one(repository)));
        }
        results
    }

    /// Gets one repository and checks its commit out.
    pub fn sync_one(&self, repository: &Repository) -> Result<SyncedRepository> {
        self.provide(repository, &repository.commit)?;
        let missing = git::move_to(&self.path(repository), &repository.commit)?;
        Ok(SyncedRepository { name: repository.name.clone(), commit: repository.commit.clone(), missing })
    }

    /// Makes sure that a commit of a repository can be read, without touching
    /// the work tree of a checkout that is already there.
    pub fn provide(&self, repository: &Repository, commit: &str) -> Result<()> {
        let path = self.path(repository);
        if path.join(".git").is_dir() && git::has_commit(&path, commit)? {
            return Ok(());
        }
        if !repository.parts.is_empty() {
            return self.combine(repository);
        }
        match self.in_mirror(repository) {
            Some(lender) => git::borrow(&path, &[&lender])?,
            None if self.mirror.is_some() => {
                bail!("the mirror has no {}/repo", repository.slug().replace('/', "+"))
            }
            None => clone(repository, &path)?,
        }
        if !git::has_commit(&path, commit)? {
            if self.mirror.is_some() {
                bail!("the mirror's {} does not contain commit {commit}", repository.slug());
            }
            git::run(&path, &["fetch", "--quiet", "--no-tags", &repository.url, commit])
                .with_context(|| format!("{} cannot be fetched at {commit}", repository.name))?;
        }
        Ok(())
    }

    /// Makes a combination: one commit with the trees of all parts.
    fn combine(&self, repository: &Repository) -> Result<()> {
        for part in &repository.parts {
            self.provide(part, &part.commit)?;
        }
        let lenders: Vec<PathBuf> = repository.parts.iter().map(|part| self.path(part)).collect();
        let lenders: Vec<&Path> = lenders.iter().map(PathBuf::as_path).collect();
        let path = self.path(repository);
        git::borrow(&path, &lenders)?;
        let trees: Vec<(&str, &str)> =
            repository.parts.iter().map(|part| (part.name.as_str(), part.commit.as_str())).collect();
        let commit = git::combine(&path, &trees)?;
        if commit != repository.commit {
            bail!(
                "the parts of {} give commit {commit}, the corpus pins {}",
                repository.name,
                repository.commit
            );
        }
        Ok(())
    }

    /// Compares every checkout with the corpus.
    pub fn verify(&self, corpus: &Corpus) -> Result<Vec<(String, Verdict)>> {
        corpus.repos.iter().map(|one| Ok((one.name.clone(), self.verify_one(one)?))).collect()
    }

    fn verify_one(&self, repository: &Repository) -> Result<Verdict> {
        let path = self.path(repository);
        if !path.join(".git").is_dir() {
            return Ok(Verdict::Absent);
        }
        let head = git::attempt(&path, &["rev-parse", "--verify", "--quiet", "HEAD"])?;
        let head = String::from_utf8_lossy(&head.stdout).trim().to_owned();
        if head != repository.commit {
            return Ok(Verdict::Elsewhere { commit: head });
        }
        let status = git::run(&path, &["status", "--porcelain", "-z", "--no-renames"])?;
        let (mut missing, mut changed) = (0, Vec::new());
        for entry in status.split('\0').filter(|entry| entry.len() > 3) {
            let (state, file) = entry.split_at(3);
            let absent = state == " D "
                && !git::attempt(&path, &["cat-file", "-e", &format!(":{file}")])?.status.success();
            if absent {
                missing += 1;
            } else {
                changed.push(file.to_owned());
            }
        }
        Ok(match changed.first() {
            Some(first) => Verdict::Changed { first: first.clone(), count: changed.len() },
            None => Verdict::Right { missing },
        })
    }

    /// Makes a place of its own for a system, in `folder`.
    pub fn site(&self, repository: &Repository, folder: &Path) -> Result<Site> {
        let Repository { name, url, language, .. } = repository;
        Site::make(folder, &self.path(repository), name, url, language)
    }

    fn in_mirror(&self, repository: &Repository) -> Option<PathBuf> {
        let name = repository.slug().replace('/', "+");
        let mirror = self.mirror.as_deref()?;
        let exact = mirror.join(&name).join("repo");
        if exact.is_dir() {
            return Some(exact);
        }
        // Hosts take owners and names in any case, folders do not.
        let mut entries: Vec<PathBuf> =
            mirror.read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        let same = |path: &PathBuf| {
            path.file_name().is_some_and(|found| found.to_string_lossy().eq_ignore_ascii_case(&name))
        };
        entries.into_iter().find(same).map(|path| path.join("repo")).filter(|path| path.is_dir())
    }
}

fn clone(repository: &Repository, path: &Path) -> Result<()> {
    if path.join(".git").is_dir() {
        return Ok(());
    }
    let parent = path.parent().context("a checkout needs a folder around it")?;
    std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    let output = git::command(parent)
        .args(["clone", "--quiet", "--no-checkout", "--", &repository.url])
        .arg(path)
        .output()
        .context("cannot start git; is it installed?")?;
    if !output.status.success() {
        bail!("git clone {}: {}", repository.url, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

#[cfg(test)]
mod tests;
