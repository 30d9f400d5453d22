//! Wishes that were written to learn from: `wishes/REPOSITORY.yaml`, each with
//! the symbols that one would need to open. Labelled once, by the protocol of
//! the project's own tasks, which are labelled twice and measured on.

use crate::questions::Question;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One wish, most needed symbol first.
#[derive(Debug, Deserialize)]
struct Wish {
    task: String,
    symbols: Vec<String>,
}

/// The wishes for a repository; none where none were written.
pub(crate) fn of(repository: &str) -> Result<Vec<Question>> {
    let path = folder().join(format!("{repository}.yaml"));
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&path)?;
    let wishes: Vec<Wish> =
        serde_saphyr::from_str(&text).with_context(|| format!("{} holds no wishes", path.display()))?;
    let question = |(number, wish): (usize, Wish)| Question {
        id: format!("{repository}-wish-{:02}", number + 1),
        commit: None,
        text: wish.task,
        names: wish.symbols,
        changed: BTreeMap::new(),
    };
    Ok(wishes.into_iter().enumerate().map(question).collect())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("wishes")
}

#[cfg(test)]
mod tests {
    use super::{folder, of};
    use crate::manifest::Manifest;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_wishes_is_for_a_repository_of_the_manifest_and_can_be_read() {
        let manifest = Manifest::own().unwrap();
        let known: BTreeSet<&str> =
            manifest.mined.iter().chain(&manifest.asked).map(|repository| repository.name.as_str()).collect();
        for entry in std::fs::read_dir(folder()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(known.contains(name), "{name}");
            let wishes = of(name).unwrap();
            assert_eq!(wishes.len(), 14, "{name}");
            assert!(wishes.iter().all(|wish| (2..=15).contains(&wish.names.len())), "{name}");
        }
        assert!(of("no such repository").unwrap().is_empty());
    }
}
