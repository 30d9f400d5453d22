//! The table of a snapshot's parts: what there is once and what there is several times.
//!
//! The manifest holds it with the names of the parts, an opened snapshot with
//! their bytes. Writer and reader go through it, so that a part is added here
//! and filled where snapshots are written.

use serde::{Deserialize, Serialize};

/// One value for each part of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartTable<T> {
    /// The file table.
    pub(super) files: T,
    /// The linked graph.
    pub(super) graph: T,
    /// What was left out.
    pub(super) skipped: T,
    /// What the manifests of the repository say.
    pub(super) manifests: T,
    /// Packs, in the order the file table counts them.
    pub(super) packs: Vec<T>,
    /// Text segments, in the order [`crate::FileRow::segment`] counts them.
    pub(super) segments: Vec<T>,
}

/// What the names of parts begin with.
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

    /// The same table with another value for each part.
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
