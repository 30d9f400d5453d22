//! Do labels exist? Each is looked for among the definitions of the tree at
//! the pinned commit, read by parsing, without any system's index.
//!
//! Also checks the labelling protocol: no label twice, no test code. It sets no number of
//! labels: a quota would raise the agreement of two labellers.

mod lookup;
mod text;

pub use lookup::{Lookup, Presence};

use crate::matching::Name;
use crate::tasks::yaml::LabelledTask;
use crate::tree::pinned::Tree;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A label that is not simply there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoubtfulLabel {
    /// The task.
    pub task: String,
    /// The label.
    pub symbol: String,
    /// The result of the lookup.
    pub presence: Presence,
}

/// Labels of one repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RepoCount {
    /// The commit they were looked for at.
    pub commit: String,
    /// Files parsed.
    pub files: usize,
    /// Definitions in them.
    pub definitions: usize,
    /// Labels.
    pub labels: usize,
    /// Labels that are there.
    pub there: usize,
    /// Labels whose last name is there under another qualifier.
    pub elsewhere: usize,
    /// Labels that are not there.
    pub missing: usize,
}

/// The result of a validation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Validation {
    /// Tasks read.
    pub tasks: usize,
    /// By repository.
    pub repos: BTreeMap<String, RepoCount>,
    /// Labels that are not simply there.
    pub doubtful: Vec<DoubtfulLabel>,
    /// Violations of the protocol: task and remark.
    pub remarks: Vec<(String, String)>,
    /// Repositories whose labels could not be looked for, and why.
    pub unchecked: BTreeMap<String, String>,
}

impl Validation {
    /// Whether every label was looked for and is there or inherited.
    pub fn is_sound(&self) -> bool {
        self.unchecked.is_empty() && self.repos.values().all(|repo| repo.missing == 0)
    }
}

/// Looks for every label; `tree` parses a repository by the name tasks call it.
pub fn validate(tasks: &[LabelledTask], tree: &dyn Fn(&str) -> Result<Tree, String>) -> Validation {
    let mut by_repo: BTreeMap<&str, Vec<&LabelledTask>> = BTreeMap::new();
    for task in tasks {
        by_repo.entry(&task.task.repo).or_default().push(task);
    }
    let mut validation = Validation {
        tasks: tasks.len(),
        repos: BTreeMap::new(),
        doubtful: Vec::new(),
        remarks: tasks.iter().flat_map(remarks).collect(),
        unchecked: BTreeMap::new(),
    };
    for (repo, tasks) in by_repo {
        match tree(repo) {
            Ok(tree) => check(repo, &tasks, &tree, &mut validation),
            Err(why) => {
                validation.unchecked.insert(repo.to_owned(), why);
            }
        }
    }
    validation
}

fn check(repo: &str, tasks: &[&LabelledTask], tree: &Tree, validation: &mut Validation) {
    let lookup = Lookup::new(tree);
    let mut count = RepoCount {
        commit: tree.commit.clone(),
        files: tree.files.len(),
        definitions: tree.files.iter().map(|file| file.definitions.len()).sum(),
        ..RepoCount::default()
    };
    for task in tasks {
        for label in task.labels() {
            count.labels += 1;
            let presence = lookup.find(&label.symbol);
            match &presence {
                Presence::There { in_tests, .. } => {
                    count.there += 1;
                    if *in_tests {
                        let remark = format!("{} is defined in tests only", label.symbol);
                        validation.remarks.push((task.task.id.clone(), remark));
                    }
                    continue;
                }
                Presence::Elsewhere { .. } => count.elsewhere += 1,
                Presence::Missing => count.missing += 1,
            }
            validation.doubtful.push(DoubtfulLabel {
                task: task.task.id.clone(),
                symbol: label.symbol.clone(),
                presence,
            });
        }
    }
    validation.repos.insert(repo.to_owned(), count);
}

fn remarks(task: &LabelledTask) -> Vec<(String, String)> {
    let mut remarks = task.remarks.clone();
    let labels = task.labels();
    let mut seen = BTreeSet::new();
    for label in labels {
        if !seen.insert(Name::new(&label.symbol)) {
            remarks.push(format!("{} is labelled twice", label.symbol));
        }
    }
    remarks.into_iter().map(|remark| (task.task.id.clone(), remark)).collect()
}

#[cfg(test)]
mod tests;
