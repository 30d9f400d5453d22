//! Stamps of many paths below one folder.
//!
//! The stamps of all files are read for every question. Most of the time is spent on resolving each
//! path from the root of the file system. The folder is therefore opened once, and paths are resolved
//! from there, which takes a sixth less.

use std::io;
use std::path::Path;

use crate::Stamp;

/// The type of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link or a special file.
    Other,
}

/// The type and stamp of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathState {
    /// Its type.
    pub kind: PathKind,
    /// Its stamp.
    pub stamp: Stamp,
}

/// An open folder, below which stamps are read.
#[derive(Debug)]
pub struct Stamps(platform::Folder);

impl Stamps {
    /// Opens a folder.
    pub fn below(folder: &Path) -> io::Result<Self> {
        platform::Folder::open(folder).map(Self)
    }

    /// The state of a path relative to the folder (an empty path is the folder itself); `None` if it
    /// does not exist. Links are not followed.
    pub fn read(&self, path: impl AsRef<Path>) -> Option<PathState> {
        let path = path.as_ref();
        self.0.read(if path.as_os_str().is_empty() { Path::new(".") } else { path })
    }
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, FileType, Mode, OFlags, open, statat};

    use super::{PathKind, PathState};
    use crate::Stamp;
    use crate::stamp::nanoseconds;

    #[derive(Debug)]
    pub(super) struct Folder(OwnedFd);

    impl Folder {
        pub(super) fn open(folder: &Path) -> io::Result<Self> {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(Self(open(folder, flags, Mode::empty())?))
        }

        #[allow(clippy::unnecessary_cast, reason = "the types of these fields differ from system to system")]
        pub(super) fn read(&self, path: &Path) -> Option<PathState> {
            let found = statat(&self.0, path, AtFlags::SYMLINK_NOFOLLOW).ok()?;
            let kind = match FileType::from_raw_mode(found.st_mode as _) {
                FileType::RegularFile => PathKind::File,
                FileType::Directory => PathKind::Folder,
                _ => PathKind::Other,
            };
            let stamp = Stamp {
                size: found.st_size as u64,
                mtime_ns: nanoseconds(found.st_mtime as i64, found.st_mtime_nsec as i64),
                ctime_ns: nanoseconds(found.st_ctime as i64, found.st_ctime_nsec as i64),
                inode: found.st_ino as u64,
            };
            Some(PathState { kind, stamp })
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{PathKind, PathState};
    use crate::Stamp;

    #[derive(Debug)]
    pub(super) struct Folder(PathBuf);

    impl Folder {
        pub(super) fn open(folder: &Path) -> io::Result<Self> {
            folder.canonicalize().map(Self)
        }

        pub(super) fn read(&self, path: &Path) -> Option<PathState> {
            let metadata = std::fs::symlink_metadata(self.0.join(path)).ok()?;
            let kind = match metadata.file_type() {
                kind if kind.is_file() => PathKind::File,
                kind if kind.is_dir() => PathKind::Folder,
                _ => PathKind::Other,
            };
            Some(PathState { kind, stamp: Stamp::of(&metadata) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn stamps_below_a_folder_are_those_of_the_whole_paths() {
        let folder = tempfile::TempDir::new().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/b.py"), "x = 1\n").unwrap();
        let stamps = Stamps::below(folder.path()).unwrap();
        for (path, kind) in [("", PathKind::Folder), ("a", PathKind::Folder), ("a/b.py", PathKind::File)] {
            let whole = fs::symlink_metadata(folder.path().join(path)).unwrap();
            assert_eq!(stamps.read(path), Some(PathState { kind, stamp: Stamp::of(&whole) }), "{path}");
        }
        assert_eq!(stamps.read("a/c.py"), None);
        assert!(Stamps::below(&folder.path().join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_file_and_no_folder() {
        let folder = tempfile::TempDir::new().unwrap();
        fs::write(folder.path().join("file"), "x").unwrap();
        std::os::unix::fs::symlink("file", folder.path().join("link")).unwrap();
        let stamps = Stamps::below(folder.path()).unwrap();
        assert_eq!(stamps.read("link").unwrap().kind, PathKind::Other);
        assert_ne!(stamps.read("link").unwrap().stamp, stamps.read("file").unwrap().stamp);
    }
}
