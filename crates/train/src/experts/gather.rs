//! Histories into examples.

use super::EXPERTS;
use super::Repository;
use anyhow::{Context, Result};
use fathom_experts::past::{Chronicle, Past};
use fathom_experts::replay::{Diffs, Replay};
use fathom_experts::signals::Group;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The questions of one repository to one expert.
#[derive(Serialize, Deserialize)]
pub(super) struct Examples {
    /// Names of the features, with the number of their group.
    pub(super) names: Vec<(String, u8)>,
    pub(super) questions: Vec<Example>,
}

/// One question.
#[derive(Serialize, Deserialize)]
pub(super) struct Example {
    /// By candidate: its features, and whether the commit changed it.
    pub(super) rows: Vec<(Vec<f32>, bool)>,
    /// Number of candidates that the commit changed, listed or not.
    pub(super) expected: usize,
    /// Of these, those that at most one commit had touched.
    pub(super) cold: usize,
    /// The reciprocal rank of the decayed baseline.
    pub(super) decayed: f64,
}

/// The past of a repository at a commit.
pub(super) fn past(root: &Path, commit: &str) -> Result<Past<'static>> {
    let mut chronicle = Chronicle::default();
    chronicle.extend(root, commit, &mut |_, _| {})?;
    Past::new(chronicle, commit).with_context(|| format!("{} has no commit {commit}", root.display()))
}

/// Asks about the newest commits of a repository and keeps the examples of each expert.
pub(super) fn gather(root: &Path, repository: &Repository, commits: usize, out: &Path) -> Result<()> {
    let past = past(root, &repository.commit)?;
    let asked = Replay::commits(&past, past.len(), commits);
    eprintln!("{}: {} of {} commits", repository.name, asked.len(), past.len());
    let mut replay = Replay::new(root, &past, Diffs::Half)?;
    let mut gathered: Vec<Examples> =
        EXPERTS.iter().map(|_| Examples { names: Vec::new(), questions: Vec::new() }).collect();
    for commit in asked {
        for (examples, question) in gathered.iter_mut().zip(replay.ask(commit, &EXPERTS)?) {
            let Some(question) = question else { continue };
            examples.names =
                question.names.iter().map(|(name, group)| (name.clone(), number(*group))).collect();
            let is_expected =
                |candidate: usize| question.expected.iter().any(|one| one.candidate == candidate);
            let first = question.decayed.iter().position(|candidate| is_expected(*candidate));
            examples.questions.push(Example {
                expected: question.expected.len(),
                cold: question.expected.iter().filter(|one| one.touches <= 1).count(),
                decayed: first.map_or(0.0, |place| 1.0 / (place + 1) as f64),
                rows: question.rows.into_iter().map(|row| (row.values, is_expected(row.candidate))).collect(),
            });
        }
    }
    std::fs::create_dir_all(out.parent().context("no folder")?)?;
    std::fs::write(out, postcard::to_stdvec(&gathered)?)?;
    Ok(())
}

pub(super) fn number(group: Group) -> u8 {
    match group {
        Group::History => 0,
        Group::Content => 1,
        Group::Names => 2,
        Group::Question => 3,
    }
}
