//! The folders of one worktree's index.

use crate::checksum::{VerifiedBytes, open_sealed, seal, seal_unsynced};
use crate::folders::{Folders, check_private, create_private, name_of};
use crate::lock::{LONGEST_WAIT, WriterLock};
use crate::snapshot_store::FolderStore;
use crate::temporary_file::{TemporaryFile, write_whole};
use crate::{StoreError, collect};
use std::fs;
use std::path::{Path, PathBuf};

/// Prefix of the names of marks; see [`Home::mark`].
pub(crate) const MARK: &str = "mark-";

/// The folders of one worktree, and those that it shares with other worktrees of the repository: the
/// facts cache, and the state that cannot be rebuilt.
#[derive(Clone, Debug)]
pub struct Home {
    /// The repository's folder in the user's cache folder.
    shared: PathBuf,
    /// The worktree's folder in `shared`.
    folder: PathBuf,
    /// The repository's folder in the user's state folder.
    state: PathBuf,
    /// The indexed folder.
    root: PathBuf,
    /// See [`Home::of`].
    identity: PathBuf,
}

impl Home {
    /// The home of the index of `root`. `identity` is the path that all
    /// worktrees of the repository have in common: the git directory they share,
    /// or `root` itself. Both paths are canonical.
    pub fn of(folders: &Folders, identity: &Path, root: &Path) -> Home {
        let name = name_of(identity);
        let shared = folders.indexes().join(&name);
        Home {
            folder: shared.join("worktrees").join(name_of(root)),
            state: folders.states().join(&name),
            shared,
            root: root.to_owned(),
            identity: identity.to_owned(),
        }
    }

    /// Whether this worktree has an index.
    pub fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Rejects folders that are links or belong to another user.
    pub fn check(&self) -> Result<(), StoreError> {
        let own = [self.folder.clone(), self.snapshots(), self.local(), self.cache(), self.sessions()];
        // From the top: a path below a regular file cannot be examined.
        let above = |folder: &Path| -> Vec<PathBuf> {
            let mut folders: Vec<PathBuf> = folder.ancestors().take(3).map(Path::to_owned).collect();
            folders.reverse();
            folders
        };
        let mut folders = above(&self.shared).into_iter().chain(above(&self.state)).chain(own);
        folders.try_for_each(|folder| check_private(&folder))
    }

    /// Creates the folders and records their repository.
    pub fn create(&self) -> Result<(), StoreError> {
        self.check()?;
        for folder in [&self.snapshots(), &self.local(), &self.cache()] {
            create_private(folder)?;
        }
        collect::note_owner(&self.shared, &self.identity)?;
        collect::note_owner(&self.folder, &self.root)?;
        if self.state.is_dir() {
            collect::note_owner(&self.state, &self.identity)?;
        }
        Ok(())
    }

    /// Creates the folder of the state and records its repository.
    pub(crate) fn create_state(&self) -> Result<(), StoreError> {
        create_private(&self.state)?;
        collect::note_owner(&self.state, &self.identity)
    }

    /// The folders with an `owner` file, and the path in it.
    pub(crate) fn owners(&self) -> [(&Path, &Path); 3] {
        [(&self.shared, &self.identity), (&self.folder, &self.root), (&self.state, &self.identity)]
    }

    /// The folder of this worktree.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder that the worktrees of the repository share and that can be rebuilt.
    pub(crate) fn shared(&self) -> &Path {
        &self.shared
    }

    /// The folder of snapshots.
    pub fn snapshots(&self) -> PathBuf {
        self.folder.join("snapshots")
    }

    /// The store for the parts of snapshots.
    pub(crate) fn store(&self) -> FolderStore {
        FolderStore::new(self.snapshots())
    }

    /// The folder of machine-specific data of snapshots.
    pub(crate) fn local(&self) -> PathBuf {
        self.folder.join("local")
    }

    /// The folder of packs of facts.
    pub fn cache(&self) -> PathBuf {
        self.shared.join("facts")
    }

    /// The database of state that cannot be rebuilt; see [`LocalState`](crate::LocalState).
    pub fn state(&self) -> PathBuf {
        self.state.join(crate::state::FILE)
    }

    pub(crate) fn state_folder(&self) -> &Path {
        &self.state
    }

    pub(crate) fn current(&self) -> PathBuf {
        self.folder.join("CURRENT")
    }

    pub(crate) fn write_current(&self, name: &str) -> Result<(), StoreError> {
        write_whole(&self.current(), name.as_bytes())
    }

    /// Starts a part of the next snapshot: its graph, or a text segment.
    pub fn begin_part(&self) -> Result<TemporaryFile, StoreError> {
        TemporaryFile::create(&self.snapshots().join("part"))
    }

    /// A file next to the snapshots; `None` if it is missing or damaged.
    pub fn part(&self, name: &str) -> Option<VerifiedBytes> {
        open_sealed(&self.folder.join(name)).ok()
    }

    /// Writes a file next to the snapshots. Readers see the old or the new file.
    pub fn write_part(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        seal(&self.folder.join(name), bytes)
    }

    /// The same without fsync, for content that can be computed again. After a power failure the file
    /// may be damaged and then counts as missing.
    pub fn write_hint(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        seal_unsynced(&self.folder.join(name), bytes)
    }

    /// The state of a session; `None` if it is new.
    pub(crate) fn session(&self, name: &str) -> Option<VerifiedBytes> {
        open_sealed(&self.sessions().join(name)).ok()
    }

    /// Saves the state of a session. Readers see the old or the new state.
    pub(crate) fn write_session(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        create_private(&self.sessions())?;
        seal(&self.sessions().join(name), bytes)
    }

    pub(crate) fn sessions(&self) -> PathBuf {
        self.folder.join("sessions")
    }

    /// Sets a mark; returns whether it was not set before.
    pub fn mark(&self, name: &str) -> bool {
        fs::File::create_new(self.folder.join(format!("{MARK}{name}"))).is_ok()
    }

    /// Waits, with a limit, until no other process writes this index. Calls `waiting` once with the id
    /// of that process, if there is one.
    pub fn lock(&self, waiting: impl FnOnce(Option<u32>)) -> Result<WriterLock, StoreError> {
        WriterLock::take(&self.folder.join("lock"), LONGEST_WAIT, waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_that_a_power_cut_left_unwritten_is_missing() {
        let place = tempfile::tempdir().unwrap();
        let home = Home::of(&Folders::under(place.path()), place.path(), place.path());
        home.create().unwrap();
        home.write_hint("hint", b"what was found out").unwrap();
        assert_eq!(home.part("hint").as_deref(), Some(&b"what was found out"[..]));
        let path = home.folder.join("hint");
        let length = fs::metadata(&path).unwrap().len();
        // An entry without its bytes, or with zeroed pages.
        for left in [Vec::new(), vec![0; length as usize]] {
            fs::write(&path, left).unwrap();
            assert!(home.part("hint").is_none());
        }
        home.write_hint("hint", b"again").unwrap();
        assert_eq!(home.part("hint").as_deref(), Some(&b"again"[..]));
    }
}
