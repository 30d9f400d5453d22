//! The facts cache: a file is parsed once per content.
//!
//! The cache consists of a few immutable packs. An indexing run adds one; when there are many, they are
//! merged. Worktrees of one repository share the cache, so a pack may be removed while a reader uses
//! it. Snapshots therefore have their own hard links to the packs they use.

use crate::StoreError;
use crate::local::VerifiedParts;
use crate::lock::{LONGEST_WAIT, WriterLock};
use crate::map::{Map, PartStamp};
use crate::pack::{KIND, Key, Pack, PackWriter, Record, Span};
use crate::snapshot::Snapshot;
use crate::temporary_file::clear_away;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// More packs than this are merged.
const MOST_PACKS: usize = 12;
/// Maximum size of the entries that no current file uses. They serve branches and worktrees that are
/// checked out again.
const SPARE_BYTES: u64 = 512 * 1024 * 1024;

/// The opened cache.
pub struct Cache {
    folder: PathBuf,
    packs: Vec<(String, Pack)>,
    /// Packs that need not be verified again.
    verified: VerifiedParts,
}

/// The location of cached bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CachedRecord {
    pub(crate) pack: usize,
    pub(crate) span: Span,
}

impl Cache {
    /// Opens every pack and verifies those that are not part of the current snapshot. Skips damaged
    /// packs; their files are parsed again.
    pub fn open(folder: &Path, snapshot: Option<&Snapshot>) -> Result<Cache, StoreError> {
        Cache::open_verified(folder, snapshot.map(|snapshot| snapshot.verified().clone()).unwrap_or_default())
    }

    fn open_verified(folder: &Path, mut verified: VerifiedParts) -> Result<Cache, StoreError> {
        let mut names: Vec<String> = Vec::new();
        match fs::read_dir(folder) {
            Ok(entries) => {
                for entry in entries.flatten() {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    if is_pack(Path::new(&name)) {
                        names.push(name);
                    }
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::io("read", folder)(error)),
        }
        names.sort();
        let mut packs = Vec::with_capacity(names.len());
        for name in names {
            if let Ok(pack) = Pack::open(&folder.join(&name), verified.get(&name).copied()) {
                verified.insert(name.clone(), pack.stamp());
                packs.push((name, pack));
            }
        }
        Ok(Cache { folder: folder.to_owned(), packs, verified })
    }

    /// The location of the bytes for a key.
    pub fn find(&self, key: Key) -> Option<CachedRecord> {
        self.packs
            .iter()
            .enumerate()
            .rev()
            .find_map(|(pack, (_, opened))| opened.find(key).map(|span| CachedRecord { pack, span }))
    }

    /// The facts and words of a record.
    pub fn get(&self, stored: CachedRecord) -> Option<(&[u8], &[u8])> {
        stored.span.slices(self.packs.get(stored.pack)?.1.bytes())
    }

    /// File names and bytes of the packs, in the order of [`CachedRecord`]'s pack numbers.
    pub fn packs(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.packs.iter().map(|(name, pack)| (name.as_str(), pack.bytes()))
    }

    /// The stamp of a pack when it was verified.
    pub(crate) fn stamp(&self, pack: &str) -> Option<PartStamp> {
        self.verified.get(pack).copied()
    }

    /// The folder of the packs.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes every pack, because one of them is damaged. Snapshots keep their own links.
    pub fn clear(folder: &Path) -> Result<(), StoreError> {
        let _lock = lock(folder)?;
        for entry in fs::read_dir(folder).map_err(StoreError::io("read", folder))?.flatten() {
            if is_pack(&entry.path()) {
                fs::remove_file(entry.path()).map_err(StoreError::io("remove", entry.path()))?;
            }
        }
        Ok(())
    }

    /// A pack for newly parsed files, to be [added](Cache::add) at the end.
    pub fn begin(&self) -> PendingPack {
        PendingPack { folder: self.folder.clone(), state: Mutex::new(Ok(None)) }
    }

    /// Adds the newly parsed files as one pack and opens the cache again. `live` are the keys that the
    /// caller uses.
    pub fn add(mut self, addition: PendingPack, live: &[Key]) -> Result<Cache, StoreError> {
        let state = addition.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(pack) = state? else { return Ok(self) };
        let _lock = lock(&self.folder)?;
        let name = self.finish(pack)?;
        // Other processes may have added or merged packs since this cache was opened.
        let mut cache = Cache::open_verified(&self.folder, self.verified)?;
        cache.remove_unreadable();
        cache.remove_covered(&name);
        if cache.packs.len() > MOST_PACKS { cache.merge(live) } else { Ok(cache) }
    }

    /// Finishes a new pack. Its bytes were just written and are not verified.
    fn finish(&mut self, pack: PackWriter) -> Result<String, StoreError> {
        let name = pack.finish(&self.folder)?;
        self.verified.insert(name.clone(), Map::open(&self.folder.join(&name))?.stamp());
        Ok(name)
    }

    /// Removes packs that are damaged or of another version, but not packs that could not be opened.
    fn remove_unreadable(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            let opened = self.packs.iter().any(|(known, _)| **known == *name);
            if is_pack(&path) && !opened && matches!(Pack::open(&path, None), Err(StoreError::Damaged { .. }))
            {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Removes packs whose records are all in the new pack, and puts the new pack last, where lookups
    /// begin.
    fn remove_covered(&mut self, name: &str) {
        let Some(at) = self.packs.iter().position(|(known, _)| known == name) else { return };
        let new = self.packs.remove(at);
        self.packs.retain(|(old, pack)| {
            let covered = pack.records().all(|(key, _)| new.1.find(key).is_some());
            if covered {
                let _ = fs::remove_file(self.folder.join(old));
            }
            !covered
        });
        self.packs.push(new);
    }

    /// Merges the small packs into one, or all packs if the small ones make up half of the total size.
    fn merge(mut self, live: &[Key]) -> Result<Cache, StoreError> {
        let sizes: Vec<u64> = self.packs.iter().map(|(_, pack)| pack.bytes().len() as u64).collect();
        let total: u64 = sizes.iter().sum();
        let largest = sizes.iter().enumerate().max_by_key(|(_, size)| **size).map_or(0, |(at, _)| at);
        let keep_largest = sizes[largest] > total / 2;
        let mut live: Vec<Key> = live.to_vec();
        live.sort_unstable();
        let mut merged = PackWriter::begin(&self.folder)?;
        for (at, (_, pack)) in self.packs.iter().enumerate() {
            if keep_largest && at == largest {
                continue;
            }
            for (key, span) in pack.records() {
                let wanted = total < SPARE_BYTES || live.binary_search(&key).is_ok();
                if let (true, Some((facts, words))) = (wanted, span.slices(pack.bytes())) {
                    merged.push(key, facts, words)?;
                }
            }
        }
        let name = self.finish(merged)?;
        for (at, (old, _)) in self.packs.iter().enumerate() {
            if *old != name && !(keep_largest && at == largest) {
                let _ = fs::remove_file(self.folder.join(old));
            }
        }
        Cache::open_verified(&self.folder, self.verified)
    }
}

fn is_pack(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix(KIND).is_some_and(|rest| rest.starts_with('-')) && !name.contains('.')
}

/// Held while packs are added and removed.
fn lock(folder: &Path) -> Result<WriterLock, StoreError> {
    WriterLock::take(&folder.join("lock"), LONGEST_WAIT, |_| {})
}

/// Newly parsed records that are written to a pack. Threads add records as they finish them, so most
/// are on disk before the last file is parsed.
pub struct PendingPack {
    folder: PathBuf,
    /// The pack, created with the first record; or the error.
    state: Mutex<Result<Option<PackWriter>, StoreError>>,
}

impl PendingPack {
    /// Adds a record. [`Cache::add`] reports errors.
    pub fn put(&self, record: &Record) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(pack) = &mut *state {
            let put = match pack {
                Some(pack) => pack.push(record.key, &record.facts, &record.words),
                None => self.first(record).map(|first| *pack = Some(first)),
            };
            if let Err(error) = put {
                *state = Err(error);
            }
        }
    }

    fn first(&self, record: &Record) -> Result<PackWriter, StoreError> {
        let _lock = lock(&self.folder)?;
        clear_away(&self.folder);
        let mut pack = PackWriter::begin(&self.folder)?;
        pack.push(record.key, &record.facts, &record.words)?;
        Ok(pack)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, Key, Record};
    use crate::StoreError;

    impl Cache {
        /// The cache with some more records.
        pub(crate) fn with(self, records: &[Record], live: &[Key]) -> Result<Cache, StoreError> {
            let addition = self.begin();
            for record in records {
                addition.put(record);
            }
            self.add(addition, live)
        }
    }

    fn record(key: u128, text: &str) -> Record {
        Record { key, facts: text.as_bytes().to_vec(), words: vec![7; text.len() % 5] }
    }

    #[test]
    fn what_was_added_is_found_after_merging_and_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = Cache::open(folder.path(), None).unwrap();
        for round in 0..40u128 {
            cache = cache
                .with(&[record(round, &format!("facts {round}")), record(1000 + round, "x")], &[])
                .unwrap();
        }
        let cache = Cache::open(folder.path(), None).unwrap();
        assert!(cache.packs().count() <= super::MOST_PACKS + 1);
        for round in 0..40u128 {
            let (facts, _) = cache.get(cache.find(round).unwrap()).unwrap();
            assert_eq!(facts, format!("facts {round}").as_bytes());
        }
        assert!(cache.find(77).is_none());
    }

    #[test]
    fn what_many_threads_put_in_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), None).unwrap();
        let addition = cache.begin();
        std::thread::scope(|scope| {
            for thread in 0..4u128 {
                let addition = &addition;
                scope.spawn(move || {
                    for key in 0..50 {
                        addition.put(&record(thread * 50 + key, &format!("facts {thread} {key}")));
                    }
                });
            }
        });
        let cache = cache.add(addition, &[]).unwrap();
        for (thread, key) in (0..4u128).flat_map(|thread| (0..50).map(move |key| (thread, key))) {
            let (facts, words) = cache.get(cache.find(thread * 50 + key).unwrap()).unwrap();
            assert_eq!(facts, format!("facts {thread} {key}").as_bytes());
            assert_eq!(words.len(), facts.len() % 5);
        }
    }

    #[test]
    fn what_a_process_left_unfinished_is_cleared_away_and_what_another_writes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("next.unfinished-1-0");
        std::fs::write(&left, b"half").unwrap();
        let (one, other) =
            (Cache::open(folder.path(), None).unwrap(), Cache::open(folder.path(), None).unwrap());
        let (first, second) = (one.begin(), other.begin());
        first.put(&record(1, "one"));
        assert!(!left.exists());
        second.put(&record(2, "two"));
        one.add(first, &[]).unwrap();
        let cache = other.add(second, &[]).unwrap();
        assert!(cache.find(1).is_some() && cache.find(2).is_some());
    }

    #[test]
    fn a_name_has_the_same_bytes_whoever_writes_the_same_records() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Cache::open(folder.path(), None).unwrap();
        let one = open().with(&[record(1, "one"), record(2, "another one")], &[]).unwrap();
        let other = open().with(&[record(2, "another one"), record(1, "one")], &[]).unwrap();
        for (name, bytes) in one.packs() {
            let now = std::fs::read(folder.path().join(name));
            assert!(now.is_err() || now.unwrap() == bytes);
        }
        assert_eq!((other.packs().count(), open().packs().count()), (1, 1), "no record is kept twice");
        assert!(other.find(1).is_some() && other.find(2).is_some());
    }

    #[test]
    fn a_damaged_pack_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), None).unwrap().with(&[record(1, "one")], &[]).unwrap();
        let name = cache.packs().next().unwrap().0.to_owned();
        drop(cache);
        std::fs::write(folder.path().join(name), b"torn").unwrap();
        let cache = Cache::open(folder.path(), None).unwrap();
        assert!(cache.find(1).is_none());
        let cache = cache.with(&[record(2, "two")], &[]).unwrap();
        assert_eq!((cache.packs().count(), std::fs::read_dir(folder.path()).unwrap().count()), (1, 2));
    }
}
