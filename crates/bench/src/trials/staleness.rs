//! How long from an edit to the right answer?
//!
//! Three edits, each to the tree as it was indexed: a function is renamed, a
//! file with a function is added, a file is deleted. The functions are made for
//! the trial, in the repository's main language, in and beside its file of
//! middle size, so the right answer is known. After each edit the system is
//! asked at once with nothing but the name in question; if the answer is still the old one,
//! its index is brought up to date by the cheapest means it offers and it is
//! asked again. Time runs from the end of the edit to the end of the answer.

use super::{TrialSetup, answer, table::table};
use crate::Watch;
use crate::corpus::{Repository, Site};
use crate::measures::{Measures, Staleness};
use crate::speed::edit::middle;
use crate::systems::{System, SystemError};
use anyhow::{Context, Result};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// The edit of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// A function got another name.
    Rename,
    /// A file with a function came.
    Add,
    /// A file with a function went.
    Delete,
}

/// How a system took one edit.
#[derive(Clone, Debug, Serialize)]
pub struct EditOutcome {
    /// The system.
    pub system: String,
    /// The repository.
    pub repository: String,
    /// The edit.
    pub edit: Edit,
    /// Whether the answer was right without notifying the system of the edit.
    pub at_once: bool,
    /// Whether it was right in the end.
    pub right: bool,
    /// Milliseconds from the edit to the right answer, updating included.
    pub ms: Option<f64>,
    /// The error.
    pub trouble: Option<String>,
}

/// All of them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// By repository, system and edit.
    pub taken: Vec<EditOutcome>,
}

/// The functions of the trial. They share no word, so that finding one is not finding another.
const OLD: &str = "quokka_marmalade";
const NEW: &str = "walrus_lantern";
const ADDED: &str = "ferret_umbrella";
const DELETED: &str = "heron_bicycle";

/// Tries every system on every repository.
pub fn run(ground: &TrialSetup, repositories: &[Repository], watch: Watch<'_>) -> Result<Report> {
    let mut report = Report::default();
    for repository in repositories {
        for name in &ground.systems {
            watch(&format!("{name}: {}", repository.name));
            let edits = [Edit::Rename, Edit::Add, Edit::Delete];
            let (_place, site) = ground.site(repository, &repository.commit)?;
            let stage = Stage::set(&site)?;
            let ready = ground.system(name).and_then(|system| {
                system.index(&site, ground.deadline())?;
                Ok(system)
            });
            for edit in edits {
                let mut taken = EditOutcome {
                    system: name.clone(),
                    repository: repository.name.clone(),
                    edit,
                    at_once: false,
                    right: false,
                    ms: None,
                    trouble: None,
                };
                match &ready {
                    Ok(system) => {
                        if let Err(trouble) = stage.play(system.as_ref(), &site, ground, &mut taken)? {
                            taken.trouble = Some(trouble.to_string());
                        }
                    }
                    Err(trouble) => taken.trouble = Some(trouble.to_string()),
                }
                report.taken.push(taken);
            }
            if let Ok(system) = &ready {
                system.leave(&site, ground.deadline());
            }
        }
    }
    Ok(report)
}

/// The files of the trial.
struct Stage {
    renamed: std::path::PathBuf,
    added: std::path::PathBuf,
    deleted: std::path::PathBuf,
    definition: &'static str,
}

impl Stage {
    /// Puts what is renamed and deleted later into the tree.
    fn set(site: &Site) -> Result<Stage> {
        let mut files = fathom_source::walk(&site.root, &fathom_source::WalkOptions::default())?.files;
        files.retain(|file| is_product(&file.path));
        let (path, definition) = middle(&site.root, &files)
            .with_context(|| format!("{} has no file that could be edited", site.name))?;
        let renamed = site.root.join(path);
        let end = renamed.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
        let beside = |name: &str| renamed.with_file_name(format!("{name}.{end}"));
        let stage =
            Stage { added: beside(ADDED), deleted: beside(DELETED), renamed: renamed.clone(), definition };
        let text = fs::read_to_string(&renamed).with_context(|| format!("cannot read {path}"))?;
        write(&renamed, &format!("{text}\n\n{}", stage.define(OLD)))?;
        write(&stage.deleted, &stage.opened(DELETED))?;
        Ok(stage)
    }

    fn define(&self, name: &str) -> String {
        self.definition.replace('@', name)
    }

    /// A file that holds only the definition.
    fn opened(&self, name: &str) -> String {
        let php = self.added.extension().is_some_and(|end| end == "php");
        format!("{}{}", if php { "<?php\n" } else { "" }, self.define(name))
    }

    fn edit(&self, edit: Edit) -> Result<()> {
        match edit {
            Edit::Rename => {
                let text = fs::read_to_string(&self.renamed).context("the edited file is gone")?;
                write(&self.renamed, &text.replace(OLD, NEW))
            }
            Edit::Add => write(&self.added, &self.opened(ADDED)),
            Edit::Delete => fs::remove_file(&self.deleted).context("cannot delete the file"),
        }
    }

    /// Edits, then asks until the answer is right.
    fn play(
        &self,
        system: &dyn System,
        site: &Site,
        ground: &TrialSetup,
        taken: &mut EditOutcome,
    ) -> Result<Result<(), SystemError>> {
        self.edit(taken.edit)?;
        let started = Instant::now();
        let ask = |taken: &mut EditOutcome| -> Result<(), SystemError> {
            let (_, answer) = answer(system, site, question(taken.edit), ground.deadline())?;
            let names: Vec<&str> = answer.found.iter().map(|one| one.name.as_str()).collect();
            taken.right = is_right(taken.edit, &names);
            taken.ms = taken.right.then(|| started.elapsed().as_secs_f64() * 1000.0);
            Ok(())
        };
        let first = ask(taken);
        taken.at_once = taken.right;
        if first.is_err() || taken.right {
            return Ok(first);
        }
        Ok(system.refresh(site, ground.deadline()).and_then(|()| ask(taken)))
    }
}

/// Whether a file is the product itself: systems may put tests and examples last.
fn is_product(path: &str) -> bool {
    let path = path.to_lowercase();
    !["test", "spec", "example", "sample", "docs/", "bench"].iter().any(|word| path.contains(word))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The name that is asked for after an edit.
fn question(edit: Edit) -> &'static str {
    match edit {
        Edit::Rename => NEW,
        Edit::Add => ADDED,
        Edit::Delete => DELETED,
    }
}

fn is_right(edit: Edit, names: &[&str]) -> bool {
    let has = |name: &str| names.iter().any(|found| found.rsplit(['.', ':', '#']).next() == Some(name));
    match edit {
        Edit::Rename => has(NEW) && !has(OLD),
        Edit::Add => has(ADDED),
        Edit::Delete => !has(DELETED),
    }
}

impl Report {
    /// For the report of a run.
    pub fn measures(&self) -> Measures {
        let staleness = self.taken.iter().map(|one| Staleness {
            system: one.system.clone(),
            edit: one.edit.word().to_owned(),
            ms: one.ms,
        });
        Measures { staleness: staleness.collect(), ..Measures::default() }
    }
}

impl Edit {
    fn word(self) -> &'static str {
        match self {
            Edit::Rename => "rename",
            Edit::Add => "add",
            Edit::Delete => "delete",
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<Vec<String>> = self
            .taken
            .iter()
            .map(|one| {
                let edit = match one.edit {
                    Edit::Rename => "a function renamed",
                    Edit::Add => "a file added",
                    Edit::Delete => "a file deleted",
                };
                let ms = one.ms.map_or_else(|| "never".to_owned(), |ms| format!("{ms:.0} ms"));
                let result = match (&one.trouble, one.at_once, one.right) {
                    (Some(trouble), ..) => crate::trials::first_line(trouble),
                    (None, true, _) => "by itself".to_owned(),
                    (None, false, true) => "only after an update".to_owned(),
                    (None, false, false) => "stale even after an update".to_owned(),
                };
                vec![one.repository.clone(), one.system.clone(), edit.to_owned(), ms, result]
            })
            .collect();
        f.write_str(&table(&["repository", "system", "edit", "right answer after", "how"], &rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_function_must_be_found_by_its_new_name_only() {
        assert!(is_right(Edit::Rename, &["Shop.walrus_lantern"]));
        assert!(!is_right(Edit::Rename, &["walrus_lantern", "quokka_marmalade"]));
        assert!(is_right(Edit::Delete, &["something"]));
        assert!(!is_right(Edit::Add, &[]));
    }
}
