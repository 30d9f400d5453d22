//! One edited file: how long until an answer shows the edit?

use super::child::Fathom;
use super::timed;
use anyhow::{Context, Result, bail};
use fathom_source::FileEntry;
use fathom_syntax::{Detected, detect};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// A definition at the end of a file, by language; `@` is its name.
const DEFINITIONS: [(&str, &str); 16] = [
    ("python", "def @():\n    return 1\n"),
    ("typescript", "export function @() {\n  return 1;\n}\n"),
    ("tsx", "export function @() {\n  return 1;\n}\n"),
    ("javascript", "function @() {\n  return 1;\n}\n"),
    ("go", "func @() int {\n\treturn 1\n}\n"),
    ("rust", "fn @() -> u32 {\n    1\n}\n"),
    ("ruby", "def @\n  1\nend\n"),
    ("java", "class @ {\n}\n"),
    ("csharp", "class @ {\n}\n"),
    ("kotlin", "fun @() = 1\n"),
    ("scala", "class @\n"),
    ("swift", "func @() -> Int {\n    1\n}\n"),
    ("c", "int @(void) {\n    return 1;\n}\n"),
    ("cpp", "int @() {\n    return 1;\n}\n"),
    ("php", "function @() {\n    return 1;\n}\n"),
    ("bash", "@() {\n  true\n}\n"),
];

/// The edited file, and the time of each round.
pub(super) struct Edited {
    pub(super) path: String,
    pub(super) times_ms: Vec<f64>,
}

/// Appends a new definition in each round and asks for it.
pub(super) fn measure(root: &Path, files: &[FileEntry], fathom: &Fathom, rounds: usize) -> Result<Edited> {
    let Some((path, definition)) = middle(files) else {
        bail!("there is no file in a language that can be edited")
    };
    let mut times_ms = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let name = format!("fathom_bench_edit_{round}");
        let mut file = OpenOptions::new()
            .append(true)
            .open(root.join(path))
            .with_context(|| format!("cannot edit {path}"))?;
        file.write_all(format!("\n\n{}", definition.replace('@', &name)).as_bytes())?;
        drop(file);
        let (answer, ms) = timed(|| fathom.symbols(&name));
        if !answer?.symbols.iter().any(|symbol| symbol.name == name) {
            bail!("`{name}` was added to {path}, and `fathom symbols` does not find it");
        }
        times_ms.push(ms);
    }
    Ok(Edited { path: path.to_owned(), times_ms })
}

/// The file of middle size in the language with most bytes, and a definition for it.
pub(crate) fn middle(files: &[FileEntry]) -> Option<(&str, &'static str)> {
    let mut languages: BTreeMap<usize, Vec<&FileEntry>> = BTreeMap::new();
    for file in files {
        let Detected::Known(language) = detect(&file.path, b"") else { continue };
        if let Some(known) = DEFINITIONS.iter().position(|(name, _)| *name == language.name) {
            languages.entry(known).or_default().push(file);
        }
    }
    let (known, mut files) = languages
        .into_iter()
        .max_by_key(|(_, files)| files.iter().map(|file| file.stamp.size).sum::<u64>())?;
    files.sort_by(|a, b| (a.stamp.size, &a.path).cmp(&(b.stamp.size, &b.path)));
    Some((files[files.len() / 2].path.as_str(), DEFINITIONS[known].1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_source::{WalkOptions, walk};

    #[test]
    fn the_file_of_middle_size_in_the_main_language_is_edited() {
        let folder = tempfile::tempdir().unwrap();
        for (name, size) in [("a.py", 10), ("b.py", 200), ("c.py", 90), ("d.rb", 50)] {
            std::fs::write(folder.path().join(name), "#".repeat(size)).unwrap();
        }
        let files = walk(folder.path(), &WalkOptions::default()).unwrap().files;
        assert_eq!(middle(&files).map(|found| found.0), Some("c.py"));
    }

    #[test]
    fn every_definition_is_found_by_the_language_it_is_for() {
        for (name, text) in DEFINITIONS {
            let Some(language) = fathom_syntax::languages::by_name(name) else { continue };
            // PHP is prose until it is opened, which every file to be edited has done.
            let opening = if name == "php" { "<?php\n" } else { "" };
            let text = format!("{opening}{}", text.replace('@', "added"));
            let facts = fathom_syntax::extract(language, "file", &text);
            let view = facts.view();
            assert!(view.definitions.iter().any(|one| view.text(one.name) == "added"), "{name}");
        }
    }
}
