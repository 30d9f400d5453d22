//! A snapshot as operations see it: graph, words and where they come from.

use crate::source_text::SourceText;
use crate::{EngineError, Opened};
use fathom_graph::{Graph, GraphFile};
use fathom_rank::Past;
use fathom_store::Home;
use fathom_syntax::{FactsView, languages};
use fathom_text::{Index, Segment};
use serde::Serialize;
use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

/// Which state of the repository an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Freshness {
    /// The commit that was checked out when it was indexed; absent without git.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether files differed from that commit.
    pub dirty: bool,
    /// Files that changed since and are not in the answer.
    pub stale_files: usize,
}

/// An opened snapshot.
pub struct View<'a> {
    /// Symbols and edges.
    pub graph: Graph<'a>,
    /// Words.
    pub words: Index<'a>,
    /// Which state of the repository it shows.
    pub freshness: Freshness,
    /// Languages that are in the repository and not read, with file counts.
    pub unsupported: Vec<(String, u32)>,
    opened: &'a Opened,
    past: OnceLock<Option<Past<'a>>>,
}

impl<'a> View<'a> {
    pub(crate) fn new(opened: &'a Opened, freshness: Freshness) -> Result<View<'a>, EngineError> {
        let snapshot = opened.snapshot();
        let table = snapshot.files()?;
        let mut files: Vec<GraphFile<'a>> = Vec::with_capacity(table.len());
        let mut places: Vec<(u32, u32)> = Vec::with_capacity(table.len());
        for row in table.iter() {
            let Some(language) = languages::by_name(row.language) else { continue };
            let facts = snapshot
                .stored(row.stored)
                .and_then(|(facts, _)| FactsView::read(facts).ok())
                .ok_or(fathom_graph::GraphError::Damaged)?;
            files.push(GraphFile { path: row.path, language, facts });
            places.push((row.segment, row.slot));
        }
        let graph = Graph::read(snapshot.graph(), files)?;
        let mut segments: Vec<(Segment<'a>, Vec<Option<u32>>)> = Vec::new();
        for bytes in snapshot.segments() {
            let segment = Segment::read(bytes)?;
            let live = vec![None; segment.slots()];
            segments.push((segment, live));
        }
        for (file, (segment, slot)) in places.into_iter().enumerate() {
            if let Some(live) =
                segments.get_mut(segment as usize).and_then(|(_, live)| live.get_mut(slot as usize))
            {
                *live = Some(graph.file_symbol(file));
            }
        }
        let segments: Vec<(Segment<'a>, Cow<'a, [Option<u32>]>)> =
            segments.into_iter().map(|(segment, live)| (segment, Cow::Owned(live))).collect();
        let words = Index::new(segments)?;
        let unsupported =
            snapshot.info().unsupported.iter().map(|(name, count)| (name.clone(), *count)).collect();
        Ok(View { graph, words, freshness, unsupported, opened, past: OnceLock::new() })
    }

    /// The folder of the repository.
    pub(crate) fn root(&self) -> &Path {
        self.opened.root()
    }

    /// Where the index lies.
    pub(crate) fn home(&self) -> &Home {
        self.opened.home()
    }

    /// What git remembers of the repository; read when it is first asked for.
    pub fn past(&self) -> Option<&Past<'a>> {
        self.past.get_or_init(|| self.opened.past()?.past(&self.graph)).as_ref()
    }

    /// The lines of a symbol as they are in the file now; `None` if the file
    /// is gone or has become shorter than the index believes.
    pub fn code(&self, symbol: u32) -> Option<String> {
        SourceText::read(self, self.graph.file_of(symbol))?.code(self, symbol)
    }
}
