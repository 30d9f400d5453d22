//! The records of a run.

use crate::measures::Measures;
use crate::record::Record;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of records in a run.
pub const RAW: &str = "raw";
/// The file of other measurements in a run.
pub const MEASURES: &str = "measures.json";

/// The files of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of its folder.
    pub name: String,
    /// Its records, by system, repository and task.
    pub records: Vec<Record>,
    /// Its other measurements.
    pub measures: Measures,
}

/// Reads a run's folder.
pub fn load(folder: &Path) -> Result<Run> {
    let raw = folder.join(RAW);
    if !raw.is_dir() {
        bail!("{} is not a run: it has no folder `{RAW}`", folder.display());
    }
    let mut files = Vec::new();
    collect(&raw, &mut files)?;
    let mut records: BTreeMap<(String, String, String), (PathBuf, Record)> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let record: Record =
            serde_json::from_str(&text).with_context(|| format!("{} is no record", file.display()))?;
        let key = (record.system.clone(), record.task.repo.clone(), record.task.id.clone());
        if let Some((other, _)) = records.get(&key) {
            bail!("{} and {} hold the same system and task", other.display(), file.display());
        }
        records.insert(key, (file, record));
    }
    if records.is_empty() {
        bail!("{} holds no record", raw.display());
    }
    let measures = folder.join(MEASURES);
    let measures = match fs::read_to_string(&measures) {
        Ok(text) => serde_json::from_str(&text)
            .with_context(|| format!("{} holds no measurements", measures.display()))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Measures::default(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", measures.display())),
    };
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = whole.file_name().map_or_else(|| "run".to_owned(), |name| name.to_string_lossy().into_owned());
    Ok(Run { name, records: records.into_values().map(|(_, record)| record).collect(), measures })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    Ok(())
}
