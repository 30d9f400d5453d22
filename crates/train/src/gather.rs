//! From a manifest or a folder of tasks to files of examples.

use crate::examples::{self, Example};
use crate::manifest::Manifest;
use crate::questions::{self, Question};
use crate::wishes;
use anyhow::{Context, Result};
use fathom_bench::corpus::{Checkouts, Corpus, Repository};
use fathom_bench::tasks::{Expected, Task, issues, yaml};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The examples of the project's own tasks, of wishes and of mined changes: those that take longest come last.
/// A repository that cannot be had is left out, and said so.
pub(crate) fn training(work: &Path, mirror: Option<&Path>) -> Result<()> {
    let manifest = Manifest::own()?;
    asked(Path::new("corpus/tasks"), &Corpus::own()?, Some("labelled"), work, mirror)
        .context("the project's own tasks")?;
    for repository in manifest.mined.iter().chain(&manifest.asked) {
        let written = wishes::of(&repository.name)?;
        if !written.is_empty() {
            or_left_out(repository, gathered(repository, "wishes", work, mirror, |_| Ok(written)));
        }
    }
    for repository in &manifest.mined {
        let mined = |root: &Path| questions::mined(root, manifest.changes, manifest.depth);
        or_left_out(repository, gathered(repository, "mined", work, mirror, mined));
    }
    Ok(())
}

/// Gathers and saves the examples of one repository, unless that was done before.
fn gathered(
    repository: &Repository,
    kind: &str,
    work: &Path,
    mirror: Option<&Path>,
    questions: impl FnOnce(&Path) -> Result<Vec<Question>>,
) -> Result<()> {
    let out = file(work, kind, &repository.name);
    if out.exists() {
        return Ok(());
    }
    let root = tree(repository, work, mirror)?;
    let questions = questions(&root)?;
    eprintln!("{}: {} questions ({kind})", repository.name, questions.len());
    save(&examples::gather(&root, &questions)?, &out)
}

fn or_left_out(repository: &Repository, result: Result<()>) {
    if let Err(error) = result {
        eprintln!("{}: left out: {error:#}", repository.name);
    }
}

/// The examples of tasks to measure on.
pub(crate) fn tasks(tasks: &Path, corpus: Option<&Path>, work: &Path, mirror: Option<&Path>) -> Result<()> {
    let corpus = match corpus {
        Some(path) => Corpus::load(path)?,
        None => Corpus::own()?,
    };
    asked(tasks, &corpus, None, work, mirror)
}

/// Asks tasks, repository by repository; their kind follows from what they
/// expect if it is not given.
fn asked(
    tasks: &Path,
    corpus: &Corpus,
    kind: Option<&str>,
    work: &Path,
    mirror: Option<&Path>,
) -> Result<()> {
    for (repository, questions) in by_repository(tasks, corpus)? {
        let inferred = if questions[0].names.is_empty() { "issues" } else { "tasks" };
        let kind = kind.unwrap_or(inferred);
        or_left_out(&repository, gathered(&repository, kind, work, mirror, |_| Ok(questions)));
    }
    Ok(())
}

/// The questions of tasks or issues, by repository.
pub(crate) fn by_repository(tasks: &Path, corpus: &Corpus) -> Result<Vec<(Repository, Vec<Question>)>> {
    let mut by_repo: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    for task in load(tasks)? {
        let question = Question::of_task(&task);
        by_repo.entry(task.repo).or_default().push(question);
    }
    let pinned = |(name, questions): (String, Vec<Question>)| {
        let repository = corpus.find(&name).cloned().unwrap_or_else(|| Repository {
            name: name.rsplit('/').next().unwrap_or(&name).to_owned(),
            url: format!("https://github.com/{name}"),
            commit: questions[0].commit.clone().unwrap_or_default(),
            language: String::new(),
            parts: Vec::new(),
        });
        (repository, questions)
    };
    Ok(by_repo.into_iter().map(pinned).collect())
}

fn load(path: &Path) -> Result<Vec<Task>> {
    if path.is_dir() {
        return Ok(yaml::load(path)?.into_iter().map(|labelled| labelled.task).collect());
    }
    Ok(issues::load(path)?.tasks)
}

impl Question {
    fn of_task(task: &Task) -> Question {
        let (names, changed) = match &task.expected {
            Expected::Symbols(labels) => {
                (labels.iter().map(|label| label.symbol.clone()).collect(), BTreeMap::new())
            }
            Expected::Change(changed) => (Vec::new(), changed.clone()),
        };
        Question {
            id: task.id.clone(),
            commit: task.commit.clone(),
            text: task.description.clone(),
            names,
            changed,
        }
    }
}

/// A work tree at the pinned commit.
pub(crate) fn tree(repository: &Repository, work: &Path, mirror: Option<&Path>) -> Result<PathBuf> {
    let checkouts = Checkouts::new(&work.join("trees"), mirror);
    checkouts.sync_one(repository)?;
    Ok(checkouts.path(repository))
}

fn file(work: &Path, kind: &str, name: &str) -> PathBuf {
    work.join(kind).join(format!("{name}.examples"))
}

fn save(examples: &[Example], path: &Path) -> Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(path))?;
    // Nobody takes half a file for a whole one.
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, postcard::to_stdvec(examples)?)?;
    Ok(std::fs::rename(unfinished, path)?)
}

/// All examples of a kind, by repository.
pub(crate) fn examples_of(work: &Path, kind: &str) -> Result<Vec<(String, Vec<Example>)>> {
    let mut files: Vec<PathBuf> = match std::fs::read_dir(work.join(kind)) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?,
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|ending| ending == "examples"));
    files.sort();
    files
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = std::fs::read(path)?;
            let examples = postcard::from_bytes(&bytes)
                .with_context(|| format!("{} is of another version; delete it", path.display()))?;
            Ok((name, examples))
        })
        .collect()
}
