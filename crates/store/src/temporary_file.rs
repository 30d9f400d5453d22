//! Files that become visible only when they are complete.

use crate::StoreError;
use crate::checksum::Checksum;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Suffix of the name of a temporary file; a number follows.
const UNFINISHED: &str = "unfinished-";

/// Removes temporary files of processes that were killed.
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

/// Writes a file that becomes visible when it is complete.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file = TemporaryFile::create(path)?;
    file.write(bytes)?;
    file.finish(path)
}

/// The same without fsync: after a power failure the file may contain anything.
pub(crate) fn write_whole_unsynced(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file = TemporaryFile::create(path)?;
    file.write(bytes)?;
    file.rename(path)
}

/// A file that has a temporary name until it is complete, and is locked until then.
pub struct TemporaryFile {
    path: PathBuf,
    file: File,
    checksum: Checksum,
    /// Bytes written since the last fsync started.
    unsynced: usize,
    syncer: Option<Syncer>,
}

/// A thread that calls fsync on request.
struct Syncer {
    ask: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

/// Bytes between two fsyncs.
const SYNCED_AT_ONCE: usize = 8 * 1024 * 1024;

impl TemporaryFile {
    /// Creates a file next to `path`.
    pub(crate) fn create(path: &Path) -> Result<TemporaryFile, StoreError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // Process ids are not unique across containers: another process may use this name.
        let (path, file) = loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = path.with_extension(format!("{UNFINISHED}{}-{count}", std::process::id()));
            match File::create_new(&path) {
                Ok(file) => break (path, file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(StoreError::io("create", &path)(error)),
            }
        };
        // The lock shows other processes that the file is being written. Without support for locks, no
        // process removes it.
        let _ = file.try_lock();
        Ok(TemporaryFile { path, file, checksum: Checksum::default(), unsynced: 0, syncer: None })
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(bytes).map_err(StoreError::io("write", &self.path))?;
        self.checksum.update(bytes);
        self.unsynced += bytes.len();
        if self.unsynced >= SYNCED_AT_ONCE {
            // Early, so that the final fsync has little to do.
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

    /// Renames it to its final name.
    pub(crate) fn finish(mut self, path: &Path) -> Result<(), StoreError> {
        // The system reports a failed write only once, possibly to the syncer.
        let synced = self.syncer.take().map_or(Ok(()), Syncer::finish);
        // Before the rename: after a power failure the name must not refer to empty pages.
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

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // A finished file no longer has this name.
        let _ = fs::remove_file(&self.path);
    }
}
