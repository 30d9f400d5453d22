//! The graph's layout on disk: arrays of plain data behind a section table.

use crate::ids::{FileId, SymbolId};
use crate::link::values::{Packed, ROUNDS};
use crate::model::{Edge, Unresolved};
use bytemuck::{Pod, Zeroable};

/// Raised whenever the layout or its meaning changes.
pub const VERSION: u32 = 3;
const MAGIC: u32 = 0x4652_4147;
const SECTIONS: usize = 17;
const HEADER: usize = 8 + SECTIONS * 16;

/// One entry of the name index, sorted by hash, then symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct NameEntry {
    pub(crate) hash: u64,
    pub(crate) symbol: SymbolId,
    pub(crate) spare: u32,
}

/// What is asked of symbols most often, side by side: the definition itself lies in the
/// facts of its file, and far from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Brief {
    pub(crate) file: FileId,
    pub(crate) flags: u16,
    pub(crate) kind: u8,
    /// Bytes of its name; 255 for more.
    pub(crate) name_length: u8,
}

/// The length of a name as a [`Brief`] has it.
pub(crate) fn brief_length(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(u8::MAX)
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
pub(crate) struct KeptBase {
    pub(crate) subject: SymbolId,
    pub(crate) of: SymbolId,
    pub(crate) kind: u32,
    pub(crate) line: u32,
    pub(crate) by: SymbolId,
}

/// The values of one symbol, round by round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct KeptValue {
    pub(crate) symbol: SymbolId,
    pub(crate) rounds: [Packed; ROUNDS],
}

/// What a linking found on its way, for the next one to start from; answers do
/// not need it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept<'a> {
    /// What each symbol is a member of; twice the number, and one if its text does not say so.
    pub(crate) homes: &'a [u32],
    /// Symbols of types that several definitions make up, and the first of them.
    pub(crate) canonical: &'a [[SymbolId; 2]],
    /// Bases in the order of the files that state them.
    pub(crate) bases: &'a [KeptBase],
    /// Sorted by symbol; one that is not there was never known.
    pub(crate) values: &'a [KeptValue],
    /// Where each file's marks start.
    pub(crate) mark_starts: &'a [u32],
    /// What each file looked at.
    pub(crate) marks: &'a [u32],
    /// Where the marks of each file's imports start.
    pub(crate) import_mark_starts: &'a [u32],
    /// What each file's imports looked at.
    pub(crate) import_marks: &'a [u32],
}

/// What a graph is written from.
pub(crate) struct Parts<'a> {
    pub(crate) bases: &'a [SymbolId],
    pub(crate) briefs: &'a [Brief],
    pub(crate) containers: &'a [SymbolId],
    pub(crate) names: &'a [NameEntry],
    /// Sorted by `from`.
    pub(crate) edges: &'a [Edge],
    pub(crate) unresolved: &'a [Unresolved],
    pub(crate) kept: Kept<'a>,
}

/// The arrays of a graph, in place.
#[derive(Clone, Copy)]
pub(crate) struct Sections<'a> {
    pub(crate) bases: &'a [SymbolId],
    pub(crate) briefs: &'a [Brief],
    pub(crate) containers: &'a [SymbolId],
    pub(crate) names: &'a [NameEntry],
    pub(crate) edges: &'a [Edge],
    /// Where each symbol's edges start.
    pub(crate) outgoing: &'a [u32],
    /// Edge numbers, sorted by `to`.
    pub(crate) incoming: &'a [u32],
    /// Where each symbol's incoming edges start.
    pub(crate) incoming_starts: &'a [u32],
    pub(crate) unresolved: &'a [Unresolved],
    pub(crate) kept: Kept<'a>,
}

/// Hands a graph to `write`, piece by piece: joined it would be the largest thing in memory.
pub(crate) fn write<T>(parts: &Parts<'_>, write: impl FnOnce(&[&[u8]]) -> T) -> T {
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
    let sections: [&[u8]; SECTIONS] = [
        bytemuck::cast_slice(parts.bases),
        bytemuck::cast_slice(parts.containers),
        bytemuck::cast_slice(parts.names),
        bytemuck::cast_slice(parts.edges),
        bytemuck::cast_slice(&outgoing),
        bytemuck::cast_slice(&incoming),
        bytemuck::cast_slice(&incoming_starts),
        bytemuck::cast_slice(parts.unresolved),
        bytemuck::cast_slice(parts.kept.homes),
        bytemuck::cast_slice(parts.kept.canonical),
        bytemuck::cast_slice(parts.kept.bases),
        bytemuck::cast_slice(parts.kept.values),
        bytemuck::cast_slice(parts.kept.mark_starts),
        bytemuck::cast_slice(parts.kept.marks),
        bytemuck::cast_slice(parts.kept.import_mark_starts),
        bytemuck::cast_slice(parts.kept.import_marks),
        bytemuck::cast_slice(parts.briefs),
    ];
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(&MAGIC.to_le_bytes());
    header.extend_from_slice(&VERSION.to_le_bytes());
    let mut at = HEADER;
    let mut pieces: Vec<&[u8]> = Vec::with_capacity(1 + 2 * SECTIONS);
    for section in sections {
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
    let sections = Sections {
        bases: section(bytes, 0)?,
        briefs: section(bytes, 16)?,
        containers: section(bytes, 1)?,
        names: section(bytes, 2)?,
        edges: section(bytes, 3)?,
        outgoing: section(bytes, 4)?,
        incoming: section(bytes, 5)?,
        incoming_starts: section(bytes, 6)?,
        unresolved: section(bytes, 7)?,
        kept: Kept {
            homes: section(bytes, 8)?,
            canonical: section(bytes, 9)?,
            bases: section(bytes, 10)?,
            values: section(bytes, 11)?,
            mark_starts: section(bytes, 12)?,
            marks: section(bytes, 13)?,
            import_mark_starts: section(bytes, 14)?,
            import_marks: section(bytes, 15)?,
        },
    };
    let symbols = sections.containers.len();
    let consistent = sections.bases.last().is_some_and(|last| last.index() == symbols)
        && sections.briefs.len() == symbols
        && FileId::all(sections.bases.len()).zip(sections.bases.windows(2)).all(|(file, symbols)| {
            let briefs = sections.briefs.get(symbols[0].index()..symbols[1].index());
            briefs.is_some_and(|briefs| briefs.iter().all(|brief| brief.file == file))
        })
        && sections.outgoing.len() == symbols + 1
        && sections.incoming_starts.len() == symbols + 1
        && sections.incoming.len() == sections.edges.len()
        && sections.unresolved.len() + 1 == sections.bases.len()
        && sections.kept.homes.len() == symbols
        && sections.kept.mark_starts.len() == sections.bases.len()
        && sections.kept.import_mark_starts.len() == sections.bases.len();
    if consistent { Ok(sections) } else { Err(GraphError::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::{Brief, FileId, GraphError, Kept, Parts, SymbolId, Unresolved, read, write};

    /// A graph of two files with a symbol each, which say that they stand in these.
    fn written(files: [u32; 2]) -> Vec<u64> {
        let briefs = files.map(|file| Brief { file: FileId::new(file), flags: 0, kind: 0, name_length: 0 });
        let starts = &[0; 3];
        let kept =
            Kept { homes: &[0; 2], mark_starts: starts, import_mark_starts: starts, ..Kept::default() };
        let parts = Parts {
            bases: &[0, 1, 2].map(SymbolId::new),
            briefs: &briefs,
            containers: &[SymbolId::default(); 2],
            names: &[],
            edges: &[],
            unresolved: &[Unresolved::default(); 2],
            kept,
        };
        bytemuck::pod_collect_to_vec(&write(&parts, |pieces| pieces.concat()))
    }

    #[test]
    fn a_symbol_that_is_said_to_stand_in_another_file_is_damage() {
        let told = |files| read(bytemuck::cast_slice(&written(files))).map(|sections| sections.briefs.len());
        assert_eq!(told([0, 1]), Ok(2));
        assert_eq!(told([0, 0]), Err(GraphError::Damaged));
        assert_eq!(told([0, 2]), Err(GraphError::Damaged));
    }
}
