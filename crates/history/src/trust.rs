//! The owner of a repository.
//!
//! git rejects a repository of another user ("dubious ownership"), because its configuration can run
//! programs. Fathom runs none of them, but trusts such a repository only if git would.

use std::path::{Path, PathBuf};

use fathom_source::Repository;
use gix::bstr::ByteSlice;
use gix::sec::identity::is_path_owned_by_current_user as is_owned;

use crate::{HistoryError, settings};

/// Rejects a repository of another user that is not in this user's `safe.directory`.
pub(crate) fn check(place: &Repository) -> Result<(), HistoryError> {
    let owned = [&place.root, &place.root.join(".git"), &place.git_dir];
    if owned.into_iter().all(|path| is_owned(path).unwrap_or(false)) || is_safe(place) {
        return Ok(());
    }
    Err(HistoryError::NotOwned { path: place.root.clone() })
}

/// Whether the user's configuration names the folder; an empty entry resets the list.
fn is_safe(place: &Repository) -> bool {
    let folder = &place.root;
    let mut safe = false;
    for name in settings::user(place).strings("safe.directory").unwrap_or_default() {
        safe = match name.as_bytes() {
            b"" => false,
            b"*" => true,
            name => safe || matches(folder, name),
        };
    }
    safe
}

fn matches(folder: &Path, name: &[u8]) -> bool {
    let (name, below) = match name.strip_suffix(b"/*") {
        Some(above) => (above, true),
        None => (name, false),
    };
    let Ok(name) = name.to_path() else { return false };
    let name = match (name.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(name),
    };
    // The only relative name that git accepts is `.`, which is meant for tests.
    let name = if name.is_absolute() { std::fs::canonicalize(&name).unwrap_or(name) } else { return false };
    if below { folder.starts_with(&name) } else { folder == name }
}
