//! The files of the indexes below a home.
//!
//! Found by walking, not by name: a trial must not depend on the layout, except that what can be
//! rebuilt is in `cache` and what cannot in `state`.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Every file below a home, sorted.
pub(super) fn list(home: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(home, &mut found);
    found.sort();
    found
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    // A folder that a running process has just removed holds nothing.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), found),
            Ok(kind) if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
}

/// Sizes and times of every file, to see that something was written.
pub(super) fn stamps(home: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let stamp = |path: PathBuf| {
        let seen = fs::metadata(&path).ok()?;
        Some((path, seen.len(), seen.modified().ok()))
    };
    list(home).into_iter().filter_map(stamp).collect()
}

/// Whether a file holds what cannot be rebuilt.
pub(super) fn is_state(path: &Path, home: &Path) -> bool {
    path.strip_prefix(home).is_ok_and(|inner| inner.starts_with("state"))
}

/// Removes what can be rebuilt.
pub(super) fn remove_cache(home: &Path) -> Result<()> {
    match fs::remove_dir_all(home.join("cache")) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("cannot remove the index")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_separate_and_stays_when_the_cache_is_removed() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        for file in ["cache/k/graph.bin", "cache/k/CURRENT", "state/k/state.sqlite"] {
            let path = home.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let state: Vec<bool> = list(home).iter().map(|path| is_state(path, home)).collect();
        assert_eq!(state, [false, false, true]);
        remove_cache(home).unwrap();
        remove_cache(home).unwrap();
        assert_eq!(list(home), [home.join("state/k/state.sqlite")]);
    }
}
