//! The marks of a file: what its linking looked at.
//!
//! A file has to be linked again when something that it looked at has changed, and only then. It
//! sees other files through [`FileView`], which records the names that were looked up, whether or
//! not anything was found, and the names of the symbols whose bases, values or containers were
//! used. A name covers every symbol that has it: that is coarse, but needs no identity that
//! survives an edit.
//!
//! What a file found through other files' imports is cached beside its marks: a second path to the
//! same place would find and record the same.

use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::hash_name;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ops::Deref;

/// Slots that remember what was noted last; most names are asked for again soon.
const RECENT: usize = 1024;

/// A name, or the imports of a file, as it is noted.
pub(crate) type Mark = u32;

/// The mark of all symbols with a name.
pub(crate) fn name_mark(name: u64) -> Mark {
    // 0 marks nothing.
    ((name >> 32) as Mark).max(1)
}

/// The mark of the types below all types with a name.
pub(crate) fn below_mark(name: u64) -> Mark {
    name_mark(name.rotate_left(29))
}

/// The mark of a file's imports.
pub(crate) fn imports_mark(path: &str) -> Mark {
    name_mark(hash_name(path).rotate_left(17))
}

/// The marks of what one file looked at.
pub(crate) struct Marks {
    recent: [Cell<Mark>; RECENT],
    all: RefCell<Vec<Mark>>,
    /// Re-exports of containers, by container, name and number of hops
    /// that may still be followed.
    offered: RefCell<FxHashMap<(SymbolId, u64, usize), Option<SymbolId>>>,
}

impl Marks {
    pub(crate) fn new() -> Marks {
        Marks {
            recent: [const { Cell::new(0) }; RECENT],
            all: RefCell::default(),
            offered: RefCell::default(),
        }
    }

    pub(crate) fn note(&self, mark: Mark) {
        let slot = &self.recent[mark as usize % RECENT];
        if slot.replace(mark) != mark {
            self.all.borrow_mut().push(mark);
        }
    }

    /// Sorted, each once.
    pub(crate) fn into_sorted(self) -> Vec<Mark> {
        let mut all = self.all.into_inner();
        all.sort_unstable();
        all.dedup();
        all.shrink_to_fit();
        all
    }
}

/// The tables, seen by one file.
#[derive(Clone, Copy)]
pub(crate) struct FileView<'w, 'a> {
    tables: &'w Tables<'a>,
    marks: &'w Marks,
}

impl<'w, 'a> FileView<'w, 'a> {
    pub(crate) fn new(tables: &'w Tables<'a>, marks: &'w Marks) -> FileView<'w, 'a> {
        FileView { tables, marks }
    }

    /// Members of a container with this name, in order.
    pub(crate) fn members(self, container: SymbolId, name: u64) -> impl Iterator<Item = SymbolId> + 'w {
        self.marks.note(name_mark(name));
        self.tables.members(container, name)
    }

    /// Of the members of a container with this name, the one that counts.
    pub(crate) fn member(self, container: SymbolId, name: u64) -> Option<SymbolId> {
        self.marks.note(name_mark(name));
        self.tables.member(container, name)
    }

    /// Members that are written inside of their container's text.
    pub(crate) fn written_members(
        self,
        container: SymbolId,
        name: u64,
    ) -> impl Iterator<Item = SymbolId> + 'w {
        self.marks.note(name_mark(name));
        self.tables.written_members(container, name)
    }

    /// All symbols with this name.
    pub(crate) fn named(self, name: u64) -> impl Iterator<Item = SymbolId> + 'w {
        self.marks.note(name_mark(name));
        self.tables.named(name)
    }

    /// The type whose own name is this path, with dots.
    pub(crate) fn compact(self, path: &str) -> Option<SymbolId> {
        let last = path.rsplit('.').next().unwrap_or(path);
        self.marks.note(name_mark(hash_name(last)));
        self.tables.compact(path)
    }

    /// Notes that something found out about a symbol is used.
    pub(crate) fn note_symbol(self, symbol: SymbolId) {
        if self.tables.is_symbol(symbol) {
            self.marks.note(name_mark(self.tables.name_hash(symbol)));
        }
    }

    /// Notes that the types below a type are used.
    pub(crate) fn note_below(self, symbol: SymbolId) {
        if self.tables.is_symbol(symbol) {
            self.marks.note(below_mark(self.tables.name_hash(symbol)));
        }
    }

    /// The re-export of a container with this name, cached.
    pub(crate) fn offered(
        self,
        container: SymbolId,
        name: u64,
        hops: usize,
        find: impl FnOnce() -> Option<SymbolId>,
    ) -> Option<SymbolId> {
        let key = (container, name, hops);
        if let Some(&known) = self.marks.offered.borrow().get(&key) {
            return known;
        }
        let found = find();
        self.marks.offered.borrow_mut().insert(key, found);
        found
    }

    /// Notes that a file's imports are used.
    pub(crate) fn note_imports(self, file: FileId) {
        self.marks.note(self.tables.imports_mark(file));
    }
}

impl<'a> Deref for FileView<'_, 'a> {
    type Target = Tables<'a>;

    fn deref(&self) -> &Tables<'a> {
        self.tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_kept_once_whatever_the_order() {
        let marks = Marks::new();
        for mark in [7, 7, 7 + RECENT as Mark, 7, 3] {
            marks.note(mark);
        }
        assert_eq!(marks.into_sorted(), [3, 7, 7 + RECENT as Mark]);
    }
}
