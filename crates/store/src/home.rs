//! Where the index of one worktree lies.

use crate::checksum::{Sealed, open_sealed, seal, seal_unsynced};
use crate::folders::{Folders, check_private, create_private, name_of};
use crate::lock::{LONGEST_WAIT, WriterLock};
use crate::snapshot_store::FolderStore;
use crate::unfinished::{Unfinished, write_whole};
use crate::{StoreError, collect};
use std::fs;
use std::path::{Path, PathBuf};

/// What the names of marks begin with; see [`Home::mark`].
pub(crate) const MARK: &str = "mark-";

/// The folders of one worktree, and those it shares with its siblings: the
/// facts cache, and the state that cannot be rebuilt.
#[derive(Clone, Debug)]
pub struct Home {
    /// Of the repository, below the user's cache folder.
    shared: PathBuf,
    /// Of the worktree, below `shared`.
    folder: PathBuf,
    /// Of the repository, below the user's state folder.
    state: PathBuf,
    /// The folder that is indexed.
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

    /// Whether something was made for this worktree already.
    pub fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Refuses folders that are links or belong to another user.
    pub fn check(&self) -> Result<(), StoreError> {
        let own = [self.folder.clone(), self.snapshots(), self.local(), self.cache(), self.sessions()];
        // From the top: below something that is no folder, nothing can be looked at.
        let above = |folder: &Path| -> Vec<PathBuf> {
            let mut folders: Vec<PathBuf> = folder.ancestors().take(3).map(Path::to_owned).collect();
            folders.reverse();
            folders
        };
        let mut folders = above(&self.shared).into_iter().chain(above(&self.state)).chain(own);
        folders.try_for_each(|folder| check_private(&folder))
    }

    /// Makes the folders, and notes which repository they are for.
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

    /// Makes the folder of the state, and notes which repository it is for.
    pub(crate) fn create_state(&self) -> Result<(), StoreError> {
        create_private(&self.state)?;
        collect::note_owner(&self.state, &self.identity)
    }

    /// The folders that note which path they were made for, and that path.
    pub(crate) fn owners(&self) -> [(&Path, &Path); 3] {
        [(&self.shared, &self.identity), (&self.folder, &self.root), (&self.state, &self.identity)]
    }

    /// What belongs to this worktree.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the worktrees of the repository share and can be rebuilt.
    pub(crate) fn shared(&self) -> &Path {
        &self.shared
    }

    /// Where snapshots lie.
    pub fn snapshots(&self) -> PathBuf {
        self.folder.join("snapshots")
    }

    /// Keeps the parts of snapshots.
    pub(crate) fn store(&self) -> FolderStore {
        FolderStore::new(self.snapshots())
    }

    /// What belongs to snapshots and holds on this machine only.
    pub(crate) fn local(&self) -> PathBuf {
        self.folder.join("local")
    }

    /// Where packs of facts lie.
    pub fn cache(&self) -> PathBuf {
        self.shared.join("facts")
    }

    /// The file of what cannot be rebuilt; see [`LocalState`](crate::LocalState).
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

    /// Begins a part of the next snapshot: its graph, or a text segment.
    pub fn begin_part(&self) -> Result<Unfinished, StoreError> {
        Unfinished::create(&self.snapshots().join("part"))
    }

    /// A file beside the snapshots; `None` if there is none, or if it is damaged.
    pub fn part(&self, name: &str) -> Option<Sealed> {
        open_sealed(&self.folder.join(name)).ok()
    }

    /// Writes a file beside the snapshots; readers see the old or the new one.
    pub fn write_part(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        seal(&self.folder.join(name), bytes)
    }

    /// The same for what can be found out again, without waiting for the disk: after a power cut it
    /// may be damaged, and then it is missing.
    pub fn write_hint(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        seal_unsynced(&self.folder.join(name), bytes)
    }

    /// What was kept of a session; `None` if it is new.
    pub(crate) fn session(&self, name: &str) -> Option<Sealed> {
        open_sealed(&self.sessions().join(name)).ok()
    }

    /// Keeps what is to be known of a session; readers see the old or the new state.
    pub(crate) fn write_session(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        create_private(&self.sessions())?;
        seal(&self.sessions().join(name), bytes)
    }

    pub(crate) fn sessions(&self) -> PathBuf {
        self.folder.join("sessions")
    }

    /// Whether this is the first time that a mark of this name is made here.
    pub fn mark(&self, name: &str) -> bool {
        fs::File::create_new(self.folder.join(format!("{MARK}{name}"))).is_ok()
    }

    /// Waits until no other process writes this index, for a bounded time;
    /// `waiting` is called once if there is one, with its process number.
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
        // A name without its bytes, or with pages of zeros where they should be.
        for left in [Vec::new(), vec![0; length as usize]] {
            fs::write(&path, left).unwrap();
            assert!(home.part("hint").is_none());
        }
        home.write_hint("hint", b"again").unwrap();
        assert_eq!(home.part("hint").as_deref(), Some(&b"again"[..]));
    }
}
