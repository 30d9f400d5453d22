//! What in a worktree differs from its commit.
//!
//! Compares three things the way git does: the commit's tree with the index ([`staged`]), the
//! index with the files ([`tracked`]), and the files with the ignore rules ([`untracked`]). Written
//! here and not taken from gix for two reasons. Files whose stamps a walk has just read need not be
//! asked for again, which is most of the work. And a comparison by gix opens whatever lies where a
//! file should be, and runs filters.

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

/// Submodules in submodules are looked at so deep.
const MAX_DEPTH: usize = 8;

/// What a walk has just found, with stamps that need not be read again. Sorted by path.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListedFiles<'l> {
    /// Files, with the stamps of this moment.
    pub files: &'l [FileEntry],
    /// Folders, with the stamps from before they were listed.
    pub folders: &'l [FolderEntry],
}

impl<'l> ListedFiles<'l> {
    /// What a walk found.
    pub fn of(walk: &'l Walk) -> Self {
        Self { files: &walk.files, folders: &walk.folders }
    }

    /// Whether the walk listed this folder, whose path does not end in `/`.
    fn has_folder(&self, path: &[u8]) -> bool {
        self.folders.binary_search_by(|folder| folder.path.as_bytes().cmp(path)).is_ok()
    }
}

/// What to find out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Every path that differs.
    All,
    /// Whether any differs.
    First,
}

/// What was found.
#[derive(Default)]
pub(crate) struct Differences {
    /// Paths that differ, relative to the worktree's top.
    pub(crate) paths: Vec<BString>,
    /// Paths with the stamps they had, that decided beside what was listed: files and folders that
    /// were not listed, and files with rules. Missing where there was nothing.
    pub(crate) seen: Vec<(PathBuf, Option<Stamp>)>,
    /// Repositories in the repository, with the commits that were checked out.
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
    /// Prepares the comparison of what `opened` is asked about. Paths in `listed` are relative to
    /// that folder.
    pub(crate) fn new(
        opened: &'o OpenRepository,
        listed: ListedFiles<'o>,
        extent: Extent,
        threads: usize,
    ) -> Result<Self, HistoryError> {
        let index = opened.index()?;
        Ok(Self { opened, index, listed, extent, threads, depth: 0 })
    }

    /// Everything that differs, or the first that does.
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
        // A file that is staged and then edited again comes twice.
        found.paths.dedup();
        Ok(found)
    }

    fn is_done(&self, found: &Differences) -> bool {
        self.extent == Extent::First && !found.paths.is_empty()
    }

    /// The files of git and of the user that decide about all others.
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

    /// Where a path of the index lies.
    fn on_disk(&self, path: &[u8]) -> PathBuf {
        self.opened.place.root.join(gix::path::from_bstr(path.as_bstr()).unwrap_or_default())
    }

    /// The entries of the folder that is asked about.
    fn entries(&self) -> &[gix::index::Entry] {
        let prefix = self.opened.prefix.as_bstr();
        if prefix.is_empty() {
            return self.index.entries();
        }
        self.index.prefixed_entries(prefix).unwrap_or_default()
    }
}
