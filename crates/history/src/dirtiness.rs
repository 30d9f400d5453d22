//! Whether a worktree differs from its commit, cached between questions.
//!
//! The comparison of a whole worktree costs as much as an answer. Its inputs are therefore recorded:
//! the commit, the stamps of git's index and of the files with settings and rules, and
//!
//! * for a clean worktree, the stamps of every tracked file and of every folder in which an untracked
//!   file could appear;
//! * for a dirty one, the stamp of one path that differs.
//!
//! The result is valid while all of these are unchanged. Files and folders of a walk are recorded as
//! one hash of their stamps, because the caller has just walked the tree.

use std::fs;
use std::path::{Path, PathBuf};

use fathom_source::{Repository, Stamp, Stamps};
use serde::{Deserialize, Serialize};

use crate::HistoryError;
use crate::open::OpenRepository;
use crate::settings::user_files;
use crate::worktree::{Extent, ListedFiles, Worktree};

/// Increased when the layout or the meaning of the record changes.
const VERSION: u32 = 2;

/// With fewer paths than this, one thread is faster.
const MIN_CHUNK: usize = 2_000;

/// More threads than this contend for the same kernel locks.
const MAX_THREADS: usize = 8;

/// Whether a worktree differs from its commit, and the inputs of that result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dirtiness {
    version: u32,
    /// Whether any file differs: modified, staged, deleted, or untracked and not ignored.
    pub dirty: bool,
    /// The commit that was checked out.
    pub commit: Option<String>,
    /// The clock before the comparison.
    recorded_at: i64,
    /// The hash of the walk's files and folders; `None` if it is not an input.
    listed: Option<[u8; 32]>,
    seen: Vec<(PathBuf, Option<[u64; 4]>)>,
    heads: Vec<(PathBuf, Option<String>)>,
    /// The locations of the user's settings.
    user_files: Vec<PathBuf>,
}

impl Dirtiness {
    /// Compares the worktree at `root`. The stamps in `listed` were read after `now_ns`; missing stamps
    /// are read. Uses one thread, because it runs beside an indexing run, which uses the others.
    pub fn find(root: &Path, listed: ListedFiles<'_>, now_ns: i64) -> Result<Self, HistoryError> {
        let opened = OpenRepository::at(root)?;
        let commit = opened.head.clone();
        let found = Worktree::new(&opened, listed, Extent::First, 1)?.differences()?;
        let dirty = !found.paths.is_empty();
        Ok(Self {
            version: VERSION,
            dirty,
            commit,
            recorded_at: now_ns,
            listed: (!dirty).then(|| hash(listed)),
            seen: found.seen.into_iter().map(|(path, stamp)| (path, stamp.as_ref().map(words))).collect(),
            heads: found.heads,
            user_files: user_files(),
        })
    }

    /// Whether the result is still valid: the result, or `None` if a new comparison is necessary.
    pub fn still(&self, listed: ListedFiles<'_>) -> Option<bool> {
        if self.version != VERSION || self.user_files != user_files() {
            return None;
        }
        for (root, commit) in &self.heads {
            if Repository::at(root)?.head() != *commit {
                return None;
            }
        }
        if let Some(hash) = self.listed {
            let is_settled = |stamp: &Stamp| stamp.is_settled(self.recorded_at);
            let settled = listed.files.iter().all(|file| is_settled(&file.stamp))
                && listed.folders.iter().all(|folder| is_settled(&folder.stamp));
            if !settled || hash != self::hash(listed) {
                return None;
            }
        }
        let (root, _) = self.heads.first()?;
        self.all_as_seen(root).then_some(self.dirty)
    }

    /// The serialized record.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain records cannot fail to serialise.
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// Reads a record; `None` if it is damaged or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok().filter(|one: &Self| one.version == VERSION)
    }

    fn all_as_seen(&self, root: &Path) -> bool {
        let Ok(stamps) = Stamps::below(root) else { return false };
        let now = |path: &Path| match path.strip_prefix(root) {
            Ok(below) => stamps.read(below).map(|state| state.stamp),
            Err(_) => fs::symlink_metadata(path).ok().map(|metadata| Stamp::of(&metadata)),
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
        let threads = threads.min(self.seen.len().div_ceil(MIN_CHUNK)).max(1);
        let chunk = self.seen.len().div_ceil(threads).max(1);
        let as_seen = |seen: &[(PathBuf, Option<[u64; 4]>)]| {
            seen.iter().all(|(path, then)| {
                let now = now(path);
                now.is_none_or(|now| now.is_settled(self.recorded_at)) && now.as_ref().map(words) == *then
            })
        };
        std::thread::scope(|scope| {
            let mut chunks = self.seen.chunks(chunk);
            let own = chunks.next();
            let others: Vec<_> = chunks.map(|seen| scope.spawn(move || as_seen(seen))).collect();
            let same = own.is_none_or(as_seen);
            others.into_iter().all(|other| other.join().unwrap_or(false)) && same
        })
    }
}

fn words(stamp: &Stamp) -> [u64; 4] {
    [stamp.size, stamp.mtime_ns as u64, stamp.ctime_ns as u64, stamp.inode]
}

fn hash(listed: ListedFiles<'_>) -> [u8; 32] {
    let ListedFiles { files, folders } = listed;
    let mut bytes = Vec::with_capacity((files.len() + folders.len()) * 96);
    bytes.extend_from_slice(&(folders.len() as u64).to_le_bytes());
    let mut add = |path: &str, stamp: &Stamp| {
        bytes.extend_from_slice(&(path.len() as u64).to_le_bytes());
        bytes.extend_from_slice(path.as_bytes());
        for word in words(stamp) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
    };
    for folder in folders {
        add(&folder.path, &folder.stamp);
    }
    for file in files {
        add(&file.path, &file.stamp);
    }
    *blake3::hash(&bytes).as_bytes()
}

#[cfg(test)]
mod tests;
