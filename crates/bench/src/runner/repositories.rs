//! Which tasks are about the same tree.

use crate::corpus::{Checkouts, Corpus, Repository, is_commit};
use crate::tasks::Task;
use std::collections::BTreeMap;

/// Tasks about one repository at one commit.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) repository: Repository,
    pub(crate) commit: String,
    pub(crate) tasks: Vec<Task>,
}

/// Groups tasks by repository and commit, in order of their names, and returns the tasks that are
/// left out because their repository is not available.
pub(crate) fn groups(corpus: &Corpus, checkouts: &Checkouts, tasks: &[Task]) -> (Vec<Group>, Vec<String>) {
    let mut found: BTreeMap<(String, String), Group> = BTreeMap::new();
    let mut left_out = Vec::new();
    for task in tasks {
        let Some(repository) = repository(corpus, task) else {
            left_out.push(format!("{}: the corpus has no repository `{}`", task.id, task.repo));
            continue;
        };
        let commit = task.commit.clone().unwrap_or_else(|| repository.commit.clone());
        found
            .entry((repository.name.clone(), commit.clone()))
            .or_insert_with(|| Group { repository, commit, tasks: Vec::new() })
            .tasks
            .push(task.clone());
    }
    let mut had = Vec::new();
    for group in found.into_values() {
        // The same for all systems, so no system fails by it.
        match checkouts.provide(&group.repository, &group.commit) {
            Ok(()) => had.push(group),
            Err(why) => left_out.extend(group.tasks.iter().map(|task| format!("{}: {why:#}", task.id))),
        }
    }
    for group in &mut had {
        group.tasks.sort_by(|a, b| a.id.cmp(&b.id));
    }
    (had, left_out)
}

/// The repository of a task. Issues name `owner/name` and a commit, and need
/// no entry in the corpus.
fn repository(corpus: &Corpus, task: &Task) -> Option<Repository> {
    if let Some(known) = corpus.find(&task.repo) {
        return Some(known.clone());
    }
    let (owner, name) = task.repo.split_once('/')?;
    let plain = |text: &str| {
        !text.is_empty() && !text.starts_with(['.', '-']) && !text.contains(['/', '\\', ':', ' '])
    };
    let commit = task.commit.clone().filter(|commit| is_commit(commit))?;
    (plain(owner) && plain(name)).then(|| Repository {
        name: format!("{owner}+{name}").to_lowercase(),
        url: format!("https://github.com/{owner}/{name}"),
        commit,
        // Determined from the files when they are there.
        language: String::new(),
        parts: Vec::new(),
    })
}

/// The language that most bytes of a tree are written in.
pub(crate) fn main_language(root: &std::path::Path) -> String {
    let Ok(files) = fathom_source::walk(root, &fathom_source::WalkOptions::default()) else {
        return String::new();
    };
    let mut bytes: BTreeMap<&str, u64> = BTreeMap::new();
    for file in &files.files {
        if let fathom_syntax::DetectedLanguage::Known(language) = fathom_syntax::detect(&file.path, b"")
            && language.is_parsed()
            && !PROSE.contains(&language.name)
        {
            *bytes.entry(language.name).or_default() += file.stamp.size;
        }
    }
    let most = bytes.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)));
    most.map(|(name, _)| name.to_owned()).unwrap_or_default()
}

/// Languages that are not programming languages.
const PROSE: [&str; 6] = ["markdown", "restructuredtext", "text", "json", "yaml", "toml"];
