//! Caches of results that would be computed again.
//!
//! A file asks for the same few names on every other line, and files ask for the
//! same names as other files. Answers that take a walk, over bases or over all
//! symbols with a name, are remembered: by one file in one pass ([`Memo`]), or by
//! all of them where the answer is the same for all and nothing but the name is
//! noted on the way to it ([`Shared`]).

use super::eval::{Member, Name};
use crate::ids::{FileId, SymbolId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::RefCell;
use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, PoisonError};

/// A map whose entries are found when they are first asked for.
pub(crate) struct Lazy<K, V>(RefCell<FxHashMap<K, V>>);

impl<K, V> Default for Lazy<K, V> {
    fn default() -> Lazy<K, V> {
        Lazy(RefCell::default())
    }
}

impl<K: Eq + Hash, V: Clone> Lazy<K, V> {
    /// The entry of a key; `find` may ask for others meanwhile.
    pub(crate) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let found = find();
        self.0.borrow_mut().insert(key, found.clone());
        found
    }
}

/// The results of one file in one pass. An entry holds for the bases that the file
/// was linked with; everything on the way to it is in the file's marks.
#[derive(Default)]
pub(crate) struct Memo {
    /// Members of the types above a type, by type and name.
    pub(crate) above: Lazy<(SymbolId, u64), Member>,
    /// Names at the top of a file, by file and name.
    pub(crate) top: Lazy<(FileId, u64), Name>,
    /// Files that a file includes.
    pub(crate) included: Lazy<FileId, Arc<[FileId]>>,
    /// Of the files that a file includes, those with imports of their own.
    pub(crate) importing: Lazy<FileId, Arc<[FileId]>>,
    /// Type names, by file, scope and name.
    pub(crate) types: Lazy<(FileId, u32, u64), Name>,
    /// Members of the classes below a type, by type and name.
    pub(crate) below: Lazy<(SymbolId, u64), std::rc::Rc<[SymbolId]>>,
    /// Symbols that a name alone can refer to, by name and whether the reference is in a test.
    pub(crate) guesses: Lazy<(u64, bool), std::rc::Rc<[SymbolId]>>,
}

/// Parts of a [`Shared`] map that can be used at the same time.
const SHARDS: usize = 64;

/// A map that all threads fill.
pub(crate) struct Shared<K, V> {
    shards: Vec<Mutex<FxHashMap<K, V>>>,
}

impl<K, V> Default for Shared<K, V> {
    fn default() -> Shared<K, V> {
        Shared { shards: std::iter::repeat_with(Mutex::default).take(SHARDS).collect() }
    }
}

impl<K: Eq + Hash, V: Clone> Shared<K, V> {
    /// The entry of a key. Two threads may find it at the same time, and find the same.
    pub(crate) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        let shard = &self.shards[FxBuildHasher.hash_one(&key) as usize % SHARDS];
        let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return known.clone();
        }
        let found = find();
        lock().insert(key, found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Lazy, Shared};
    use std::cell::Cell;

    #[test]
    fn an_entry_is_found_once() {
        let found = Cell::new(0);
        let find = || {
            found.set(found.get() + 1);
            found.get()
        };
        let (lazy, shared) = (Lazy::default(), Shared::default());
        assert_eq!([lazy.get("a", find), lazy.get("b", find), lazy.get("a", find)], [1, 2, 1]);
        assert_eq!([shared.get("a", find), shared.get("b", find), shared.get("a", find)], [3, 4, 3]);
    }
}
