//! The graph's layout on disk: arrays of plain data behind a section table, which one macro
//! declares for the writer and the reader.

use crate::frameworks::Hop;
use crate::ids::{FileId, SymbolId};
use crate::link::values::{PackedValue, ROUNDS};
use crate::model::{Edge, Unresolved};
use bytemuck::{Pod, Zeroable};

/// Raised whenever the layout or its meaning changes.
pub const VERSION: u32 = 13;
const MAGIC: u32 = 0x4652_4147;
const HEADER: usize = 8 + SECTIONS * 16;

/// One entry of the name index, sorted by hash, then symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct NameEntry {
    pub(crate) hash: u64,
    pub(crate) symbol: SymbolId,
    pub(crate) spare: u32,
}

/// The most frequently used columns of symbols, adjacent in memory. The definition itself is in the
/// facts of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Brief {
    pub(crate) file: FileId,
    pub(crate) flags: u16,
    pub(crate) kind: u8,
    pub(crate) spare: u8,
}

/// Why bytes are not a graph.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum GraphError {
    /// Written by another version.
    #[error("the graph was written by another version of fathom; run `fathom index` to build it again")]
    Version,
    /// Cut short or damaged.
    #[error("the graph is damaged; run `fathom index` to build it again")]
    Damaged,
}

/// One base that a file states, as it is kept for the next linking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct BaseRow {
    pub(crate) subject: SymbolId,
    pub(crate) of: SymbolId,
    pub(crate) kind: u32,
    pub(crate) line: u32,
    pub(crate) by: SymbolId,
}

/// The values of one symbol, round by round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ValueRow {
    pub(crate) symbol: SymbolId,
    pub(crate) rounds: [PackedValue; ROUNDS],
}

/// One call that was resolved: the reference that calls and the symbol it leads to. An
/// ambiguous reference has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub struct CallTarget {
    /// The reference, a number among those of its file.
    pub reference: u32,
    /// What it calls.
    pub to: SymbolId,
    /// The type of the receiver, where it inherits what is called; else [`SymbolId::NONE`].
    pub(crate) on: SymbolId,
}

impl CallTarget {
    /// The type of the receiver, where it inherits what is called.
    pub fn on(&self) -> Option<SymbolId> {
        (self.on != SymbolId::NONE).then_some(self.on)
    }
}

/// Declares the arrays of a graph once, for the writer and the reader.
macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident: $record:ty,)*) => {
        /// The arrays of a graph, in their order on disk.
        #[derive(Clone, Copy, Default)]
        pub(crate) struct Sections<'a> {
            $($(#[$doc])* pub(crate) $name: &'a [$record],)*
        }

        const SECTIONS: usize = [$(stringify!($name)),*].len();

        impl<'a> Sections<'a> {
            fn bytes(&self) -> [&'a [u8]; SECTIONS] {
                [$(bytemuck::cast_slice(self.$name)),*]
            }

            fn place(bytes: &'a [u8]) -> Result<Sections<'a>, GraphError> {
                let mut places = 0..SECTIONS;
                Ok(Sections { $($name: section(bytes, places.next().unwrap_or(SECTIONS))?,)* })
            }
        }
    };
}

sections! {
    /// Where each file's symbols start, and where the last one's end.
    file_starts: SymbolId,
    /// The container of each symbol.
    containers: SymbolId,
    names: NameEntry,
    /// Sorted by `from`.
    edges: Edge,
    /// Where each symbol's edges start.
    outgoing: u32,
    /// Edge numbers, sorted by `to`.
    incoming: u32,
    /// Where each symbol's incoming edges start.
    incoming_starts: u32,
    /// Calls in the order of their references, symbol by symbol: of several calls
    /// between one pair, each is there.
    calls: CallTarget,
    /// Where each symbol's calls start.
    call_starts: u32,
    /// By file.
    unresolved: Unresolved,
    briefs: Brief,
    /// See [`crate::folded::FoldedNames`].
    folded_names: u8,
    folded_starts: u32,
    /// What frameworks run for a symbol, sorted by `from`.
    hops: Hop,
    /// [`crate::frameworks::Models`], encoded.
    models: u8,
    // From here on, what a linking found on its way, for the next one to start from; answers
    // do not need it.
    /// Which passes found the edges.
    kept_passes: u64,
    /// The type of which each symbol is a member; twice the number, plus one if the source does not
    /// state it.
    kept_homes: u32,
    /// Symbols of types that several definitions make up, and the first of them.
    kept_canonical: [SymbolId; 2],
    /// Supertypes in the order of the files that state them.
    kept_bases: BaseRow,
    /// Sorted by symbol; one that is not there was never known.
    kept_values: ValueRow,
    /// Where each file's marks start.
    kept_mark_starts: u32,
    /// The marks of each file.
    kept_marks: u32,
    /// Where the marks of each file's imports start.
    kept_import_mark_starts: u32,
    /// The marks of each file's imports.
    kept_import_marks: u32,
}

/// Passes a graph to `write`, piece by piece: as one buffer it would be the largest thing in
/// memory.
/// arrays that follow from `edges` are made here.
pub(crate) fn write<T>(parts: &Sections<'_>, write: impl FnOnce(&[&[u8]]) -> T) -> T {
    let symbols = parts.containers.len();
    let mut outgoing = vec![0u32; symbols + 1];
    let mut incoming_starts = vec![0u32; symbols + 1];
    for edge in parts.edges {
        outgoing[edge.from.index() + 1] += 1;
        incoming_starts[edge.to.index() + 1] += 1;
    }
    for at in 1..=symbols {
        outgoing[at] += outgoing[at - 1];
        incoming_starts[at] += incoming_starts[at - 1];
    }
    let mut next = incoming_starts.clone();
    let mut incoming = vec![0u32; parts.edges.len()];
    for (index, edge) in parts.edges.iter().enumerate() {
        let at = &mut next[edge.to.index()];
        incoming[*at as usize] = index as u32;
        *at += 1;
    }
    let whole =
        Sections { outgoing: &outgoing, incoming: &incoming, incoming_starts: &incoming_starts, ..*parts };
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(&MAGIC.to_le_bytes());
    header.extend_from_slice(&VERSION.to_le_bytes());
    let mut at = HEADER;
    let mut pieces: Vec<&[u8]> = Vec::with_capacity(1 + 2 * SECTIONS);
    for section in whole.bytes() {
        header.extend_from_slice(&(at as u64).to_le_bytes());
        header.extend_from_slice(&(section.len() as u64).to_le_bytes());
        let end = at + section.len();
        at = end.next_multiple_of(8);
        pieces.extend([section, &[0; 8][..at - end]]);
    }
    pieces.insert(0, &header);
    write(&pieces)
}

fn section<T: Pod>(bytes: &[u8], index: usize) -> Result<&[T], GraphError> {
    let long = |at: usize| -> Result<usize, GraphError> {
        let bytes = bytes.get(at..at + 8).ok_or(GraphError::Damaged)?;
        bytes.try_into().map(|b| u64::from_le_bytes(b) as usize).map_err(|_| GraphError::Damaged)
    };
    let (start, len) = (long(8 + index * 16)?, long(16 + index * 16)?);
    let end = start.checked_add(len).ok_or(GraphError::Damaged)?;
    let section = bytes.get(start..end).ok_or(GraphError::Damaged)?;
    bytemuck::try_cast_slice(section).map_err(|_| GraphError::Damaged)
}

pub(crate) fn read(bytes: &[u8]) -> Result<Sections<'_>, GraphError> {
    let word = |at: usize| -> Result<u32, GraphError> {
        let bytes = bytes.get(at..at + 4).ok_or(GraphError::Damaged)?;
        bytes.try_into().map(u32::from_le_bytes).map_err(|_| GraphError::Damaged)
    };
    if word(0)? != MAGIC {
        return Err(GraphError::Damaged);
    }
    if word(4)? != VERSION {
        return Err(GraphError::Version);
    }
    let sections = Sections::place(bytes)?;
    let symbols = sections.containers.len();
    let files = sections.file_starts.len();
    let consistent = sections.file_starts.last().is_some_and(|last| last.index() == symbols)
        && sections.briefs.len() == symbols
        && sections.folded_starts.len() == symbols + 1
        && FileId::all(files).zip(sections.file_starts.windows(2)).all(|(file, symbols)| {
            let briefs = sections.briefs.get(symbols[0].index()..symbols[1].index());
            briefs.is_some_and(|briefs| briefs.iter().all(|brief| brief.file == file))
        })
        && sections.outgoing.len() == symbols + 1
        && sections.incoming_starts.len() == symbols + 1
        && sections.incoming.len() == sections.edges.len()
        && sections.call_starts.len() == symbols + 1
        && sections.unresolved.len() + 1 == files
        && sections.kept_homes.len() == symbols
        && sections.kept_mark_starts.len() == files
        && sections.kept_import_mark_starts.len() == files;
    if consistent { Ok(sections) } else { Err(GraphError::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::{Brief, FileId, GraphError, Sections, SymbolId, Unresolved, read, write};

    /// A graph of two files with a symbol each, with these containers.
    fn written(files: [u32; 2]) -> Vec<u64> {
        let briefs = files.map(|file| Brief { file: FileId::new(file), flags: 0, kind: 0, spare: 0 });
        let starts = &[0; 3];
        let parts = Sections {
            file_starts: &[0, 1, 2].map(SymbolId::new),
            briefs: &briefs,
            folded_starts: starts,
            containers: &[SymbolId::default(); 2],
            unresolved: &[Unresolved::default(); 2],
            call_starts: starts,
            kept_homes: &[0; 2],
            kept_mark_starts: starts,
            kept_import_mark_starts: starts,
            ..Sections::default()
        };
        bytemuck::pod_collect_to_vec(&write(&parts, |pieces| pieces.concat()))
    }

    #[test]
    fn a_symbol_with_the_wrong_file_is_damage() {
        let symbols =
            |files| read(bytemuck::cast_slice(&written(files))).map(|sections| sections.briefs.len());
        assert_eq!(symbols([0, 1]), Ok(2));
        assert_eq!(symbols([0, 0]), Err(GraphError::Damaged));
        assert_eq!(symbols([0, 2]), Err(GraphError::Damaged));
    }
}
