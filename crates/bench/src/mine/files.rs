//! Mined tasks as files: the commit id is stored, its message is not.

use super::{MinedCommit, mine_substance};
use crate::corpus::{Corpus, Repository};
use crate::runner::main_language;
use crate::tasks::Tier;
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Commits looked at for each task that is wanted.
const LOOK: usize = 40;

/// The files that were written.
#[derive(Debug)]
pub struct WrittenTasks {
    /// The folder of the tasks.
    pub tasks: PathBuf,
    /// The corpus file that names the repository.
    pub corpus: PathBuf,
    /// How many tasks.
    pub count: usize,
}

/// Makes tasks out of the newest commits of a repository and writes them,
/// with a corpus file that pins it, into a folder.
pub fn write(root: &Path, count: usize, out: &Path) -> Result<WrittenTasks> {
    let root = root.canonicalize().with_context(|| format!("{} cannot be found", root.display()))?;
    let name = root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let head = fathom_history::worktree_state(&root)?.commit;
    let Some(head) = head else { bail!("{} has no commit yet: there is nothing to mine", root.display()) };
    let tasks = out.join("tasks");
    fs::create_dir_all(&tasks).with_context(|| format!("cannot create {}", tasks.display()))?;
    let mut written = 0;
    for mined in mine_substance(&root, count * LOOK)? {
        if written == count {
            break;
        }
        let Some((id, text)) = file(&name, mined) else { continue };
        let path = tasks.join(format!("{id}.yaml"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        written += 1;
    }
    if written == 0 {
        bail!("no commit of {} makes a task: each is a merge, a chore or touches no code", root.display());
    }
    let repository = Repository {
        url: root.display().to_string(),
        commit: head,
        language: main_language(&root),
        name,
        parts: Vec::new(),
    };
    let corpus = out.join("corpus.yaml");
    let text =
        serde_saphyr::to_string(&Corpus { repos: vec![repository] }).context("cannot write the corpus")?;
    fs::write(&corpus, text).with_context(|| format!("cannot write {}", corpus.display()))?;
    Ok(WrittenTasks { tasks, corpus, count: written })
}

fn file(repo: &str, mined: MinedCommit) -> Option<(String, String)> {
    let commit = mined.commit.clone();
    let id = format!("{repo}-{}", &commit[..commit.len().min(12)]);
    let task = mined.into_task(id.clone(), repo.to_owned())?;
    let tier = match task.tier {
        Tier::Easy => "easy",
        Tier::Medium => "medium",
        Tier::Hard => "hard",
    };
    let mut text = String::new();
    let _ = writeln!(text, "id: {id}\nrepo: {repo}\ntier: {tier}\nsource: commit\nsource_ref: {commit}");
    Some((id, text))
}
