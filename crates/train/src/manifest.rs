//! `training.yaml`: what the models are trained on.

use anyhow::{Context, Result};
use fathom_bench::corpus::Repository;
use serde::Deserialize;

/// The manifest, as the program was built with it.
#[derive(Debug, Deserialize)]
pub(crate) struct Manifest {
    /// Most changes of one history.
    pub(crate) changes: usize,
    /// Commits looked at for them.
    pub(crate) depth: usize,
    /// Histories that are mined.
    pub(crate) mined: Vec<Repository>,
    /// Further repositories that wishes were written for.
    pub(crate) asked: Vec<Repository>,
}

impl Manifest {
    pub(crate) fn own() -> Result<Manifest> {
        serde_saphyr::from_str(include_str!("../training.yaml")).context("training.yaml is no manifest")
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;
    use crate::reserved::{LEARNED_BEFORE, MEASURED_IN_PUBLIC, RESERVED};

    #[test]
    fn nothing_is_mined_or_asked_of_what_is_measured_on() {
        let manifest = Manifest::own().unwrap();
        assert!(manifest.mined.len() >= 20);
        for repository in manifest.mined.iter().chain(&manifest.asked) {
            let name = repository.url.rsplit('/').next().unwrap();
            let mut reserved =
                RESERVED.iter().filter(|name| !LEARNED_BEFORE.contains(name)).chain(MEASURED_IN_PUBLIC);
            assert!(!reserved.any(|reserved| reserved.eq_ignore_ascii_case(name)), "{name}");
        }
    }

    #[test]
    fn nothing_is_mined_or_asked_of_a_repository_with_held_out_tasks() {
        let tasks = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/held-out/tasks");
        let held_out: Vec<String> = std::fs::read_dir(tasks)
            .unwrap()
            .flat_map(|entry| {
                let name = entry.unwrap().file_name().into_string().unwrap();
                name.split('+').map(str::to_owned).collect::<Vec<_>>()
            })
            .collect();
        assert!(held_out.len() >= 10);
        let manifest = Manifest::own().unwrap();
        for repository in manifest.mined.iter().chain(&manifest.asked) {
            assert!(!held_out.contains(&repository.name), "{}", repository.name);
        }
    }
}
