//! Numbers of symbols and files, as types that cannot be confused with each other, with
//! lines or with the numbers that definitions have inside of their file.

use bytemuck::{Pod, Zeroable};
use fathom_syntax::NONE;
use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// A symbol of a graph. The symbols of a file follow each other: the file itself is the
/// first, and adding the number of a definition gives the definition's symbol.
///
/// Inside of the linker it is also the number of a package, which is a container like a
/// type and comes after the last symbol.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize,
)]
#[repr(transparent)]
pub struct SymbolId(u32);

/// A file of a graph: its place among the sorted paths.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize,
)]
#[repr(transparent)]
pub struct FileId(u32);

impl SymbolId {
    /// Marks the absence of a symbol in an array.
    pub(crate) const NONE: SymbolId = SymbolId(NONE);

    /// The symbol with this number.
    pub const fn new(number: u32) -> SymbolId {
        SymbolId(number)
    }

    /// The symbol at this place in an array of all symbols.
    pub const fn from_index(index: usize) -> SymbolId {
        SymbolId(index as u32)
    }

    /// Its place in an array of all symbols.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The number of its definition in its file, whose own symbol is `base`; of a symbol
    /// before `base` a number that no definition has.
    pub const fn local(self, base: SymbolId) -> u32 {
        self.0.wrapping_sub(base.0)
    }

    /// The symbols from this one up to `end`, which is not among them.
    pub fn up_to(self, end: SymbolId) -> impl DoubleEndedIterator<Item = SymbolId> + Clone {
        (self.0..end.0).map(SymbolId)
    }

    /// This symbol and those after it.
    pub fn following(self) -> impl Iterator<Item = SymbolId> {
        (self.0..).map(SymbolId)
    }
}

impl Add<u32> for SymbolId {
    type Output = SymbolId;

    fn add(self, local: u32) -> SymbolId {
        SymbolId(self.0 + local)
    }
}

impl Sub for SymbolId {
    type Output = u32;

    fn sub(self, base: SymbolId) -> u32 {
        self.0 - base.0
    }
}

impl FileId {
    /// The file with this number.
    pub const fn new(number: u32) -> FileId {
        FileId(number)
    }

    /// The file at this place in an array of all files.
    pub const fn from_index(index: usize) -> FileId {
        FileId(index as u32)
    }

    /// Its place in an array of all files.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The ids of `count` files.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = FileId> + Clone {
        (0..count as u32).map(FileId)
    }
}
