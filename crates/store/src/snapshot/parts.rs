//! The table of a snapshot's parts: single parts and lists of parts.
//!
//! The manifest stores the table with the names of the parts, an opened snapshot stores it with their
//! bytes. Writer and reader both use it: a new part is added here and written where snapshots are
//! written.

use serde::{Deserialize, Serialize};

/// One value for each part of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartTable<T> {
    /// The file table.
    pub(super) files: T,
    /// The linked graph.
    pub(super) graph: T,
    /// Skipped files.
    pub(super) skipped: T,
    /// The facts of the repository's manifests.
    pub(super) manifests: T,
    /// Packs, in the order of the file table's pack numbers.
    pub(super) packs: Vec<T>,
    /// Text segments, in the order of [`crate::FileRow::segment`].
    pub(super) segments: Vec<T>,
}

/// Prefixes of the names of parts.
pub(super) mod kind {
    pub(in crate::snapshot) const FILES: &str = "files";
    pub(in crate::snapshot) const GRAPH: &str = "graph";
    pub(in crate::snapshot) const SKIPPED: &str = "skipped";
    pub(in crate::snapshot) const MANIFESTS: &str = "manifests";
    pub(in crate::snapshot) const SEGMENT: &str = "words";
}

impl<T> PartTable<T> {
    /// All parts, in the order in which they are opened.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        let PartTable { files, graph, skipped, manifests, packs, segments } = self;
        [files, graph, skipped, manifests].into_iter().chain(packs).chain(segments)
    }

    /// The same table with other values.
    pub(super) fn each<U, E>(&self, mut make: impl FnMut(&T) -> Result<U, E>) -> Result<PartTable<U>, E> {
        let PartTable { files, graph, skipped, manifests, packs, segments } = self;
        Ok(PartTable {
            files: make(files)?,
            graph: make(graph)?,
            skipped: make(skipped)?,
            manifests: make(manifests)?,
            packs: packs.iter().map(&mut make).collect::<Result<_, E>>()?,
            segments: segments.iter().map(&mut make).collect::<Result<_, E>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PartTable;

    #[test]
    fn each_part_is_gone_through_once_and_keeps_its_place() {
        let table =
            PartTable { files: 1, graph: 2, skipped: 3, manifests: 4, packs: vec![5, 6], segments: vec![7] };
        assert_eq!(table.all().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
        let doubled = table.each(|value| Ok::<_, ()>(value * 2)).unwrap();
        assert_eq!(doubled.all().copied().collect::<Vec<_>>(), [2, 4, 6, 8, 10, 12, 14]);
        assert_eq!(table.each(|value| if *value == 5 { Err(()) } else { Ok(()) }), Err(()));
    }
}
