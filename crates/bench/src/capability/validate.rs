//! Does what a dataset expects exist in the tree that it was written for?

use super::dataset::{CATEGORIES, Dataset, Task};
use crate::tree::{ParsedFile, parse};
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

/// An error in a dataset.
#[derive(Clone, Debug, Serialize)]
pub struct Validation {
    /// Tasks checked.
    pub tasks: usize,
    /// Tasks by category.
    pub categories: BTreeMap<String, usize>,
    /// Names and files checked.
    pub expected: usize,
    /// Tasks and their faults.
    pub faults: Vec<(String, String)>,
}

/// Looks for every expected name and file in a tree.
///
/// The parts of a name must be defined, or at least written, in one file: that is independent of
/// how a server resolves names, and names that a framework generates are written nowhere as a
/// definition.
pub fn validate(dataset: &Dataset, root: &Path) -> Result<Validation> {
    let parsed = parse(root).with_context(|| format!("cannot read {}", root.display()))?;
    let tree = Tree::new(root, &parsed);
    let mut validation =
        Validation { tasks: 0, categories: BTreeMap::new(), expected: 0, faults: Vec::new() };
    for task in &dataset.tasks {
        validation.tasks += 1;
        *validation.categories.entry(task.category.clone()).or_default() += 1;
        let faults = tree.faults(task, &mut validation.expected);
        validation.faults.extend(faults.into_iter().map(|fault| (task.id.clone(), fault)));
    }
    for category in CATEGORIES {
        if !validation.categories.contains_key(category) {
            validation.faults.push(("dataset".to_owned(), format!("no task of the category {category}")));
        }
    }
    Ok(validation)
}

struct Tree<'t> {
    root: &'t Path,
    /// Last name to the files that define it.
    defined: BTreeMap<String, BTreeSet<&'t str>>,
    files: BTreeSet<&'t str>,
}

impl<'t> Tree<'t> {
    fn new(root: &'t Path, parsed: &'t [ParsedFile]) -> Tree<'t> {
        let mut defined: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for file in parsed {
            for definition in &file.definitions {
                for part in parts(&definition.name) {
                    defined.entry(part).or_default().insert(&file.path);
                }
            }
        }
        Tree { root, defined, files: parsed.iter().map(|file| file.path.as_str()).collect() }
    }

    fn faults(&self, task: &Task, expected: &mut usize) -> Vec<String> {
        let mut faults = Vec::new();
        for path in &task.expect_files {
            *expected += 1;
            if !self.root.join(path).is_file() {
                faults.push(format!("there is no file {path}"));
            }
        }
        let symbols: BTreeSet<&String> =
            task.expect_symbols.iter().chain(&task.expect_order).chain(&task.expect_absent).collect();
        for symbol in symbols {
            *expected += 1;
            if !self.has(symbol) {
                faults.push(format!("no file defines {symbol}"));
            }
        }
        if !CATEGORIES.contains(&task.category.as_str()) {
            faults.push(format!("no category is called {}", task.category));
        }
        faults
    }

    fn has(&self, symbol: &str) -> bool {
        let parts = parts(symbol);
        let Some((last, owners)) = parts.split_last() else { return false };
        if let Some(files) = self.defined.get(last) {
            let is_inside = |file: &&&str| owners.last().is_none_or(|owner| self.mentions(file, owner));
            if files.iter().any(|file| is_inside(&file)) {
                return true;
            }
        }
        // A generated name: its words are written in the file that defines its owner.
        let bare = last.trim_end_matches(['!', '?', '=']);
        let Some(owner) = owners.last() else {
            // A name that a library brings, such as a filter: it is written somewhere.
            return self.files.iter().any(|file| self.mentions(file, last));
        };
        self.defined.get(owner).is_some_and(|files| files.iter().any(|file| self.mentions(file, bare)))
    }

    fn mentions(&self, file: &str, word: &str) -> bool {
        self.files.contains(file)
            && std::fs::read_to_string(self.root.join(file))
                .is_ok_and(|text| text.to_lowercase().contains(word))
    }
}

/// The parts of a name, without case.
fn parts(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace("::", ".").replace('#', ".");
    name.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl fmt::Display for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (task, fault) in &self.faults {
            writeln!(f, "{task}: {fault}")?;
        }
        let counts: Vec<String> =
            self.categories.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(f, "{} tasks ({})", self.tasks, counts.join(", "))?;
        writeln!(f, "{} expected names and files, {} faults", self.expected, self.faults.len())
    }
}
