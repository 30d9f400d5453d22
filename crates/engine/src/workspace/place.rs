//! Which folder is meant by a path, and by what its repository is known.

use crate::EngineError;
use fathom_source::Repository;
use fathom_store::{Folders, Home};
use std::path::{Path, PathBuf};

/// No path is longer.
const LONGEST_POINTER: u64 = 64 * 1024;

/// The folder to index for a path.
///
/// A folder inside a repository means the repository, if that tracks something
/// in it; a folder that is ignored or untracked there is on its own. Where there
/// is no repository, the nearest folder above that has an index already is
/// meant, else the folder itself.
pub(super) fn root_of(path: &Path, folders: &Folders) -> Result<PathBuf, EngineError> {
    let refuse = |why: &str| Err(EngineError::Request(format!("{} {why}", path.display())));
    let start = match path.canonicalize() {
        Ok(start) if start.is_dir() => start,
        Ok(_) => return refuse("is a file; give the folder of a repository"),
        Err(_) => return refuse("does not exist; give the path of a repository"),
    };
    if Repository::is_bare(&start) {
        return refuse("is a bare repository, without files to index; give the folder of a checkout");
    }
    let repository = start.ancestors().find(|folder| Repository::at(folder).is_some());
    let root = match repository {
        Some(root) if root == start || fathom_history::tracks(&start).unwrap_or(true) => root,
        _ => {
            let mut below = start.ancestors().take_while(|folder| Some(*folder) != repository);
            below.find(|folder| Home::of(folders, folder, folder).exists()).unwrap_or(&start)
        }
    };
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    if root.parent().is_none() || home.as_deref() == Some(root) {
        return refuse("is a whole disk or a home folder; go to a repository, or give --repo PATH");
    }
    Ok(root.to_owned())
}

/// The path that all worktrees of a repository have in common: the git directory they share. A `.git`
/// file can name any directory, so it is accepted only if that directory names the worktree in turn.
/// Otherwise the worktree shares nothing.
pub(super) fn identity(root: &Path, repository: Option<&Repository>) -> PathBuf {
    let own = root.join(".git");
    let Some(repository) = repository else { return root.to_owned() };
    match own.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => own,
        Ok(metadata) if metadata.is_file() && names_back(&repository.git_dir, &own) => {
            repository.common_dir.clone()
        }
        _ => root.to_owned(),
    }
}

/// Whether a linked worktree's git directory names the worktree's `.git` file.
fn names_back(git_dir: &Path, own: &Path) -> bool {
    let named = fathom_source::read_small(git_dir, "gitdir", LONGEST_POINTER).ok();
    named
        .map(|bytes| git_dir.join(String::from_utf8_lossy(&bytes).trim()))
        .and_then(|path| path.canonicalize().ok())
        .is_some_and(|path| path == own)
}

/// Printed once in a workspace with an index of an earlier version.
pub(super) const OLD_INDEX: &str = ".fathom/ holds an index that an earlier version made. It is no longer used: \
     indexes are kept in your cache folder now. Delete everything in .fathom/ but concepts.toml";

/// Whether an earlier version left its index in the repository.
pub(super) fn has_old_index(root: &Path) -> bool {
    root.join(".fathom/CURRENT").symlink_metadata().is_ok()
}
