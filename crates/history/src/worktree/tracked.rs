//! Compares tracked files with git's index.
//!
//! The index records the stamp of each unchanged file. A file with that stamp is unchanged, unless it
//! was written at the same time as the index ("racily clean"). All other files are read.

use std::collections::BTreeSet;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fathom_source::Stamp;
use gix::bstr::{BStr, ByteSlice};
use gix::index::Entry;
use gix::index::entry::{Flags, Mode, Stat};

use super::content::Contents;
use super::submodules::Submodules;
use super::{Differences, Extent, ListedFiles, Worktree};

/// With fewer entries than this, one thread is faster.
const MIN_CHUNK: usize = 500;

impl Worktree<'_> {
    /// Compares every tracked file.
    pub(super) fn tracked(&self) -> Differences {
        let entries = self.entries();
        let threads = self.threads.min(entries.len().div_ceil(MIN_CHUNK)).max(1);
        let chunk = entries.len().div_ceil(threads).max(1);
        let stop = AtomicBool::new(false);
        let submodules = Submodules::read(self.opened);
        let parts: Vec<Differences> = std::thread::scope(|scope| {
            let (stop, submodules) = (&stop, &submodules);
            let compare = |entries| {
                move || {
                    let folders = BTreeSet::new();
                    Comparison { worktree: self, contents: None, submodules, folders }.compare(entries, stop)
                }
            };
            let mut chunks = entries.chunks(chunk);
            let own = chunks.next().map(&compare);
            let others: Vec<_> = chunks.map(|entries| scope.spawn(compare(entries))).collect();
            let mut parts: Vec<Differences> = own.map(|own| own()).into_iter().collect();
            parts.extend(
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
            );
            parts
        });
        let mut found = Differences::default();
        for part in parts {
            if self.extent == Extent::First && !part.paths.is_empty() {
                return part;
            }
            found.append(part);
        }
        found
    }
}

/// The comparison of some entries, on one thread.
struct Comparison<'w, 'o> {
    worktree: &'w Worktree<'o>,
    /// Created when the first file has to be read.
    contents: Option<Contents>,
    submodules: &'w Submodules,
    /// Folders that are not links.
    folders: BTreeSet<PathBuf>,
}

impl Comparison<'_, '_> {
    fn compare(mut self, entries: &[Entry], stop: &AtomicBool) -> Differences {
        let mut found = Differences::default();
        match self.worktree.extent {
            Extent::All => self.compare_some(entries, |_| true, stop, &mut found),
            // Most edits are in listed files, whose stamps are already known.
            Extent::First => {
                self.compare_some(entries, |stamp| stamp.is_some(), stop, &mut found);
                if found.paths.is_empty() {
                    self.compare_some(entries, |stamp| stamp.is_none(), stop, &mut found);
                }
            }
        }
        found
    }

    /// Compares the entries whose listed stamp decides.
    fn compare_some(
        &mut self,
        entries: &[Entry],
        is_wanted: impl Fn(Option<&Stamp>) -> bool,
        stop: &AtomicBool,
        found: &mut Differences,
    ) {
        let index = &self.worktree.index;
        let mut cursor = Cursor::new(self.worktree.listed);
        for entry in entries {
            let path = entry.path(index);
            let below = path.strip_prefix(self.worktree.opened.prefix.as_slice()).unwrap_or(path);
            let stamp = cursor.stamp(below);
            if !is_wanted(stamp) || !self.differs(entry, path, stamp, found) {
                continue;
            }
            // A conflict has several entries.
            if found.paths.last().is_none_or(|last| last != path) {
                found.paths.push(path.to_owned());
            }
            if self.worktree.extent == Extent::First {
                stop.store(true, Ordering::Relaxed);
            }
            if stop.load(Ordering::Relaxed) {
                // Earlier inputs do not matter: this one path decides.
                self.remember(path, found);
                break;
            }
        }
    }

    /// Makes a path that differs the only input, with the rules that affect it.
    fn remember(&self, path: &BStr, found: &mut Differences) {
        found.seen.clear();
        found.saw(self.worktree.on_disk(path));
        self.worktree.rules_above(path, found);
    }

    fn differs(
        &mut self,
        entry: &Entry,
        path: &BStr,
        stamp: Option<&Stamp>,
        found: &mut Differences,
    ) -> bool {
        if entry.stage_raw() != 0 || entry.flags.contains(Flags::INTENT_TO_ADD) {
            return true;
        }
        if entry.mode == Mode::DIR || entry.flags.intersects(Flags::SKIP_WORKTREE | Flags::ASSUME_VALID) {
            return false;
        }
        let settings = &self.worktree.opened.settings;
        let timestamp = self.worktree.index.timestamp();
        let written_at = nanoseconds(timestamp.unix_seconds(), timestamp.nanoseconds());
        let is_clean = |stamp: Stamp| is_recorded(&stamp, &entry.stat) && stamp.is_settled(written_at);
        if stamp.copied().is_some_and(is_clean) {
            return false;
        }
        let on_disk = self.worktree.on_disk(path);
        let metadata = fs::symlink_metadata(&on_disk)
            .ok()
            .filter(|_| self.is_in_listed_folder(path) || self.is_inside(&on_disk));
        let unlisted = if stamp.is_some() {
            None
        } else {
            let unlisted = metadata.as_ref().map(Stamp::of);
            found.seen.push((on_disk.clone(), unlisted));
            unlisted
        };
        let Some(metadata) = metadata else { return true };
        if entry.mode != Mode::COMMIT && unlisted.is_some_and(is_clean) {
            return false;
        }
        if entry.mode == Mode::COMMIT {
            return !metadata.is_dir()
                || self.submodules.differs(self.worktree, entry, path, &on_disk, found);
        }
        let is_link = metadata.is_symlink();
        let kind_differs = match entry.mode {
            Mode::SYMLINK if settings.symlinks => !is_link,
            Mode::SYMLINK => !is_link && !metadata.is_file(),
            _ => !metadata.is_file(),
        };
        if kind_differs {
            return true;
        }
        let executable = entry.mode == Mode::FILE_EXECUTABLE;
        let has_bit = settings.executable_bit && !is_link && entry.mode != Mode::SYMLINK;
        if has_bit && executable != is_executable(&metadata) {
            return true;
        }
        let now = gix::index::fs::Metadata::from_path_no_follow(&on_disk)
            .ok()
            .and_then(|metadata| Stat::from_fs(&metadata).ok());
        let Some(now) = now else { return true };
        if now.matches(&entry.stat, settings.stat) && !now.is_racy(timestamp, settings.stat) {
            // A size of 0 marks an entry that differed when the index was written.
            let is_marked = entry.stat.size == 0 && !entry.id.is_empty_blob() && metadata.len() != 0;
            if !is_marked {
                return false;
            }
        }
        let contents = self.contents.get_or_insert_with(|| Contents::new(self.worktree.opened));
        !contents.is_same(entry, path, &on_disk, &metadata, &now)
    }

    /// Whether a walk, which follows no link, has listed the folder of a path.
    fn is_in_listed_folder(&self, path: &BStr) -> bool {
        let below = path.strip_prefix(self.worktree.opened.prefix.as_slice()).unwrap_or(path);
        let folder = below.rfind_byte(b'/').map_or(&b""[..], |end| &below[..end]);
        self.worktree.listed.has_folder(folder)
    }

    /// Whether no parent folder of a file is a link: to git, files behind a link do not exist.
    fn is_inside(&mut self, on_disk: &Path) -> bool {
        let root = &self.worktree.opened.place.root;
        let Some(folder) = on_disk.parent() else { return true };
        if folder == root || self.folders.contains(folder) {
            return true;
        }
        let real = fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_dir());
        if real && self.is_inside(folder) {
            self.folders.insert(folder.to_path_buf());
            return true;
        }
        false
    }
}

/// A position in a sorted list that only moves forward, for sorted lookups.
struct Cursor<'l> {
    listed: ListedFiles<'l>,
    at: Option<usize>,
}

impl<'l> Cursor<'l> {
    fn new(listed: ListedFiles<'l>) -> Self {
        Self { listed, at: None }
    }

    fn stamp(&mut self, path: &[u8]) -> Option<&'l Stamp> {
        let files = self.listed.files;
        let mut at = match self.at {
            Some(at) => at,
            None => files.partition_point(|file| file.path.as_bytes() < path),
        };
        while files.get(at).is_some_and(|file| file.path.as_bytes() < path) {
            at += 1;
        }
        self.at = Some(at);
        files.get(at).filter(|file| file.path.as_bytes() == path).map(|file| &file.stamp)
    }
}

/// Whether the stamp of a file equals the one in the index to the nanosecond. Then its permissions are
/// unchanged, too: a change of permissions changes the change time.
fn is_recorded(stamp: &Stamp, recorded: &Stat) -> bool {
    let time = |time: gix::index::entry::stat::Time| nanoseconds(time.secs.into(), time.nsecs);
    stamp.ctime_ns != 0
        && stamp.size as u32 == recorded.size
        && stamp.inode as u32 == recorded.ino
        && stamp.mtime_ns == time(recorded.mtime)
        && stamp.ctime_ns == time(recorded.ctime)
}

fn nanoseconds(seconds: i64, rest: u32) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(rest.into())
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

impl Worktree<'_> {
    /// Records the files with rules that affect a path.
    pub(super) fn rules_above(&self, path: &BStr, found: &mut Differences) {
        let mut folder = PathBuf::from(&self.opened.place.root);
        let names = path.split_str("/").map(|name| gix::path::from_bstr(name.as_bstr()).unwrap_or_default());
        for name in names {
            for rules in [".gitignore", ".gitattributes"] {
                found.saw(folder.join(rules));
            }
            folder.push(name);
        }
    }
}
