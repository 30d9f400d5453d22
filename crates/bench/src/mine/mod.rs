//! Tasks from a repository's own history: the message of a commit is the question, the
//! lines that it changed are the answer, the tree before it is searched.
//!
//! Commits that state no intent are excluded: merges, reverts, version bumps, mass renames, commits
//! without words.

mod files;
mod message;
mod substance;

pub use files::{WrittenTasks, write};

use crate::tasks::{Expected, Source, Task, issues};
use anyhow::{Context, Result};
use fathom_history::{Commit, LogOptions, log};
use fathom_source::Repository;
use fathom_syntax::DetectedLanguage;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Files of code in one commit above which it is a sweep, not a change.
const MOST_FILES: usize = 10;
/// Changed lines above which it is a rewrite.
const MOST_LINES: u32 = 600;

/// Languages in which nothing is defined that a task would ask for.
const NO_CODE: &[&str] = &["markdown", "restructuredtext", "asciidoc", "text", "json", "yaml", "toml"];
/// Commits that are looked at for those that tasks name.
const DEPTH: usize = 10_000;

/// A commit that makes a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinedCommit {
    /// The commit.
    pub commit: String,
    /// The commit before it, whose tree is searched.
    pub parent: String,
    /// When it was made, in seconds since 1970.
    pub time: i64,
    /// Its message, without trailers and numbers of pull requests.
    pub question: String,
    /// First and last changed lines of each file that was there before, from
    /// 1. Lines put between `n` and `n + 1` are `(n, n + 1)`.
    pub changed: BTreeMap<String, Vec<(u32, u32)>>,
}

/// The newest commits of the history that make tasks, at most `count`, looking
/// at no more than `depth` commits.
pub fn mine(root: &Path, count: usize, depth: usize) -> Result<Vec<MinedCommit>> {
    let options = LogOptions { limit: depth, largest: 3 * MOST_FILES };
    Ok(history(root, options)?.iter().filter_map(task).take(count).collect())
}

/// The same, without changes of form alone: formatting, imports, comments, versions. It reads files, so
/// it is slower.
fn mine_substance(root: &Path, depth: usize) -> Result<impl Iterator<Item = MinedCommit>> {
    let options = LogOptions { limit: depth, largest: 3 * MOST_FILES };
    let root = root.to_owned();
    let commits = history(&root, options)?.into_iter();
    Ok(commits.filter_map(move |commit| task(&commit).filter(|_| substance::has_substance(&root, &commit))))
}

impl MinedCommit {
    /// The task that the commit makes, asked of the tree before it; `None` if
    /// it changed nothing that a good answer holds.
    pub fn into_task(self, id: String, repo: String) -> Option<Task> {
        let changed: BTreeMap<String, Vec<(u32, u32)>> =
            self.changed.into_iter().filter(|(path, _)| is_code(path) && issues::is_expected(path)).collect();
        (!changed.is_empty()).then(|| Task {
            id,
            repo,
            commit: Some(self.parent),
            tier: issues::tier(changed.len()),
            description: self.question,
            source: Source::Commit,
            expected: Expected::Change(changed),
            tags: Vec::new(),
            changed: Vec::new(),
        })
    }
}

fn is_code(path: &str) -> bool {
    match fathom_syntax::detect(path, b"") {
        DetectedLanguage::Known(language) => !NO_CODE.contains(&language.name),
        _ => false,
    }
}

/// The tasks of these commits, by commit; one whose commit is not in the
/// history, or makes no task, is missing.
pub fn of_commits(root: &Path, commits: &BTreeSet<String>) -> Result<BTreeMap<String, MinedCommit>> {
    let options = LogOptions { limit: DEPTH, largest: 3 * MOST_FILES };
    let history = history(root, options)?;
    let wanted = history.iter().filter(|commit| commits.contains(&commit.id));
    Ok(wanted.filter_map(|commit| Some((commit.id.clone(), task(commit)?))).collect())
}

/// The commits that lead to what is checked out.
fn history(root: &Path, options: LogOptions) -> Result<Vec<Commit>> {
    let head = Repository::discover(root).and_then(|repository| repository.head());
    let head = head.with_context(|| format!("{} has no commits to make tasks of", root.display()))?;
    log(root, &head, options, BTreeMap::new())
        .with_context(|| format!("cannot read the history of {}", root.display()))
}

fn task(commit: &Commit) -> Option<MinedCommit> {
    let parent = commit.parent.clone()?;
    let question = message::question(&commit.message)?;
    let mut changed: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
    let mut lines = 0;
    for change in &commit.changes {
        let (Some(before), Some(_)) = (&change.before, &change.path) else { continue };
        for hunk in &change.hunks {
            lines += hunk.before.len() as u32 + hunk.after.len() as u32;
            let range = if hunk.before.is_empty() {
                (hunk.before.start.max(1), hunk.before.start + 1)
            } else {
                (hunk.before.start + 1, hunk.before.end)
            };
            changed.entry(before.clone()).or_default().push(range);
        }
    }
    let sound = !changed.is_empty() && commit.changes.len() <= 3 * MOST_FILES && lines <= MOST_LINES;
    sound.then(|| MinedCommit {
        commit: commit.id.clone(),
        parent,
        time: commit.commit_time,
        question,
        changed,
    })
}
