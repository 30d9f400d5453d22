//! The differences between a worktree and its commit.
//!
//! Compares as git does: the commit's tree with the index ([`staged`]), the index with the files
//! ([`tracked`]), and the files with the ignore rules ([`untracked`]). Not taken from gix for two
//! reasons: the stamps of a walk, most of the work, need not be read again; and gix opens special files
//! and runs filters.

mod attributes;
mod content;
mod rules;
mod staged;
mod submodules;
mod tracked;
mod untracked;

use std::fs;
use std::path::PathBuf;

use fathom_source::{FileEntry, FolderEntry, Stamp, Walk};
use gix::bstr::{BString, ByteSlice};

use crate::HistoryError;
use crate::open::OpenRepository;

/// Maximum depth of nested submodules.
const MAX_DEPTH: usize = 8;

/// The results of a walk, with stamps that need not be read again. Sorted by path.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListedFiles<'l> {
    /// Files, with current stamps.
    pub files: &'l [FileEntry],
    /// Folders, with the stamps from before they were listed.
    pub folders: &'l [FolderEntry],
}

impl<'l> ListedFiles<'l> {
    /// The results of this walk.
    pub fn of(walk: &'l Walk) -> Self {
        Self { files: &walk.files, folders: &walk.folders }
    }

    /// Whether the walk listed this folder, whose path does not end in `/`.
    fn has_folder(&self, path: &[u8]) -> bool {
        self.folders.binary_search_by(|folder| folder.path.as_bytes().cmp(path)).is_ok()
    }
}

/// The result that is required.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Every different path.
    All,
    /// Whether any path differs.
    First,
}

/// The result of a comparison.
#[derive(Default)]
pub(crate) struct Differences {
    /// Paths that differ, relative to the worktree's top.
    pub(crate) paths: Vec<BString>,
    /// The stamps of other inputs: files and folders that the walk did not list, and files with rules.
    /// Missing paths have no stamp.
    pub(crate) seen: Vec<(PathBuf, Option<Stamp>)>,
    /// Nested repositories, with their commits.
    pub(crate) heads: Vec<(PathBuf, Option<String>)>,
}

impl Differences {
    fn saw(&mut self, path: PathBuf) {
        let stamp = fs::symlink_metadata(&path).ok().map(|metadata| Stamp::of(&metadata));
        self.seen.push((path, stamp));
    }

    fn append(&mut self, other: Differences) {
        self.paths.extend(other.paths);
        self.seen.extend(other.seen);
        self.heads.extend(other.heads);
    }
}

/// A comparison of one worktree.
pub(crate) struct Worktree<'o> {
    opened: &'o OpenRepository,
    index: gix::index::File,
    listed: ListedFiles<'o>,
    extent: Extent,
    threads: usize,
    depth: usize,
}

impl<'o> Worktree<'o> {
    /// Prepares the comparison of the folder in `opened`. Paths in `listed` are relative to that
    /// folder.
    pub(crate) fn new(
        opened: &'o OpenRepository,
        listed: ListedFiles<'o>,
        extent: Extent,
        threads: usize,
    ) -> Result<Self, HistoryError> {
        let index = opened.index()?;
        Ok(Self { opened, index, listed, extent, threads, depth: 0 })
    }

    /// All differences, or the first one.
    pub(crate) fn differences(&self) -> Result<Differences, HistoryError> {
        let mut found = Differences::default();
        found.heads.push((self.opened.place.root.clone(), self.opened.head.clone()));
        self.git_files(&mut found);
        self.staged(&mut found)?;
        if self.is_done(&found) {
            return Ok(found);
        }
        found.append(self.tracked());
        if self.is_done(&found) {
            return Ok(found);
        }
        self.untracked(&mut found);
        found.paths.sort_unstable();
        // A file that is staged and then edited again appears twice.
        found.paths.dedup();
        Ok(found)
    }

    fn is_done(&self, found: &Differences) -> bool {
        self.extent == Extent::First && !found.paths.is_empty()
    }

    /// The files of git and of the user that affect all others.
    fn git_files(&self, found: &mut Differences) {
        let place = &self.opened.place;
        found.saw(place.git_dir.join("index"));
        for folder in [&place.git_dir, &place.common_dir] {
            for name in ["config", "config.worktree", "info/exclude", "info/attributes"] {
                found.saw(folder.join(name));
            }
        }
        for file in self.opened.settings.files() {
            found.saw(file);
        }
    }

    /// The location of a path of the index.
    fn on_disk(&self, path: &[u8]) -> PathBuf {
        self.opened.place.root.join(gix::path::from_bstr(path.as_bstr()).unwrap_or_default())
    }

    /// The index entries of the requested folder.
    fn entries(&self) -> &[gix::index::Entry] {
        let prefix = self.opened.prefix.as_bstr();
        if prefix.is_empty() {
            return self.index.entries();
        }
        self.index.prefixed_entries(prefix).unwrap_or_default()
    }
}
