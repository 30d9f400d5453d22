//! One question with its candidate files.

use anyhow::{Context, Result};
use fathom_rank::{FILE_FEATURES, FILE_KINDS};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One question with its candidate files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FileExample {
    pub(crate) id: String,
    /// `symbol`, `semantic`, `task`, `issue` and the like.
    pub(crate) category: String,
    pub(crate) question: String,
    /// How much it is of each kind.
    pub(crate) kinds: [f32; FILE_KINDS.len()],
    pub(crate) files: Vec<String>,
    /// Row by row.
    features: Vec<f32>,
    /// Which candidates are right.
    pub(crate) right: Vec<bool>,
    /// How many files are expected, candidates or not.
    pub(crate) expected: usize,
    /// How many files the repository has.
    pub(crate) all_files: usize,
}

impl FileExample {
    pub(crate) fn new(
        id: String,
        category: String,
        question: String,
        candidates: &fathom_rank::FileCandidates,
        files: Vec<String>,
        right: Vec<bool>,
        expected: usize,
    ) -> FileExample {
        let features = candidates.features.iter().flatten().copied().collect();
        FileExample {
            id,
            category,
            question,
            kinds: candidates.kinds,
            files,
            features,
            right,
            expected,
            all_files: candidates.all_files,
        }
    }

    /// The features of each file.
    pub(crate) fn rows(&self) -> &[[f32; FILE_FEATURES]] {
        self.features.as_chunks::<FILE_FEATURES>().0
    }
}

/// The examples of one repository.
pub(crate) struct Lesson {
    pub(crate) repository: String,
    pub(crate) examples: Vec<FileExample>,
}

/// Writes the examples of a repository.
pub(crate) fn save(work: &Path, kind: &str, repository: &str, examples: &[FileExample]) -> Result<()> {
    let path = path(work, kind, repository);
    std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
    let lines: Vec<String> = examples.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    // Nobody takes half a file for a whole one.
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, lines.join("\n"))?;
    Ok(std::fs::rename(unfinished, path)?)
}

/// Where the examples of a repository are.
pub(crate) fn path(work: &Path, kind: &str, repository: &str) -> PathBuf {
    work.join("files").join(kind).join(format!("{repository}.jsonl"))
}

/// All examples of a kind, by repository.
pub(crate) fn load(work: &Path, kind: &str) -> Result<Vec<Lesson>> {
    let folder = work.join("files").join(kind);
    let mut files: Vec<PathBuf> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?,
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let lesson = |path: &PathBuf| {
        let repository = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path)?;
        let examples = text
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<Vec<FileExample>, _>>()
            .with_context(|| format!("{} is of another version; delete it", path.display()))?;
        Ok(Lesson { repository, examples })
    };
    files.iter().map(lesson).collect()
}
