//! The same task in other words.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Paraphrases by the id of their task.
pub type Paraphrases = BTreeMap<String, Vec<String>>;

#[derive(Deserialize)]
struct TaskParaphrases {
    id: String,
    #[serde(default)]
    paraphrases: Vec<String>,
}

/// The `paraphrases:` of task files in and below a folder.
pub fn of_tasks(folder: &Path) -> Result<Paraphrases> {
    let mut all = Paraphrases::new();
    for file in files(folder)? {
        let text =
            std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        // Files that are not tasks are reported when tasks are loaded.
        let Ok(task) = serde_saphyr::from_str::<TaskParaphrases>(&text) else { continue };
        if !task.paraphrases.is_empty() {
            all.insert(task.id, task.paraphrases);
        }
    }
    Ok(all)
}

/// A file that lists paraphrases by the id of their task.
pub fn of_file(file: &Path) -> Result<Paraphrases> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_saphyr::from_str(&text)
        .with_context(|| format!("{} lists no paraphrases by task id", file.display()))
}

fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
    let mut inner: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    inner.sort();
    let mut found = Vec::new();
    for one in inner {
        if one.is_dir() {
            found.extend(files(&one)?);
        } else if one.extension().is_some_and(|end| end == "yaml" || end == "yml") {
            found.push(one);
        }
    }
    Ok(found)
}
