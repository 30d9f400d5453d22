//! Files of a kind that nobody here knows: text among them is named, so that no answer pretends to
//! have read it.
//!
//! Whether such a file is text is decided by its first bytes when it is first seen, and kept in the
//! list of what was left out: an edit to it changes nothing in the index and opens nothing.

use crate::EngineError;
use fathom_source::{FileEntry, Noise, is_text};
use fathom_store::{Skip, Snapshot};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::path::Path;

/// Why a text file of unknown kind is not read.
pub(super) fn reason(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.is_empty() => {
            format!("language not known: .{}", ending.to_lowercase())
        }
        _ => "no language known for this file".to_owned(),
    }
}

/// Why each of these files is left out.
pub(super) fn skipped(
    root: &Path,
    files: &[FileEntry],
    previous: Option<&Snapshot>,
) -> Result<Vec<Skip>, EngineError> {
    let known: FxHashMap<String, String> = match previous.filter(|_| !files.is_empty()) {
        Some(snapshot) => snapshot.skipped()?.into_iter().map(|skip| (skip.path, skip.reason)).collect(),
        None => FxHashMap::default(),
    };
    let decide = |entry: &FileEntry| {
        let text = reason(&entry.path);
        let binary = Noise::Binary.reason();
        let last = known.get(&entry.path).filter(|last| **last == text || *last == binary);
        let reason = match last {
            Some(last) => last.clone(),
            None => match is_text(root, entry) {
                Ok(true) => text,
                Ok(false) => binary.to_owned(),
                // Gone since the walk, or not to be opened: it was not going to be read either.
                Err(error) => format!("unreadable: {error}"),
            },
        };
        Skip { path: entry.path.clone(), reason }
    };
    Ok(files.par_iter().map(decide).collect())
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_reason_names_the_ending() {
        assert_eq!(reason("db/schema.PRISMA"), "language not known: .prisma");
        assert_eq!(reason(".gitignore"), "no language known for this file");
        assert_eq!(reason("LICENSE"), "no language known for this file");
        assert_eq!(reason("a.b/LICENSE"), "no language known for this file");
    }
}
