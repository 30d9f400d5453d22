//! Where the index of a repository lies, and who may write it.

use crate::{Map, StoreError};
use std::fs::{self, File, TryLockError};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

const FOLDER: &str = ".fathom";

/// Small parts are gathered up to this before they are written; it stays in the processor's cache.
const BUFFER: usize = 128 * 1024;

/// The `.fathom/` of one worktree, and what it shares with its siblings: the
/// cache, and the state that cannot be rebuilt.
#[derive(Clone, Debug)]
pub struct Home {
    folder: PathBuf,
    cache: PathBuf,
    state: PathBuf,
}

impl Home {
    /// The home of the index of `root`; `main` is the repository's main
    /// worktree, whose cache and state are shared, if `root` is a linked one.
    pub fn of(root: &Path, main: Option<&Path>) -> Home {
        let shared = main.unwrap_or(root).join(FOLDER);
        Home { folder: root.join(FOLDER), cache: shared.join("cache"), state: shared.join("state.sqlite") }
    }

    /// Makes the folders, with the `.gitignore` that keeps them out of git.
    pub fn create(&self) -> Result<(), StoreError> {
        fs::create_dir_all(self.snapshots()).map_err(StoreError::io("create", self.snapshots()))?;
        fs::create_dir_all(&self.cache).map_err(StoreError::io("create", &self.cache))?;
        for folder in [Some(self.folder.as_path()), self.cache.parent()].into_iter().flatten() {
            let ignore = folder.join(".gitignore");
            if !ignore.exists() {
                fs::write(&ignore, "*\n").map_err(StoreError::io("write", &ignore))?;
            }
        }
        Ok(())
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where snapshots lie.
    pub fn snapshots(&self) -> PathBuf {
        self.folder.join("snapshots")
    }

    /// Where packs of facts lie.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    /// The file of what cannot be rebuilt; see [`State`](crate::State).
    pub fn state(&self) -> &Path {
        &self.state
    }

    pub(crate) fn current(&self) -> PathBuf {
        self.folder.join("CURRENT")
    }

    /// A file beside the snapshots, mapped; `None` if there is none.
    pub fn part(&self, name: &str) -> Option<Map> {
        Map::open(&self.folder.join(name)).ok()
    }

    /// Writes a file beside the snapshots; readers see the old or the new one.
    pub fn write_part(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        write_whole(&self.folder.join(name), &[bytes])
    }

    /// What was kept of a session; `None` if it is new.
    pub fn session(&self, name: &str) -> Option<Map> {
        Map::open(&self.sessions().join(name)).ok()
    }

    /// Keeps what is to be known of a session; readers see the old or the new state.
    pub fn write_session(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let folder = self.sessions();
        fs::create_dir_all(&folder).map_err(StoreError::io("create", &folder))?;
        write_whole(&folder.join(name), &[bytes])
    }

    fn sessions(&self) -> PathBuf {
        self.folder.join("sessions")
    }

    /// Waits until no other process writes this index; `waiting` is called
    /// once if there is one.
    pub fn lock(&self, waiting: impl FnOnce()) -> Result<WriterLock, StoreError> {
        WriterLock::take(&self.folder.join("lock"), waiting)
    }
}

/// Held while writing; released when dropped or when the process ends.
pub struct WriterLock {
    _file: File,
}

impl WriterLock {
    pub(crate) fn take(path: &Path, waiting: impl FnOnce()) -> Result<WriterLock, StoreError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(StoreError::io("open", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().map_err(StoreError::io("lock", path))?;
            }
            Err(TryLockError::Error(source)) => return Err(StoreError::io("lock", path)(source)),
        }
        Ok(WriterLock { _file: file })
    }
}

/// Writes a file that nobody sees before it is whole.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]]) -> Result<(), StoreError> {
    let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
    let file = File::create(&unfinished).map_err(StoreError::io("create", &unfinished))?;
    let mut buffer = BufWriter::with_capacity(BUFFER, file);
    for part in parts {
        buffer.write_all(part).map_err(StoreError::io("write", &unfinished))?;
    }
    let file =
        buffer.into_inner().map_err(|error| StoreError::io("write", &unfinished)(error.into_error()))?;
    // Before the rename: after a power cut the name must not stand for empty pages.
    file.sync_data().map_err(StoreError::io("write", &unfinished))?;
    fs::rename(&unfinished, path).map_err(StoreError::io("rename to", path))
}
