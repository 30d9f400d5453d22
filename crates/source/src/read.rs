//! Reads one file that other processes may be writing.
//!
//! Owns the bounded read, the retry and the content hash. Opens regular files only: opening a
//! FIFO would wait for a writer, and opening a device may do anything.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::small::{open_regular, refusal};
use crate::{FileEntry, SourceError, Stamp};

/// How often a file that changes during the read is read again before the bytes are accepted.
const ATTEMPTS: usize = 3;

/// The first 128 bits of a file's BLAKE3 hash: the key of the facts cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub u128);

impl ContentHash {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut first = [0; 16];
        first.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
        // Big-endian, so that the printed number equals the printed prefix of the full hash.
        Self(u128::from_be_bytes(first))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A file's bytes, and which version of the file they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The file as it was read.
    pub bytes: Vec<u8>,
    /// Hash of `bytes`.
    pub hash: ContentHash,
    /// The stamp from before the bytes were read. Record it instead of the walk's: if the file changed
    /// during the read, this stamp differs and the next run reads the file again.
    pub stamp: Stamp,
    /// The file kept changing; `bytes` may mix two versions.
    pub changed_while_read: bool,
}

/// Reads a file found by a walk, never more than `max_bytes`.
pub fn read(root: &Path, entry: &FileEntry, max_bytes: u64) -> Result<Content, SourceError> {
    let file = root.join(&entry.path);
    read_by(&entry.path, &file, max_bytes, |expected| bounded(&file, expected, max_bytes))
}

/// Reads with the given reader, so that a test can change the file at a chosen moment.
fn read_by(
    path: &str,
    file: &Path,
    max_bytes: u64,
    mut bytes_of: impl FnMut(u64) -> io::Result<Vec<u8>>,
) -> Result<Content, SourceError> {
    let refuse = |source: io::Error| refusal(path.into(), source);
    let mut attempt = 1;
    loop {
        let before = fs::symlink_metadata(file).map_err(refuse)?;
        if !before.is_file() {
            return Err(SourceError::NotRegular { path: path.into() });
        }
        let too_large = || SourceError::TooLarge { path: path.into(), limit: max_bytes };
        if before.len() > max_bytes {
            return Err(too_large());
        }
        let stamp = Stamp::of(&before);
        let bytes = bytes_of(stamp.size).map_err(refuse)?;
        if bytes.len() as u64 > max_bytes {
            return Err(too_large());
        }
        // The file was removed while it was read: the next attempt decides.
        let after = fs::symlink_metadata(file).ok();
        let steady =
            after.is_some_and(|after| Stamp::of(&after) == stamp) && bytes.len() as u64 == stamp.size;
        if steady || attempt == ATTEMPTS {
            return Ok(Content { hash: ContentHash::of(&bytes), bytes, stamp, changed_while_read: !steady });
        }
        attempt += 1;
    }
}

/// One byte past the limit is enough to know that the file is too large.
fn bounded(file: &Path, expected: u64, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected.min(max_bytes) as usize + 1);
    // A regular file may have been replaced by a FIFO.
    open_regular(file)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::process::Command;

    use tempfile::TempDir;

    use super::*;

    fn entry(path: &str) -> FileEntry {
        FileEntry { path: path.into(), stamp: Stamp::default() }
    }

    fn folder_with(bytes: &[u8]) -> TempDir {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("a.py"), bytes).unwrap();
        folder
    }

    /// Reads `a.py` and calls `meddle` after the bytes of each attempt were read.
    fn read_while(
        folder: &TempDir,
        max_bytes: u64,
        mut meddle: impl FnMut(usize, &Path),
    ) -> Result<Content, SourceError> {
        let file = folder.path().join("a.py");
        let mut attempts = 0;
        read_by("a.py", &file, max_bytes, |expected| {
            let bytes = bounded(&file, expected, max_bytes);
            attempts += 1;
            meddle(attempts, &file);
            bytes
        })
    }

    #[test]
    fn a_file_is_read_with_its_hash_and_stamp() {
        let folder = folder_with(b"x = 1\n");
        let content = read(folder.path(), &entry("a.py"), 100).unwrap();
        assert_eq!(content.bytes, b"x = 1\n");
        assert_eq!(content.stamp.size, 6);
        assert!(!content.changed_while_read);
        let full = blake3::hash(b"x = 1\n").to_hex();
        assert!(full.starts_with(&content.hash.to_string()));
    }

    #[test]
    fn a_file_that_grows_once_while_read_is_read_again() {
        let folder = folder_with(b"old");
        let content = read_while(&folder, 100, |attempt, file| {
            if attempt == 1 {
                fs::write(file, b"newer").unwrap();
            }
        })
        .unwrap();
        assert_eq!(content.bytes, b"newer");
        assert!(!content.changed_while_read);
    }

    #[test]
    fn a_file_that_never_rests_is_kept_with_its_earlier_stamp() {
        let folder = folder_with(b"1");
        let content = read_while(&folder, 100, |attempt, file| {
            fs::write(file, "1".repeat(attempt + 1)).unwrap();
        })
        .unwrap();
        assert!(content.changed_while_read);
        assert_eq!(content.bytes, b"111");
        let now = fs::metadata(folder.path().join("a.py")).unwrap();
        assert_ne!(content.stamp, Stamp::of(&now), "the next run must look again");
    }

    #[test]
    fn a_file_that_shrinks_while_read_is_read_again() {
        let folder = folder_with(b"a long line");
        let content = read_while(&folder, 100, |attempt, file| {
            if attempt == 1 {
                fs::write(file, b"s").unwrap();
            }
        })
        .unwrap();
        assert_eq!(content.bytes, b"s");
    }

    #[test]
    fn a_file_that_disappears_while_read_is_gone() {
        let folder = folder_with(b"x");
        let error = read_while(&folder, 100, |_, file| {
            let _ = fs::remove_file(file);
        })
        .unwrap_err();
        assert!(matches!(error, SourceError::Gone { .. }), "{error}");
    }

    #[test]
    fn a_file_that_outgrows_the_limit_while_read_is_too_large() {
        let folder = folder_with(b"x");
        let error = read_while(&folder, 4, |_, file| fs::write(file, b"12345").unwrap());
        assert!(matches!(error, Err(SourceError::TooLarge { .. })));
    }

    #[test]
    fn a_file_of_exactly_the_limit_is_read() {
        let folder = folder_with(b"1234");
        let content = read(folder.path(), &entry("a.py"), 4).unwrap();
        assert_eq!(content.bytes, b"1234");
    }

    #[test]
    fn the_error_for_a_missing_file_names_the_next_step() {
        let folder = TempDir::new().unwrap();
        let error = read(folder.path(), &entry("a.py"), 4).unwrap_err();
        assert_eq!(error.to_string(), "a.py disappeared while it was being read; index again");
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_is_never_opened() {
        let folder = TempDir::new().unwrap();
        let fifo = folder.path().join("pipe.py");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let error = read(folder.path(), &entry("pipe.py"), 4).unwrap_err();
        assert!(matches!(error, SourceError::NotRegular { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_symlink_put_in_a_files_place_is_not_followed() {
        let folder = folder_with(b"x");
        std::os::unix::fs::symlink("a.py", folder.path().join("link.py")).unwrap();
        let error = read(folder.path(), &entry("link.py"), 4).unwrap_err();
        assert!(matches!(error, SourceError::NotRegular { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_permission_is_a_typed_error() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder_with(b"x");
        let file = folder.path().join("a.py");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
        // The superuser reads everything, so there is nothing to prove.
        if File::open(&file).is_ok() {
            return;
        }
        let error = read(folder.path(), &entry("a.py"), 4).unwrap_err();
        assert!(matches!(error, SourceError::Unreadable { .. }), "{error}");
    }
}
