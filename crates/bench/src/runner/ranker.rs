//! The ranker that Fathom was measured with, and whether it was trained on the measured repositories.

use super::Plan;
use crate::systems::RANKER;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Repositories whose labelled tasks the built-in ranker learned from, one name a line.
const LEARNED_FROM: &str = include_str!("../../../rank/model/learned_from.txt");

/// The ranker of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankerRecord {
    /// `built-in`, `one for each repository` or `a file`.
    pub kind: String,
    /// BLAKE3 of the model, or of all models of the folder in the order of their names.
    pub hash: String,
    /// BLAKE3 of the measured program.
    #[serde(default)]
    pub program_hash: String,
    /// Measured repositories that it learned from; empty if it learned from none of them.
    pub learned_from: Vec<String>,
    /// Whether it is not known what the ranker learned from.
    #[serde(default)]
    pub is_unknown: bool,
}

impl RankerRecord {
    /// The ranker that a plan is measured with.
    pub(super) fn of(plan: &Plan) -> RankerRecord {
        let measured: BTreeSet<&str> = plan.tasks.iter().map(|task| task.repo.as_str()).collect();
        let program_hash = hash(&std::fs::read(&plan.program).unwrap_or_default());
        match std::env::var_os(RANKER) {
            Some(path) if Path::new(&path).is_dir() => RankerRecord {
                kind: "one for each repository".to_owned(),
                hash: hash_of_folder(Path::new(&path)),
                program_hash,
                // A folder holds, under the name of a repository, a model that has not seen it.
                ..RankerRecord::default()
            },
            Some(path) => RankerRecord {
                kind: "a file".to_owned(),
                hash: hash(&std::fs::read(&path).unwrap_or_default()),
                program_hash,
                is_unknown: true,
                ..RankerRecord::default()
            },
            None => RankerRecord {
                kind: "built-in".to_owned(),
                // Another build has a model of its own, which the hash of the program stands for.
                hash: if is_this_program(&plan.program) {
                    hash(include_bytes!("../../../rank/model/ranker.tsv"))
                } else {
                    String::new()
                },
                program_hash,
                learned_from: learned_from(&measured),
                is_unknown: false,
            },
        }
    }

    /// Whether two runs measured the same program with the same ranker.
    pub(super) fn is_same(&self, other: &RankerRecord) -> bool {
        (&self.kind, &self.hash, &self.program_hash) == (&other.kind, &other.hash, &other.program_hash)
    }

    /// Which ranker it is, in a sentence.
    pub(super) fn provenance(&self) -> String {
        let short = |hash: &str| hash.chars().take(12).collect::<String>();
        let learned = match (self.is_unknown, self.learned_from.as_slice()) {
            (true, _) => "what it learned from is not known".to_owned(),
            (false, []) => "it learned from none of the measured repositories".to_owned(),
            (false, known) => format!("it learned from {}", known.join(", ")),
        };
        let hash =
            if self.hash.is_empty() { String::new() } else { format!(", BLAKE3 {}", short(&self.hash)) };
        let program = if self.program_hash.is_empty() {
            String::new()
        } else {
            format!("; program BLAKE3 {}", short(&self.program_hash))
        };
        format!("Fathom's ranker: {}{hash}; {learned}{program}.", self.kind)
    }

    /// What a reader has to know before any figure of Fathom.
    pub(super) fn warning(&self) -> Option<String> {
        if !self.learned_from.is_empty() {
            return Some(format!(
                "Fathom's ranker learned from repositories that are measured here ({}): its figures are no \
                 evidence. Measure with rankers that have not seen them: FATHOM_RANKER=FOLDER, made by \
                 `fathom-train fit --unseen`.",
                self.learned_from.join(", ")
            ));
        }
        self.is_unknown.then(|| {
            "Fathom's ranker is a file, and what it learned from is not known: its figures are no evidence. \
             Measure the built-in ranker, or FATHOM_RANKER=FOLDER with one ranker for each repository."
                .to_owned()
        })
    }
}

fn is_this_program(program: &Path) -> bool {
    let this = std::env::current_exe().and_then(std::fs::canonicalize);
    matches!((this, program.canonicalize()), (Ok(this), Ok(program)) if this == program)
}

/// The measured repositories that the built-in ranker learned from.
pub(crate) fn learned_from(measured: &BTreeSet<&str>) -> Vec<String> {
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
    use super::{RankerRecord, learned_from};
    use std::collections::BTreeSet;

    #[test]
    fn a_repository_that_the_ranker_learned_from_is_named() {
        let measured = BTreeSet::from(["flask", "nobody/knows", "encode/httpx"]);
        assert_eq!(learned_from(&measured), ["encode/httpx", "flask"]);
    }

    #[test]
    fn a_ranker_that_learned_from_the_measured_or_from_nobody_knows_what_is_no_evidence() {
        let own = RankerRecord { learned_from: vec!["flask".to_owned()], ..RankerRecord::default() };
        assert!(own.warning().is_some_and(|warning| warning.contains("flask")));
        let file = RankerRecord { is_unknown: true, ..RankerRecord::default() };
        assert!(file.warning().is_some());
        assert_eq!(RankerRecord::default().warning(), None);
        assert!(own.provenance().contains("it learned from flask"));
        assert!(file.provenance().contains("not known"));
        assert!(RankerRecord::default().provenance().contains("none of the measured repositories"));
    }
}
