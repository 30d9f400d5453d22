//! `raw/`: one JSON file per system and task.

use crate::record::Record;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of answers of a run.
pub(super) struct AnswerFolder {
    folder: PathBuf,
}

/// Where a run keeps what a system answered to a task.
pub fn record_path(run: &Path, system: &str, task: &str) -> PathBuf {
    run.join("raw").join(system).join(file_name(task))
}

/// A task's id as a file's name.
pub(super) fn file_name(task: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    format!("{}.json", task.chars().map(plain).collect::<String>())
}

impl AnswerFolder {
    pub(super) fn new(run: &Path) -> Result<AnswerFolder> {
        let folder = run.to_owned();
        fs::create_dir_all(folder.join("raw"))
            .with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(AnswerFolder { folder })
    }

    /// Whether an answer is there whole; half a file is none.
    pub(super) fn has(&self, system: &str, task: &str) -> bool {
        let path = record_path(&self.folder, system, task);
        fs::read(path).is_ok_and(|bytes| serde_json::from_slice::<Record>(&bytes).is_ok())
    }

    /// Writes an answer at once or not at all.
    pub(super) fn write(&self, record: &Record) -> Result<()> {
        let path = record_path(&self.folder, &record.system, &record.task.id);
        let folder = path.parent().context("a record needs a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut file = tempfile::NamedTempFile::new_in(folder).context("cannot write a record")?;
        serde_json::to_writer_pretty(&mut file, record)?;
        file.persist(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(())
    }
}
