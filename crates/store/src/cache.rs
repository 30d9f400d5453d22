//! The facts cache: what was parsed once is not parsed again.
//!
//! A few immutable packs. An indexing run adds one; when there are many, they
//! are merged. Worktrees of one repository share the cache, so a pack may go
//! away under a reader: snapshots hold links of their own to the packs they use.

use crate::StoreError;
use crate::home::WriterLock;
use crate::pack::{Key, Pack, Record, Span};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// More packs than this are merged.
const MOST_PACKS: usize = 12;
/// Entries that no current file uses are kept up to this size, for branches
/// and worktrees that may come back.
const SPARE_BYTES: u64 = 512 * 1024 * 1024;
const ENDING: &str = "pack";

/// The opened cache.
pub struct Cache {
    folder: PathBuf,
    packs: Vec<(String, Pack)>,
}

/// Where cached bytes lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    pub(crate) pack: usize,
    pub(crate) span: Span,
}

impl Cache {
    /// Opens every pack; a damaged one is passed over, and what it held is
    /// parsed again.
    pub fn open(folder: &Path) -> Result<Cache, StoreError> {
        let mut names: Vec<String> = Vec::new();
        match fs::read_dir(folder) {
            Ok(entries) => {
                for entry in entries.flatten() {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    if Path::new(&name).extension().is_some_and(|ending| ending == ENDING) {
                        names.push(name);
                    }
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::io("read", folder)(error)),
        }
        names.sort();
        let packs = names
            .into_iter()
            .filter_map(|name| Pack::open(&folder.join(&name)).ok().map(|pack| (name, pack)))
            .collect();
        Ok(Cache { folder: folder.to_owned(), packs })
    }

    /// Where the bytes for a key lie.
    pub fn find(&self, key: Key) -> Option<Stored> {
        self.packs
            .iter()
            .enumerate()
            .rev()
            .find_map(|(pack, (_, opened))| opened.find(key).map(|span| Stored { pack, span }))
    }

    /// Facts and words that were stored.
    pub fn get(&self, stored: Stored) -> Option<(&[u8], &[u8])> {
        stored.span.slices(self.packs.get(stored.pack)?.1.bytes())
    }

    /// File names and bytes of the packs, in the order [`Stored`] counts them.
    pub fn packs(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.packs.iter().map(|(name, pack)| (name.as_str(), pack.bytes()))
    }

    /// The folder the packs lie in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes every pack, because something in them is damaged. Snapshots keep theirs.
    pub fn clear(folder: &Path) -> Result<(), StoreError> {
        let _lock = WriterLock::take(&folder.join("lock"), || {})?;
        for entry in fs::read_dir(folder).map_err(StoreError::io("read", folder))?.flatten() {
            if entry.path().extension().is_some_and(|ending| ending == ENDING) {
                fs::remove_file(entry.path()).map_err(StoreError::io("remove", entry.path()))?;
            }
        }
        Ok(())
    }

    /// Adds what was parsed as one new pack and opens the cache again.
    /// `live` are the keys in use by the caller.
    pub fn add(self, mut records: Vec<Record>, live: &[Key]) -> Result<Cache, StoreError> {
        if records.is_empty() {
            return Ok(self);
        }
        let _lock = WriterLock::take(&self.folder.join("lock"), || {})?;
        records.sort_by_key(|record| record.key);
        records.dedup_by_key(|record| record.key);
        let refs: Vec<(Key, &[u8], &[u8])> =
            records.iter().map(|r| (r.key, r.facts.as_slice(), r.words.as_slice())).collect();
        Pack::write(&self.folder.join(pack_name(&refs)), &refs)?;
        drop(records);
        // Others may have added or merged packs since this cache was opened.
        let cache = Cache::open(&self.folder)?;
        if cache.packs.len() > MOST_PACKS { cache.merge(live) } else { Ok(cache) }
    }

    /// Merges the small packs into one, or all of them if the small ones have
    /// grown to half of the whole.
    fn merge(self, live: &[Key]) -> Result<Cache, StoreError> {
        let sizes: Vec<u64> = self.packs.iter().map(|(_, pack)| pack.bytes().len() as u64).collect();
        let total: u64 = sizes.iter().sum();
        let largest = sizes.iter().enumerate().max_by_key(|(_, size)| **size).map_or(0, |(at, _)| at);
        let keep_largest = sizes[largest] > total / 2;
        let mut live: Vec<Key> = live.to_vec();
        live.sort_unstable();
        let mut merged: BTreeMap<Key, (&[u8], &[u8])> = BTreeMap::new();
        for (at, (_, pack)) in self.packs.iter().enumerate() {
            if keep_largest && at == largest {
                continue;
            }
            for (key, span) in pack.records() {
                let wanted = total < SPARE_BYTES || live.binary_search(&key).is_ok();
                if let (true, Some(parts)) = (wanted, span.slices(pack.bytes())) {
                    merged.insert(key, parts);
                }
            }
        }
        let records: Vec<(Key, &[u8], &[u8])> = merged.into_iter().map(|(key, (f, w))| (key, f, w)).collect();
        let name = pack_name(&records);
        Pack::write(&self.folder.join(&name), &records)?;
        for (at, (old, _)) in self.packs.iter().enumerate() {
            if *old != name && !(keep_largest && at == largest) {
                let _ = fs::remove_file(self.folder.join(old));
            }
        }
        Cache::open(&self.folder)
    }
}

/// Named by what it holds, so that the same pack written twice is one file.
fn pack_name(records: &[(Key, &[u8], &[u8])]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (key, _, _) in records {
        hasher.update(&key.to_le_bytes());
    }
    format!("{}.{ENDING}", &hasher.finalize().to_hex()[..24])
}

#[cfg(test)]
mod tests {
    use super::{Cache, Record};

    fn record(key: u128, text: &str) -> Record {
        Record { key, facts: text.as_bytes().to_vec(), words: vec![7; text.len() % 5] }
    }

    #[test]
    fn what_was_added_is_found_after_merging_and_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = Cache::open(folder.path()).unwrap();
        for round in 0..40u128 {
            cache = cache
                .add(vec![record(round, &format!("facts {round}")), record(1000 + round, "x")], &[])
                .unwrap();
        }
        let cache = Cache::open(folder.path()).unwrap();
        assert!(cache.packs().count() <= super::MOST_PACKS + 1);
        for round in 0..40u128 {
            let (facts, _) = cache.get(cache.find(round).unwrap()).unwrap();
            assert_eq!(facts, format!("facts {round}").as_bytes());
        }
        assert!(cache.find(77).is_none());
    }

    #[test]
    fn a_damaged_pack_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap().add(vec![record(1, "one")], &[]).unwrap();
        let name = cache.packs().next().unwrap().0.to_owned();
        drop(cache);
        std::fs::write(folder.path().join(name), b"torn").unwrap();
        assert!(Cache::open(folder.path()).unwrap().find(1).is_none());
    }
}
