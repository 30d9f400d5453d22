//! Special files in a git directory.
//!
//! gix opens any file: it would block on a FIFO and read a link to `/dev/zero` without end. All files
//! to be opened are therefore checked first: they must be regular, or a link to a regular file, and
//! files that are read as a whole must not exceed the size that git writes. The check opens no file;
//! folder listings contain the file types.

use std::fs;
use std::path::{Path, PathBuf};

use fathom_source::{Repository, SourceError, read_small};

use crate::HistoryError;

/// Files in a git directory that are read as a whole, with size limits.
const WHOLE: [(&str, u64); 10] = [
    ("HEAD", 64 << 10),
    ("commondir", 64 << 10),
    ("gitdir", 64 << 10),
    ("config", 4 << 20),
    ("config.worktree", 4 << 20),
    ("packed-refs", 256 << 20),
    ("shallow", 64 << 20),
    ("info/grafts", 4 << 20),
    ("info/exclude", 4 << 20),
    ("info/attributes", 4 << 20),
];

/// Maximum size of the list of alternate object folders, in bytes.
const MAX_ALTERNATES: u64 = 1 << 20;

/// Maximum depth of alternate object folders; git's limit is five.
const MAX_FOLDERS: usize = 64;

/// Rejects a repository with a file that must not be opened.
pub(crate) fn check(place: &Repository) -> Result<(), HistoryError> {
    for folder in [&place.git_dir, &place.common_dir] {
        for (name, limit) in WHOLE {
            let file = folder.join(name);
            match fs::metadata(&file) {
                Ok(found) if found.is_file() && found.len() <= limit => {}
                Err(_) => {}
                Ok(_) => return Err(HistoryError::Special { file }),
            }
        }
    }
    each(&place.git_dir, |name| name == "index" || name.starts_with("sharedindex."))?;
    files_below(&place.common_dir.join("refs/replace"), 8)?;
    let mut folders = vec![place.common_dir.join("objects")];
    let mut at = 0;
    while at < folders.len() {
        let more = objects(&folders[at])?;
        folders.extend(more.into_iter().take(MAX_FOLDERS.saturating_sub(folders.len())));
        at += 1;
    }
    Ok(())
}

/// Checks a folder of objects; returns its alternates.
fn objects(folder: &Path) -> Result<Vec<PathBuf>, HistoryError> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        files_below(&entry.path(), 1)?;
    }
    let alternates = read_followed(&folder.join("info/alternates"), MAX_ALTERNATES)?.unwrap_or_default();
    let lines = alternates.split(|byte| *byte == b'\n').filter(|line| !line.is_empty() && line[0] != b'#');
    Ok(lines.map(|line| folder.join(String::from_utf8_lossy(line).as_ref())).collect())
}

/// Checks every file in a folder, down to the given depth. Also accepts a file.
fn files_below(folder: &Path, levels: usize) -> Result<(), HistoryError> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && levels > 1 => files_below(&entry.path(), levels - 1)?,
            Ok(kind) if kind.is_dir() || kind.is_file() => {}
            _ => plain(&entry.path())?,
        }
    }
    Ok(())
}

/// Checks the files in a folder whose names match.
fn each(folder: &Path, is_meant: impl Fn(&str) -> bool) -> Result<(), HistoryError> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(&is_meant) {
            plain(&entry.path())?;
        }
    }
    Ok(())
}

/// Rejects an existing path that is neither a file nor a folder, links followed.
fn plain(path: &Path) -> Result<(), HistoryError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            Err(HistoryError::Special { file: path.to_path_buf() })
        }
        _ => Ok(()),
    }
}

/// The bytes of a regular file, links followed; `None` if it does not exist.
pub(crate) fn read_followed(file: &Path, max_bytes: u64) -> Result<Option<Vec<u8>>, HistoryError> {
    let Ok(real) = fs::canonicalize(file) else { return Ok(None) };
    let special = || HistoryError::Special { file: file.to_path_buf() };
    let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else { return Err(special()) };
    match read_small(folder, name, max_bytes) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(SourceError::Gone { .. }) => Ok(None),
        Err(error @ SourceError::Unreadable { .. }) => {
            Err(HistoryError::Damaged { path: folder.into(), why: error.to_string() })
        }
        Err(_) => Err(special()),
    }
}
