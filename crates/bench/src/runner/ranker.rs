//! The ranker that Fathom was measured with, and whether it was trained on the measured repositories.

use super::Plan;
use crate::systems::RANKER;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Repositories whose labelled tasks the built-in ranker learned from, one name a line.
const LEARNED_FROM: &str = include_str!("../../../rank/model/learned_from.txt");

/// The ranker of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankerRecord {
    /// `built-in`, or `one for each repository`.
    pub kind: String,
    /// BLAKE3 of the model, or of all models of the folder in the order of their names.
    pub hash: String,
    /// Measured repositories that it learned from; empty if it learned from none of them.
    pub learned_from: Vec<String>,
}

impl RankerRecord {
    /// The ranker that a plan is measured with.
    pub(super) fn of(plan: &Plan) -> RankerRecord {
        let measured: BTreeSet<&str> = plan.tasks.iter().map(|task| task.repo.as_str()).collect();
        match std::env::var_os(RANKER) {
            Some(path) if Path::new(&path).is_dir() => RankerRecord {
                kind: "one for each repository".to_owned(),
                hash: hash_of_folder(Path::new(&path)),
                // A folder holds, under the name of a repository, a model that has not seen it.
                learned_from: Vec::new(),
            },
            Some(path) => RankerRecord {
                kind: "a file".to_owned(),
                hash: hash(&std::fs::read(&path).unwrap_or_default()),
                learned_from: Vec::new(),
            },
            None => RankerRecord {
                kind: "built-in".to_owned(),
                hash: hash(include_bytes!("../../../rank/model/ranker.tsv")),
                learned_from: learned_from(&measured),
            },
        }
    }
}

/// The measured repositories that the built-in ranker learned from.
fn learned_from(measured: &BTreeSet<&str>) -> Vec<String> {
    let learned: BTreeSet<&str> = LEARNED_FROM
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    // Issues name a repository with its owner.
    let name = |repo: &str| repo.rsplit('/').next().unwrap_or(repo).to_lowercase();
    let known = |repo: &&&str| learned.iter().any(|one| one.to_lowercase() == name(repo));
    measured.iter().filter(known).map(|repo| (*repo).to_owned()).collect()
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn hash_of_folder(folder: &Path) -> String {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .map(|one| one.path())
        .collect();
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        hasher.update(&std::fs::read(file).unwrap_or_default());
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::learned_from;
    use std::collections::BTreeSet;

    #[test]
    fn a_repository_that_the_ranker_learned_from_is_named() {
        let measured = BTreeSet::from(["flask", "nobody/knows", "encode/httpx"]);
        assert_eq!(learned_from(&measured), ["encode/httpx", "flask"]);
    }
}
