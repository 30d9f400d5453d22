//! The registry of hostile repositories, by where the attack lies.

mod fathom_folder;
mod files;
mod git_config;
mod git_folder;
mod shipped;
mod size;
mod spelling;

use super::scene::Scene;
use anyhow::Result;

/// Makes a repository, and sets the questions to ask in it.
type MakeRepository = dyn Fn(&mut Scene) -> Result<()>;

/// A hostile repository.
pub(super) struct Case {
    /// Unique, for `--only`.
    pub(super) name: &'static str,
    /// Its content.
    pub(super) about: &'static str,
    /// Makes it; an error explains why it cannot be made on this machine.
    pub(super) make: Box<MakeRepository>,
}

impl Case {
    fn new(
        name: &'static str,
        about: &'static str,
        make: impl Fn(&mut Scene) -> Result<()> + 'static,
    ) -> Case {
        Case { name, about, make: Box::new(make) }
    }
}

/// Every case.
pub(super) fn all() -> Vec<Case> {
    [
        fathom_folder::cases(),
        shipped::cases(),
        files::cases(),
        git_config::cases(),
        git_folder::cases(),
        spelling::cases(),
        size::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = all().iter().map(|case| case.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }

    #[test]
    fn every_small_case_can_be_made() {
        let here = std::env::current_exe().unwrap();
        for case in all() {
            // Cases of size take seconds each, and those that ship an index need a program.
            if case.name.starts_with("size-") || case.name.starts_with("shipped-") {
                continue;
            }
            let place = tempfile::tempdir().unwrap();
            let mut scene = Scene::new(place.path(), &here).unwrap();
            if let Err(error) = (case.make)(&mut scene) {
                let text = format!("{error:#}");
                assert!(text.contains("not on this machine"), "{}: {text}", case.name);
            }
        }
    }
}
