//! Files that are being written: nobody sees one before it is whole.

use crate::StoreError;
use crate::checksum::Checksum;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

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

/// The same, without waiting for the disk: after a power cut the file may hold anything.
pub(crate) fn write_whole_unsynced(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file = Unfinished::create(path)?;
    file.write(bytes)?;
    file.rename(path)
}

/// A file that has no name of its own until it is whole, and is locked until then.
pub struct Unfinished {
    path: PathBuf,
    file: File,
    checksum: Checksum,
    /// Bytes written since the last fsync was asked for.
    unsynced: usize,
    syncer: Option<Syncer>,
}

/// A thread that syncs the file whenever it is asked to.
struct Syncer {
    ask: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

/// Bytes between two fsyncs.
const SYNCED_AT_ONCE: usize = 8 * 1024 * 1024;

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
        // Others see by the lock that it is being written. Where locks are unknown nobody removes it.
        let _ = file.try_lock();
        Ok(Unfinished { path, file, checksum: Checksum::default(), unsynced: 0, syncer: None })
    }

    /// Writes what comes next.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(bytes).map_err(StoreError::io("write", &self.path))?;
        self.checksum.update(bytes);
        self.unsynced += bytes.len();
        if self.unsynced >= SYNCED_AT_ONCE {
            // Ahead of time, so that little is left to wait for at the end.
            let syncer = match self.syncer.take() {
                Some(syncer) => syncer,
                None => Syncer::start(&self.file).map_err(StoreError::io("write", &self.path))?,
            };
            if syncer.ask.try_send(()).is_ok() {
                self.unsynced = 0;
            }
            self.syncer = Some(syncer);
        }
        Ok(())
    }

    /// The name of an immutable part with these bytes: its kind and its checksum.
    pub(crate) fn part_name(&self, kind: &str) -> String {
        self.checksum.name(kind)
    }

    /// Moves it into a folder as an immutable part; returns its name.
    pub(crate) fn finish_part(self, folder: &Path, kind: &str) -> Result<String, StoreError> {
        let name = self.part_name(kind);
        self.finish(&folder.join(&name))?;
        Ok(name)
    }

    /// Gives it its name.
    pub(crate) fn finish(mut self, path: &Path) -> Result<(), StoreError> {
        // The system reports a failed write once: to the syncer, if that asked first.
        let synced = self.syncer.take().map_or(Ok(()), Syncer::finish);
        // Before the rename: after a power cut the name must not stand for empty pages.
        synced.and_then(|()| self.file.sync_data()).map_err(StoreError::io("write", &self.path))?;
        self.rename(path)
    }

    fn rename(self, path: &Path) -> Result<(), StoreError> {
        fs::rename(&self.path, path).map_err(StoreError::io("rename to", path))
    }
}

impl Syncer {
    fn start(file: &File) -> io::Result<Syncer> {
        let file = file.try_clone()?;
        let (ask, asked) = sync_channel(1);
        let thread = std::thread::spawn(move || asked.iter().try_for_each(|()| file.sync_data()));
        Ok(Syncer { ask, thread })
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
