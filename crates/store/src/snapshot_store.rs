//! Storage for the parts of snapshots: named immutable blobs.
//!
//! Names depend on the content. A blob that is stored twice is therefore the same blob, and storing it
//! again repairs a damaged one. [`FolderStore`] uses a folder of the user; an object store can
//! implement the same trait.

use crate::StoreError;
use crate::map::Map;
use crate::temporary_file::{TemporaryFile, clear_away, write_whole};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The content of a blob.
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// A file that was written for this blob.
    Written(TemporaryFile),
    /// A file that belongs to someone else and never changes.
    File(&'a Path),
}

/// Stores named immutable blobs. A blob is either complete or missing, and a stored blob survives a
/// crash. Writers hold the writer's lock; readers need no lock.
pub trait SnapshotStore {
    /// Stores a blob and replaces any blob of the same name.
    fn put(&self, name: &str, content: Content<'_>) -> Result<(), StoreError>;

    /// A blob, mapped into memory. A store that is not a file system makes a local copy. The blob stays
    /// readable after its removal.
    fn get(&self, name: &str) -> Result<Map, StoreError>;

    /// The names of all blobs, sorted.
    fn list(&self) -> Result<Vec<String>, StoreError>;

    /// Removes a blob. A missing blob is not an error.
    fn remove(&self, name: &str) -> Result<(), StoreError>;
}

/// A folder with a file for each blob.
pub struct FolderStore {
    folder: PathBuf,
}

impl FolderStore {
    /// The store in an existing folder.
    pub fn new(folder: PathBuf) -> FolderStore {
        FolderStore { folder }
    }

    /// The path of a blob, if it exists.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl SnapshotStore for FolderStore {
    fn put(&self, name: &str, content: Content<'_>) -> Result<(), StoreError> {
        let path = self.path(name);
        match content {
            Content::Bytes(bytes) => write_whole(&path, bytes),
            Content::Written(file) => file.finish(&path),
            Content::File(file) => link(file, &path),
        }
    }

    fn get(&self, name: &str) -> Result<Map, StoreError> {
        Map::open(&self.path(name))
    }

    fn list(&self) -> Result<Vec<String>, StoreError> {
        let entries = fs::read_dir(&self.folder).map_err(StoreError::io("read", &self.folder))?;
        // Temporary files have a dot in their name. Files of earlier layouts are listed too.
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| !name.contains('.')).collect();
        names.sort();
        Ok(names)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        let path = self.path(name);
        let is_folder = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir());
        let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        match removed {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::io("remove", &path)(error)),
            _ => Ok(()),
        }
    }
}

/// Removes all blobs except those to keep, and temporary files of processes that were killed. Errors
/// are ignored: the next run tries again.
pub(crate) fn remove_others(store: &FolderStore, is_kept: impl Fn(&str) -> bool) {
    for name in store.list().into_iter().flatten().filter(|name| !is_kept(name)) {
        let _ = store.remove(&name);
    }
    clear_away(&store.folder);
}

/// Adds a hard link to an immutable file and replaces the target; copies the file if the file system
/// has no links.
fn link(from: &Path, to: &Path) -> Result<(), StoreError> {
    // The name of a temporary file, which a later run removes if this process is killed.
    let aside = to.with_extension(format!("unfinished-link-{}", std::process::id()));
    let _ = fs::remove_file(&aside);
    if fs::hard_link(from, &aside).is_err() {
        return write_whole(to, &Map::open(from)?);
    }
    let renamed = fs::rename(&aside, to).map_err(StoreError::io("rename to", to));
    // If both names already refer to one file, a rename does nothing.
    let _ = fs::remove_file(&aside);
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, FolderStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = FolderStore::new(folder.path().to_owned());
        (folder, store)
    }

    #[test]
    fn blobs_are_put_found_listed_and_removed() {
        let (folder, store) = store();
        let mut written = TemporaryFile::create(&folder.path().join("part")).unwrap();
        written.write(b"two").unwrap();
        store.put("words-2", Content::Written(written)).unwrap();
        store.put("graph-1", Content::Bytes(b"one")).unwrap();
        assert_eq!(store.list().unwrap(), ["graph-1", "words-2"]);
        assert_eq!(
            (&*store.get("graph-1").unwrap(), &*store.get("words-2").unwrap()),
            (&b"one"[..], &b"two"[..])
        );
        store.remove("graph-1").unwrap();
        store.remove("graph-1").unwrap();
        assert!(matches!(store.get("graph-1"), Err(StoreError::Io { .. })));
        assert_eq!(store.list().unwrap(), ["words-2"]);
    }

    #[test]
    fn a_blob_that_was_damaged_is_whole_when_it_is_put_again() {
        let (folder, store) = store();
        let elsewhere = folder.path().join("pack.elsewhere");
        fs::write(&elsewhere, "facts").unwrap();
        for _ in 0..2 {
            store.put("facts-1", Content::File(&elsewhere)).unwrap();
            assert_eq!(&*store.get("facts-1").unwrap(), b"facts");
        }
        fs::remove_file(store.path("facts-1")).unwrap();
        fs::write(store.path("facts-1"), "torn").unwrap();
        let reader = store.get("facts-1").unwrap();
        store.put("facts-1", Content::File(&elsewhere)).unwrap();
        assert_eq!((&*reader, &*store.get("facts-1").unwrap()), (&b"torn"[..], &b"facts"[..]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left aside");
    }

    #[test]
    fn only_what_is_kept_stays() {
        let (folder, store) = store();
        fs::create_dir(folder.path().join("0123abcd")).unwrap();
        fs::write(folder.path().join("part.unfinished-1-0"), "half of a").unwrap();
        store.put("graph-1", Content::Bytes(b"one")).unwrap();
        store.put("graph-2", Content::Bytes(b"two")).unwrap();
        remove_others(&store, |name| name == "graph-2");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(store.list().unwrap(), ["graph-2"]);
    }
}
