//! A folder byte for byte, to see afterwards that nothing in it changed.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Folder,
    File(Vec<u8>),
    Link(PathBuf),
    /// A FIFO, a socket, a device.
    Other(&'static str),
}

/// Everything below a folder; links are not followed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FolderState(BTreeMap<PathBuf, (u32, Entry)>);

impl FolderState {
    /// Looks at a folder.
    pub(super) fn look(folder: &Path) -> Result<FolderState> {
        let mut entries = BTreeMap::new();
        walk(folder, folder, &mut entries)?;
        Ok(FolderState(entries))
    }

    /// The differences, as text.
    pub(super) fn difference(&self, now: &FolderState) -> Option<String> {
        let gone = self.0.keys().find(|path| !now.0.contains_key(*path));
        let came = now.0.keys().find(|path| !self.0.contains_key(*path));
        let other = self.0.iter().find(|(path, entry)| now.0.get(*path).is_some_and(|now| now != *entry));
        let (path, word) = match (gone, came, other) {
            (Some(path), _, _) => (path, "is gone"),
            (_, Some(path), _) => (path, "was made"),
            (_, _, Some((path, _))) => (path, "was changed"),
            (None, None, None) => return None,
        };
        Some(format!("{} {word}", path.display()))
    }
}

fn walk(root: &Path, folder: &Path, entries: &mut BTreeMap<PathBuf, (u32, Entry)>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let seen = fs::symlink_metadata(&path)?;
        let kind = seen.file_type();
        let is = if kind.is_dir() {
            walk(root, &path, entries)?;
            Entry::Folder
        } else if kind.is_file() {
            Entry::File(fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?)
        } else if kind.is_symlink() {
            Entry::Link(fs::read_link(&path)?)
        } else if kind.is_fifo() {
            Entry::Other("a FIFO")
        } else {
            Entry::Other("a device or socket")
        };
        let inner = path.strip_prefix(root).unwrap_or(&path).to_owned();
        entries.insert(inner, (seen.permissions().mode(), is));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_changes_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("sub/a"), "one").unwrap();
        std::os::unix::fs::symlink("/dev/zero", path("zero")).unwrap();
        let before = FolderState::look(folder.path()).unwrap();
        let description = || before.difference(&FolderState::look(folder.path()).unwrap());
        assert_eq!(description(), None);
        fs::write(path("sub/a"), "two").unwrap();
        assert_eq!(description().as_deref(), Some("sub/a was changed"));
        fs::write(path("b"), "").unwrap();
        assert_eq!(description().as_deref(), Some("b was made"));
        fs::remove_file(path("zero")).unwrap();
        assert_eq!(description().as_deref(), Some("zero is gone"));
    }
}
