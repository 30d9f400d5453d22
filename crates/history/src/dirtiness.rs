//! Whether a worktree differs from its commit, asked again and again.
//!
//! To compare a whole worktree costs as much as an answer, so what decided is recorded: the commit,
//! and the stamps of git's index, of the files with settings and rules, and
//!
//! * of a clean worktree, of every tracked file and of every folder that an untracked one could
//!   come into;
//! * of one that differs, of the one path that shows it.
//!
//! As long as all of it is the same, so is the answer. Files and folders that a walk has listed with
//! their stamps are recorded as one hash, because whoever asks has just walked.

use std::fs;
use std::path::{Path, PathBuf};

use fathom_source::{Repository, Stamp, Stamps};
use serde::{Deserialize, Serialize};

use crate::HistoryError;
use crate::open::OpenRepository;
use crate::settings::user_files;
use crate::worktree::{Extent, ListedFiles, Worktree};

/// Raised when the layout or the meaning of what is recorded changes.
const VERSION: u32 = 2;

/// Fewer paths than this are not worth another thread.
const MIN_CHUNK: usize = 2_000;

/// More threads than this wait for the same kernel locks.
const MAX_THREADS: usize = 8;

/// Whether a worktree differs from its commit, and all that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dirtiness {
    version: u32,
    /// Whether any file differs: modified, staged, deleted, or untracked and not ignored.
    pub dirty: bool,
    /// The commit that was checked out.
    pub commit: Option<String>,
    /// The clock before anything was looked at.
    recorded_at: i64,
    /// Of what a walk listed; `None` if it does not matter.
    listed: Option<[u8; 32]>,
    seen: Vec<(PathBuf, Option<[u64; 4]>)>,
    heads: Vec<(PathBuf, Option<String>)>,
    /// Where the user's settings were looked for.
    user_files: Vec<PathBuf>,
}

impl Dirtiness {
    /// Compares the worktree at `root`. The stamps in `listed` were read since `now_ns`; those that
    /// are missing are read. Takes one thread: it is asked beside the making of an index, which has
    /// the others.
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

    /// Whether this is still so; `None` if that takes another comparison.
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

    /// Its layout on disk.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain records cannot fail to serialise.
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// What was recorded; `None` if it is damaged or of another version.
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
