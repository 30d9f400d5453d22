//! Reads small files that a repository controls: a manifest, a configuration, a pointer of git.
//!
//! A manifest can be a link to `/dev/zero`, a FIFO without a writer, or a file of gigabytes; its folder
//! can be a link out of the repository. None of these is read: the path must go through real folders
//! only, the file must be regular, and the number of bytes is limited.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

use crate::SourceError;

/// Reads the file at `path` below `folder`: regular, at most `max_bytes`, and reached through no
/// symbolic link below `folder`. `path` is relative and has no `..`.
pub fn read_small(folder: &Path, path: impl AsRef<Path>, max_bytes: u64) -> Result<Vec<u8>, SourceError> {
    let path = path.as_ref();
    read_opened(path, max_bytes, open_inside(folder, path))
}

/// Opens a regular file of any size for reading. Follows no link and does not block.
pub fn open_regular(file: &Path) -> io::Result<File> {
    let opened = open_without_waiting(file, false)?;
    if opened.metadata()?.is_file() { Ok(opened) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Reads what was opened, if it is a regular file of at most `max_bytes`.
pub(crate) fn read_opened(
    path: &Path,
    max_bytes: u64,
    opened: io::Result<File>,
) -> Result<Vec<u8>, SourceError> {
    let name = || path.to_string_lossy().into_owned();
    let refuse = |source| refusal(name(), source);
    let file = opened.map_err(refuse)?;
    let metadata = file.metadata().map_err(refuse)?;
    if !metadata.is_file() {
        return Err(SourceError::NotRegular { path: name() });
    }
    let too_large = || SourceError::TooLarge { path: name(), limit: max_bytes };
    if metadata.len() > max_bytes {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    // A file may grow, and those of /proc have no size: one byte past the limit is enough to know.
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(refuse)?;
    if bytes.len() as u64 > max_bytes { Err(too_large()) } else { Ok(bytes) }
}

/// The meaning of the operating system's error.
pub(crate) fn refusal(path: String, source: io::Error) -> SourceError {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => SourceError::Gone { path },
        io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory => SourceError::NotRegular { path },
        _ => SourceError::Unreadable { path, source },
    }
}

/// Opens a file below a folder through real folders only. The result may be a folder or a FIFO, which
/// opens without blocking; a link gives [`io::ErrorKind::InvalidInput`].
pub(crate) fn open_inside(folder: &Path, path: &Path) -> io::Result<File> {
    let mut names = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            _ => return Err(io::ErrorKind::InvalidInput.into()),
        }
    }
    let Some(last) = names.pop() else { return Err(io::ErrorKind::InvalidInput.into()) };
    platform::open(folder, &names, last)
}

/// Opens a file for reading without blocking on a FIFO. Follows links if `follow` is set, otherwise
/// returns [`io::ErrorKind::InvalidInput`] for them.
pub(crate) fn open_without_waiting(file: &Path, follow: bool) -> io::Result<File> {
    platform::open_one(file, follow)
}

#[cfg(unix)]
mod platform {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
    use rustix::io::Errno;

    /// Opening a FIFO would block; opening a terminal could make it our controlling terminal.
    fn file_flags() -> OFlags {
        OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY
    }

    pub(super) fn open(folder: &Path, above: &[&OsStr], last: &OsStr) -> io::Result<File> {
        let folder_flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::DIRECTORY;
        let mut inside = openat(CWD, folder, folder_flags, Mode::empty())?;
        for name in above {
            inside = openat(&inside, *name, folder_flags | OFlags::NOFOLLOW, Mode::empty())
                .map_err(|error| if_link(error, statat(&inside, *name, AtFlags::SYMLINK_NOFOLLOW)))?;
        }
        let opened = openat(&inside, last, file_flags() | OFlags::NOFOLLOW, Mode::empty())
            .map_err(|error| if_link(error, statat(&inside, last, AtFlags::SYMLINK_NOFOLLOW)))?;
        Ok(opened.into())
    }

    pub(super) fn open_one(file: &Path, follow: bool) -> io::Result<File> {
        let flags = if follow { file_flags() } else { file_flags() | OFlags::NOFOLLOW };
        let opened = openat(CWD, file, flags, Mode::empty()).map_err(|error| {
            if follow { error.into() } else { if_link(error, statat(CWD, file, AtFlags::SYMLINK_NOFOLLOW)) }
        })?;
        Ok(opened.into())
    }

    /// Systems have different numbers for "this is a link", and a socket cannot be opened at all.
    fn if_link(error: Errno, found: rustix::io::Result<rustix::fs::Stat>) -> io::Error {
        match found.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
            Ok(FileType::Symlink | FileType::Socket) => io::ErrorKind::InvalidInput.into(),
            _ => error.into(),
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::ffi::OsStr;
    use std::fs::{self, File};
    use std::io;
    use std::path::Path;

    pub(super) fn open(folder: &Path, above: &[&OsStr], last: &OsStr) -> io::Result<File> {
        let mut path = folder.to_path_buf();
        for name in above {
            path.push(name);
            if fs::symlink_metadata(&path)?.is_symlink() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
        }
        open_one(&path.join(last), false)
    }

    pub(super) fn open_one(file: &Path, follow: bool) -> io::Result<File> {
        let metadata = if follow { fs::metadata(file)? } else { fs::symlink_metadata(file)? };
        if !metadata.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        File::open(file)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn folder_with(path: &str, bytes: &[u8]) -> TempDir {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
        folder
    }

    #[test]
    fn a_regular_file_is_read_up_to_its_limit() {
        let folder = folder_with("a/b/pyproject.toml", b"1234");
        assert_eq!(read_small(folder.path(), "a/b/pyproject.toml", 4).unwrap(), b"1234");
        let error = read_small(folder.path(), "./a/b/pyproject.toml", 3).unwrap_err();
        assert!(matches!(error, SourceError::TooLarge { limit: 3, .. }), "{error}");
    }

    #[test]
    fn a_missing_file_a_folder_and_a_way_out_are_refused() {
        let folder = folder_with("a/b", b"");
        let error = |path: &str| read_small(&folder.path().join("a"), path, 10).unwrap_err();
        assert!(matches!(error("none"), SourceError::Gone { .. }));
        assert!(matches!(error("b/none"), SourceError::Gone { .. }));
        assert!(matches!(error("../a/b"), SourceError::NotRegular { .. }));
        assert!(matches!(error("/etc/hosts"), SourceError::NotRegular { .. }));
        assert!(matches!(error(""), SourceError::NotRegular { .. }));
        let error = read_small(folder.path(), "a", 10).unwrap_err();
        assert!(matches!(error, SourceError::NotRegular { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_on_any_step_of_the_way() {
        let folder = folder_with("real/file", b"x");
        std::os::unix::fs::symlink("real", folder.path().join("linked")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero")).unwrap();
        for path in ["linked/file", "zero"] {
            let error = read_small(folder.path(), path, 10).unwrap_err();
            assert!(matches!(error, SourceError::NotRegular { .. }), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_a_socket_and_a_device_are_refused_without_waiting() {
        let folder = TempDir::new().unwrap();
        let fifo = folder.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
        for path in ["fifo", "socket"] {
            let error = read_small(folder.path(), path, 10).unwrap_err();
            assert!(matches!(error, SourceError::NotRegular { .. }), "{error}");
        }
        let error = read_small(Path::new("/dev"), "zero", 10).unwrap_err();
        assert!(matches!(error, SourceError::NotRegular { .. }), "{error}");
    }
}
