//! The record of a walk, used to decide whether a new walk would find the same.
//!
//! To list the folders of a large repository takes longer than all other work after one edited file. A
//! folder with an unchanged stamp has the same entries; only the stamps of its files have to be read. A
//! listing records everything else that affects a walk, above all files with ignore rules. If any of it
//! differs or cannot be recorded, the folder is walked again.

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::path::Path;

use bytemuck::{Pod, Zeroable};

use crate::stamp::is_settled;
use crate::walk::is_hidden;
use crate::{
    FileEntry, FolderEntry, Noise, PathKind, Repository, SkipReason, Skipped, Stamp, Stamps, TrackedPaths,
    Walk, WalkOptions,
};

const MAGIC: u64 = 0x4b43_4150_4c49_0002;

/// Folders whose stamp changed are listed again one by one, up to this many.
const MOST_CHANGED: usize = 64;

/// What an entry of a listing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// A folder that was listed.
    Folder,
    /// A file that was found.
    File,
    /// A symbolic link.
    Link,
    /// None of these, such as a FIFO.
    Special,
    /// A skipped file.
    NoisyFile(Noise),
    /// A skipped folder.
    NoisyFolder(Noise),
    /// A file or folder that affects others; may have a second entry.
    Rule,
    /// A file with more ignore rules than were read.
    CutRules,
    /// Ignored by a rule of git, and not tracked.
    Ignored,
    /// Matched by a rule of git, but tracked; may have a second entry.
    Tracked,
}

const NOISES: [Noise; 8] = [
    Noise::Vendored,
    Noise::Generated,
    Noise::Minified,
    Noise::LockFile,
    Noise::Binary,
    Noise::TooLarge,
    Noise::OneLongLine,
    Noise::Recording,
];

impl EntryKind {
    fn code(self) -> u64 {
        let noise = |noise: Noise| NOISES.iter().position(|one| *one == noise).unwrap_or(0) as u64;
        match self {
            EntryKind::Folder => 0,
            EntryKind::File => 1,
            EntryKind::Link => 2,
            EntryKind::Special => 3,
            EntryKind::Rule => 4,
            EntryKind::Ignored => 5,
            EntryKind::Tracked => 6,
            EntryKind::NoisyFile(kind) => 16 + noise(kind),
            EntryKind::NoisyFolder(kind) => 32 + noise(kind),
            // After the others, because its skipped entry also comes after them.
            EntryKind::CutRules => 48,
        }
    }

    fn from_code(code: u64) -> Option<EntryKind> {
        let noise = || NOISES.get(code as usize % 16).copied();
        Some(match code {
            0 => EntryKind::Folder,
            1 => EntryKind::File,
            2 => EntryKind::Link,
            3 => EntryKind::Special,
            4 => EntryKind::Rule,
            5 => EntryKind::Ignored,
            6 => EntryKind::Tracked,
            16..32 => EntryKind::NoisyFile(noise()?),
            32..48 => EntryKind::NoisyFolder(noise()?),
            48 => EntryKind::CutRules,
            _ => return None,
        })
    }

    /// Whether a name in a folder is still the same kind of entry.
    fn is_still(self, kind: FileType) -> bool {
        match self {
            EntryKind::Folder | EntryKind::NoisyFolder(_) => kind.is_dir(),
            EntryKind::File | EntryKind::NoisyFile(_) => kind.is_file(),
            EntryKind::Link => kind.is_symlink(),
            EntryKind::Special => !kind.is_dir() && !kind.is_file() && !kind.is_symlink(),
            EntryKind::Rule | EntryKind::CutRules | EntryKind::Ignored | EntryKind::Tracked => true,
        }
    }
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: u64,
    count: u64,
    /// Clock before the walk, in nanoseconds.
    recorded_at: u64,
    /// See [`choices`].
    choices: u64,
    /// Stamps of the repository's own exclude files.
    excludes: [[u64; 4]; 2],
    /// The stamp of git's index, which names the tracked files.
    index: [u64; 4],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Record {
    stamp: [u64; 4],
    seen: u64,
    path_start: u32,
    path_len: u32,
}

/// All entries of one walk.
#[derive(Default)]
pub(crate) struct Listing {
    seen: Vec<(String, EntryKind, Stamp)>,
    /// An entry was found that cannot be recognised again.
    is_partial: bool,
}

impl Listing {
    pub(crate) fn push(&mut self, path: &str, seen: EntryKind, stamp: Stamp) {
        self.seen.push((path.to_owned(), seen, stamp));
    }

    pub(crate) fn give_up(&mut self) {
        self.is_partial = true;
    }

    pub(crate) fn append(&mut self, other: &mut Listing) {
        self.seen.append(&mut other.seen);
        self.is_partial |= other.is_partial;
    }

    /// The serialized listing; empty if it cannot be used.
    pub(crate) fn to_bytes(
        &self,
        repository: Option<&Repository>,
        options: &WalkOptions,
        recorded_at: i64,
    ) -> Vec<u8> {
        // Other systems have no reliable change time of folders.
        if self.is_partial || !cfg!(unix) {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..self.seen.len()).collect();
        order.sort_unstable_by_key(|at| (&self.seen[*at].0, self.seen[*at].1.code()));
        let mut texts = String::new();
        let mut records = Vec::with_capacity(order.len());
        for at in order {
            let (path, seen, stamp) = &self.seen[at];
            let path_start = texts.len() as u32;
            texts.push_str(path);
            let path_len = path.len() as u32;
            records.push(Record { stamp: words(stamp), seen: seen.code(), path_start, path_len });
        }
        let header = Header {
            magic: MAGIC,
            count: records.len() as u64,
            recorded_at: recorded_at as u64,
            choices: choices(repository, options),
            excludes: excludes(repository),
            index: index(repository),
        };
        let mut bytes = bytemuck::bytes_of(&header).to_vec();
        bytes.extend_from_slice(bytemuck::cast_slice(&records));
        bytes.extend_from_slice(texts.as_bytes());
        bytes
    }
}

/// The listing of an earlier walk.
struct PreviousListing<'l> {
    records: &'l [Record],
    texts: &'l str,
    recorded_at: i64,
    root: &'l Path,
    stamps: Stamps,
    options: &'l WalkOptions,
    /// The tracked files, if they may differ from those of the earlier walk.
    tracked: Option<&'l TrackedPaths<'l>>,
}

/// A part of a listing, compared with the file system.
#[derive(Default)]
struct UpdatedListing<'l> {
    walk: Walk,
    changed_folders: Vec<&'l str>,
}

/// The result of a walk, if `last` determines it.
pub(crate) fn again(
    root: &Path,
    repository: Option<&Repository>,
    options: &WalkOptions,
    tracked: &TrackedPaths<'_>,
    last: &[u8],
    threads: usize,
) -> Option<Walk> {
    let header: &Header = bytemuck::try_from_bytes(last.get(..size_of::<Header>())?).ok()?;
    let rest = &last[size_of::<Header>()..];
    let size = usize::try_from(header.count).ok()?.checked_mul(size_of::<Record>())?;
    let last = PreviousListing {
        records: bytemuck::try_cast_slice(rest.get(..size)?).ok()?,
        texts: std::str::from_utf8(&rest[size..]).ok()?,
        recorded_at: header.recorded_at as i64,
        root,
        stamps: Stamps::below(root).ok()?,
        options,
        tracked: (header.index != index(repository)
            || !is_settled(&stamp(header.index), header.recorded_at as i64))
        .then_some(tracked),
    };
    let settled = header.excludes.iter().all(|words| is_settled(&stamp(*words), last.recorded_at));
    let same = header.magic == MAGIC
        && header.choices == choices(repository, options)
        && header.excludes == excludes(repository);
    if !settled || !same {
        return None;
    }
    let chunk = last.records.len().div_ceil(threads).max(1);
    let parts: Vec<Option<UpdatedListing<'_>>> = std::thread::scope(|scope| {
        let last = &last;
        let looks = |records| scope.spawn(move || last.look(records));
        let handles: Vec<_> = last.records.chunks(chunk).map(looks).collect();
        handles.into_iter().map(|handle| handle.join().ok().flatten()).collect()
    });
    let mut all = UpdatedListing::default();
    for part in parts {
        let mut part = part?;
        all.walk.files.append(&mut part.walk.files);
        all.walk.folders.append(&mut part.walk.folders);
        all.walk.skipped.append(&mut part.walk.skipped);
        all.walk.symlinks += part.walk.symlinks;
        all.changed_folders.append(&mut part.changed_folders);
    }
    let few = all.changed_folders.len() <= MOST_CHANGED;
    (few && all.changed_folders.iter().all(|folder| last.has_same_names(folder))).then_some(all.walk)
}

impl<'l> PreviousListing<'l> {
    fn path(&self, record: &Record) -> Option<&'l str> {
        self.texts.get(record.path_start as usize..)?.get(..record.path_len as usize)
    }

    /// Compares some entries; `None` if a walk is necessary.
    fn look(&self, records: &'l [Record]) -> Option<UpdatedListing<'l>> {
        let mut again = UpdatedListing::default();
        for record in records {
            let path = self.path(record)?;
            let seen = EntryKind::from_code(record.seen)?;
            let now = || self.stamps.read(path);
            match seen {
                EntryKind::Folder => {
                    let now = now()?;
                    if now.kind != PathKind::Folder {
                        return None;
                    }
                    if !self.is_same(record, &now.stamp) {
                        again.changed_folders.push(path);
                    }
                    again.walk.folders.push(FolderEntry { path: path.to_owned(), stamp: now.stamp });
                }
                EntryKind::File => {
                    let now = now()?;
                    if now.kind != PathKind::File || now.stamp.size > self.options.max_file_bytes {
                        return None;
                    }
                    again.walk.files.push(FileEntry { path: path.to_owned(), stamp: now.stamp });
                }
                EntryKind::Rule => {
                    if !self.is_same(record, &now()?.stamp) {
                        return None;
                    }
                }
                EntryKind::Ignored | EntryKind::Tracked => {
                    let was_tracked = seen == EntryKind::Tracked;
                    if self.tracked.is_some_and(|tracked| tracked.holds(path) != was_tracked) {
                        return None;
                    }
                }
                EntryKind::Link => again.walk.symlinks += 1,
                EntryKind::Special => again.skip(path, SkipReason::NotRegular),
                EntryKind::NoisyFile(noise) => {
                    if noise == Noise::TooLarge && now()?.stamp.size <= self.options.max_file_bytes {
                        return None;
                    }
                    again.skip(path, noise.into());
                }
                EntryKind::NoisyFolder(noise) => again.skip(path, noise.into()),
                EntryKind::CutRules => again.skip(path, SkipReason::TooManyRules),
            }
        }
        Some(again)
    }

    fn is_same(&self, record: &Record, now: &Stamp) -> bool {
        record.stamp == words(now) && is_settled(now, self.recorded_at)
    }

    /// Whether a folder still has the same entries, apart from those that no walk looks at.
    fn has_same_names(&self, folder: &str) -> bool {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let first = self
            .records
            .partition_point(|record| self.path(record).is_some_and(|path| path < prefix.as_str()));
        let mut expected: BTreeMap<&str, Vec<EntryKind>> = BTreeMap::new();
        for record in &self.records[first..] {
            let Some(path) = self.path(record) else { return false };
            let Some(name) = path.strip_prefix(prefix.as_str()) else { break };
            if name.is_empty() || name.contains('/') {
                continue;
            }
            let Some(seen) = EntryKind::from_code(record.seen) else { return false };
            expected.entry(name).or_default().push(seen);
        }
        let Ok(entries) = fs::read_dir(self.root.join(folder)) else { return false };
        for entry in entries {
            let Ok(entry) = entry else { return false };
            let (name, Ok(kind)) = (entry.file_name(), entry.file_type()) else { return false };
            match name.to_str().and_then(|name| expected.remove(name)) {
                Some(seen) if seen.iter().all(|seen| seen.is_still(kind)) => {}
                Some(_) => return false,
                None => {
                    let own_git = name == ".git" && folder.is_empty();
                    let unseen = is_hidden(name.as_encoded_bytes(), kind.is_dir()) && name != ".git";
                    if !own_git && !unseen {
                        return false;
                    }
                }
            }
        }
        expected.is_empty()
    }
}

impl UpdatedListing<'_> {
    fn skip(&mut self, path: &str, reason: SkipReason) {
        self.walk.skipped.push(Skipped { path: path.to_owned(), reason });
    }
}

/// The inputs of a walk: whether there is a repository, and its options.
fn choices(repository: Option<&Repository>, options: &WalkOptions) -> u64 {
    let WalkOptions { include_generated, include_vendored, max_file_bytes } = options;
    let flags = [repository.is_some(), *include_generated, *include_vendored];
    flags.iter().fold(*max_file_bytes, |all, flag| all << 1 | u64::from(*flag))
}

/// The stamps of a repository's exclude files; zero for a missing file.
fn excludes(repository: Option<&Repository>) -> [[u64; 4]; 2] {
    let Some(repository) = repository else { return [[0; 4]; 2] };
    [&repository.git_dir, &repository.common_dir].map(|folder| {
        let metadata = fs::symlink_metadata(folder.join("info/exclude"));
        metadata.map_or([0; 4], |metadata| words(&Stamp::of(&metadata)))
    })
}

/// The stamp of git's index; zero if there is none.
fn index(repository: Option<&Repository>) -> [u64; 4] {
    let metadata = repository.and_then(|one| fs::symlink_metadata(one.git_dir.join("index")).ok());
    metadata.map_or([0; 4], |metadata| words(&Stamp::of(&metadata)))
}

fn words(stamp: &Stamp) -> [u64; 4] {
    [stamp.size, stamp.mtime_ns as u64, stamp.ctime_ns as u64, stamp.inode]
}

fn stamp(words: [u64; 4]) -> Stamp {
    let [size, mtime, ctime, inode] = words;
    Stamp { size, mtime_ns: mtime as i64, ctime_ns: ctime as i64, inode }
}

#[cfg(test)]
mod tests;
