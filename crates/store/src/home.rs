//! Where the index of a repository lies, and who may write it.

use crate::{Map, StoreError};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

const FOLDER: &str = ".fathom";

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

    /// Begins the graph of the next snapshot.
    pub fn begin_graph(&self) -> Result<Unfinished, StoreError> {
        Unfinished::create(&self.snapshots().join("graph"))
    }

    /// Begins a text segment of the next snapshot.
    pub fn begin_segment(&self) -> Result<NewSegment, StoreError> {
        let file = Unfinished::create(&self.snapshots().join("words"))?;
        Ok(NewSegment { file, hasher: Box::default() })
    }

    /// A file beside the snapshots, mapped; `None` if there is none.
    pub fn part(&self, name: &str) -> Option<Map> {
        Map::open(&self.folder.join(name)).ok()
    }

    /// Writes a file beside the snapshots; readers see the old or the new one.
    pub fn write_part(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        write_whole(&self.folder.join(name), bytes)
    }

    /// What was kept of a session; `None` if it is new.
    pub fn session(&self, name: &str) -> Option<Map> {
        Map::open(&self.sessions().join(name)).ok()
    }

    /// Keeps what is to be known of a session; readers see the old or the new state.
    pub fn write_session(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let folder = self.sessions();
        fs::create_dir_all(&folder).map_err(StoreError::io("create", &folder))?;
        write_whole(&folder.join(name), bytes)
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

/// How the name of a file ends that is being written; a number follows.
const UNFINISHED: &str = "unfinished-";

/// Removes what processes left unfinished in a folder that ended before their time.
pub(crate) fn clear_away(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let unfinished =
            path.extension().is_some_and(|ending| ending.to_string_lossy().starts_with(UNFINISHED));
        if unfinished && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes a file that nobody sees before it is whole.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file = Unfinished::create(path)?;
    file.write(bytes)?;
    file.finish(path)
}

/// A file that has no name of its own until it is whole, and is locked until then.
pub struct Unfinished {
    path: PathBuf,
    file: File,
    /// Bytes that the disk was not asked to keep yet.
    unkept: usize,
    keeper: Option<Keeper>,
}

/// Has the disk keep what is written so far, whenever it is asked to.
struct Keeper {
    ask: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

/// So much is written before the disk is asked to keep it.
const KEPT_AT_ONCE: usize = 8 * 1024 * 1024;

impl Unfinished {
    /// Begins a file beside `path`.
    pub(crate) fn create(path: &Path) -> Result<Unfinished, StoreError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // Containers number their processes alike: a name may be another's, who is writing.
        let (path, file) = loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = path.with_extension(format!("{UNFINISHED}{}-{count}", std::process::id()));
            match File::create_new(&path) {
                Ok(file) => break (path, file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(StoreError::io("create", &path)(error)),
            }
        };
        // Tells others that somebody is writing it; where locks are unknown nobody clears it away.
        let _ = file.try_lock();
        Ok(Unfinished { path, file, unkept: 0, keeper: None })
    }

    /// Writes what comes next.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(bytes).map_err(StoreError::io("write", &self.path))?;
        self.unkept += bytes.len();
        if self.unkept >= KEPT_AT_ONCE {
            // Ahead of time, so that little is left to wait for at the end.
            let keeper = match self.keeper.take() {
                Some(keeper) => keeper,
                None => Keeper::start(&self.file).map_err(StoreError::io("write", &self.path))?,
            };
            if keeper.ask.try_send(()).is_ok() {
                self.unkept = 0;
            }
            self.keeper = Some(keeper);
        }
        Ok(())
    }

    /// Writes over the first bytes, which were not known before; to be called last.
    pub(crate) fn write_first(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.rewind().map_err(StoreError::io("write", &self.path))?;
        self.write(bytes)
    }

    /// Gives it its name.
    pub(crate) fn finish(mut self, path: &Path) -> Result<(), StoreError> {
        // The system tells of a failure once: to the keeper, if that asked first.
        let kept = self.keeper.take().map_or(Ok(()), Keeper::finish);
        // Before the rename: after a power cut the name must not stand for empty pages.
        kept.and_then(|()| self.file.sync_data()).map_err(StoreError::io("write", &self.path))?;
        fs::rename(&self.path, path).map_err(StoreError::io("rename to", path))
    }
}

/// A text segment that is being written; it is named by what is in it.
pub struct NewSegment {
    pub(crate) file: Unfinished,
    hasher: Box<blake3::Hasher>,
}

impl NewSegment {
    /// Writes what comes next.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.hasher.update(bytes);
        self.file.write(bytes)
    }

    pub(crate) fn name(&self) -> String {
        format!("{}.text", &self.hasher.finalize().to_hex()[..24])
    }
}

impl Keeper {
    fn start(file: &File) -> io::Result<Keeper> {
        let file = file.try_clone()?;
        let (ask, asked) = sync_channel(1);
        let thread = std::thread::spawn(move || asked.iter().try_for_each(|()| file.sync_data()));
        Ok(Keeper { ask, thread })
    }

    fn finish(self) -> io::Result<()> {
        drop(self.ask);
        self.thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread failed")))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Finished, it is not there under this name.
        let _ = fs::remove_file(&self.path);
    }
}
