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
    use crate::reserved::{MEASURED_IN_PUBLIC, RESERVED, with_held_out_tasks};

    #[test]
    fn nothing_is_mined_or_asked_of_what_is_measured_on() {
        let manifest = Manifest::own().unwrap();
        assert!(manifest.mined.len() >= 20);
        for repository in manifest.mined.iter().chain(&manifest.asked) {
            let name = repository.url.rsplit('/').next().unwrap();
            let mut reserved = RESERVED.iter().chain(MEASURED_IN_PUBLIC);
            assert!(!reserved.any(|reserved| reserved.eq_ignore_ascii_case(name)), "{name}");
        }
    }

    #[test]
    fn nothing_is_mined_or_asked_of_a_repository_with_held_out_tasks() {
        let held_out = with_held_out_tasks();
        assert!(held_out.len() >= 10);
        let manifest = Manifest::own().unwrap();
        for repository in manifest.mined.iter().chain(&manifest.asked) {
            assert!(!held_out.contains(&repository.name), "{}", repository.name);
        }
    }
}
