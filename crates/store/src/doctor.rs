//! Verifies an index: reads every byte and compares it with its checksum.

use crate::checksum::{fits, open_sealed};
use crate::home::{Home, MARK};
use crate::snapshot::{current_name, part_paths};
use crate::{LocalState, Map, StoreError, collect};
use std::fs;
use std::path::{Path, PathBuf};

/// The result for one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, if anything.
    pub problem: Option<String>,
}

/// Reads all files of a worktree's index, including those that were verified before. Changes nothing.
pub fn examine(home: &Home) -> Result<Vec<Finding>, StoreError> {
    home.check()?;
    let mut findings = Vec::new();
    let named = current_name(home)?;
    if named.as_ref().map_or(home.current().exists(), |name| !home.snapshots().join(name).is_file()) {
        findings.push(Finding { path: home.current(), problem: Some("names no snapshot".to_owned()) });
    } else {
        match part_paths(home) {
            Ok(parts) => findings.extend(parts.into_iter().map(part)),
            Err(error) => findings.push(Finding { path: home.snapshots(), problem: Some(error.to_string()) }),
        }
    }
    findings.extend(home.owners().into_iter().filter_map(|(folder, owner)| owned(folder, owner)));
    findings.extend(files(home.cache()).map(part));
    findings.extend(files(home.local()).chain(files(home.sessions())).map(sealed));
    findings.extend(files(home.folder().to_owned()).map(sealed));
    match LocalState::of(home).problems() {
        Ok(None) => {}
        Ok(Some(problems)) => {
            let problem = (!problems.is_empty()).then(|| problems.join("; "));
            findings.push(Finding { path: home.state(), problem });
        }
        Err(error) => findings.push(Finding { path: home.state(), problem: Some(error.to_string()) }),
    }
    Ok(findings)
}

const MISMATCH: &str = "its bytes are not those that were written";

/// The file with the path that a folder was made for.
fn owned(folder: &Path, owner: &Path) -> Option<Finding> {
    let path = collect::owner_file(folder);
    let noted = Map::open(&path).ok()?;
    let is_right = *noted == *owner.as_os_str().as_encoded_bytes();
    Some(Finding { path, problem: (!is_right).then(|| MISMATCH.to_owned()) })
}

/// A part that is named by its checksum.
fn part(path: PathBuf) -> Finding {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let problem = match Map::open(&path) {
        Ok(map) if fits(&name, &map) => None,
        Ok(_) => Some(MISMATCH.to_owned()),
        Err(error) => Some(error.to_string()),
    };
    Finding { path, problem }
}

/// A small file that begins with its checksum.
fn sealed(path: PathBuf) -> Finding {
    let problem = open_sealed(&path).err().map(|error| match error {
        StoreError::Damaged { .. } => MISMATCH.to_owned(),
        error => error.to_string(),
    });
    Finding { path, problem }
}

/// The files of a folder, without locks and temporary files.
fn files(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .map(|entry| entry.path())
        .filter(|path| !is_aside(path))
        .collect();
    paths.sort();
    paths.into_iter()
}

/// Files without a checksum: their content is fixed, or damage has no effect.
fn is_aside(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    matches!(&*name, "lock" | "owner" | "CURRENT") || name.contains(".unfinished-") || name.starts_with(MARK)
}
