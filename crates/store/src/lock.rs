//! The lock that allows one writer at a time.

use crate::StoreError;
use std::fs::{self, File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long a writer waits for another one: longer than any indexing run takes.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_mins(10);
const PAUSE: Duration = Duration::from_millis(20);

/// Held while writing; released when dropped or when the process ends.
#[derive(Debug)]
pub struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock. If another process holds it, calls `waiting` once with the id of that process,
    /// if known, and waits for at most `limit`.
    pub(crate) fn take(
        path: &Path,
        limit: Duration,
        waiting: impl FnOnce(Option<u32>),
    ) -> Result<WriterLock, StoreError> {
        let started = Instant::now();
        let mut waiting = Some(waiting);
        loop {
            let file = crate::map::options()
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .open(path)
                .map_err(StoreError::io("open", path))?;
            match file.try_lock() {
                // A cleanup may have removed the file that was just locked.
                Ok(()) if is_at(&file, path) => return Ok(WriterLock { _file: sign(file) }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let holder = holder(&file);
                    if started.elapsed() >= limit {
                        return Err(StoreError::Busy { path: path.to_owned(), process: holder });
                    }
                    if let Some(waiting) = waiting.take() {
                        waiting(holder);
                    }
                    thread::sleep(PAUSE);
                }
                Err(TryLockError::Error(source)) => return Err(StoreError::io("lock", path)(source)),
            }
        }
    }
}

/// Writes the id of this process into the lock file, for the message of a waiting process. Errors are
/// ignored.
fn sign(mut file: File) -> File {
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
    file
}

fn holder(file: &File) -> Option<u32> {
    let mut text = String::new();
    file.take(16).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

/// Whether an open file is still the file at a path.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        open.created().ok() == there.created().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_waits_for_another_and_gets_its_process_id() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = WriterLock::take(&path, LONGEST_WAIT, |_| panic!("nobody else writes")).unwrap();
        let (sender, receiver) = std::sync::mpsc::channel();
        let second = thread::spawn({
            let path = path.clone();
            move || WriterLock::take(&path, LONGEST_WAIT, |who| sender.send(who).unwrap()).map(drop)
        });
        assert_eq!(receiver.recv().unwrap(), Some(std::process::id()));
        drop(first);
        second.join().unwrap().unwrap();
    }

    #[test]
    fn waiting_ends_with_an_error_that_names_the_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let _first = WriterLock::take(&path, LONGEST_WAIT, |_| {}).unwrap();
        let error = WriterLock::take(&path, Duration::ZERO, |_| {}).unwrap_err();
        assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");
    }

    #[test]
    fn a_lock_that_was_removed_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = WriterLock::take(&path, LONGEST_WAIT, |_| {}).unwrap();
        fs::remove_file(&path).unwrap();
        let next = WriterLock::take(&path, Duration::ZERO, |_| {}).unwrap();
        assert!(WriterLock::take(&path, Duration::ZERO, |_| {}).is_err(), "held by `next`");
        drop((held, next));
    }
}
