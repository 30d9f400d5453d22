//! A snapshot as operations see it: graph, words and where they come from.

use crate::source_text::SourceText;
use crate::{EngineError, Opened};
use fathom_graph::{FileId, Graph, GraphFile, SymbolId};
use fathom_rank::Past;
use fathom_store::{Home, Key};
use fathom_syntax::{FactsView, languages};
use fathom_text::{Index, Segment};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Which state of the repository an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Freshness {
    /// The commit that was checked out when it was indexed; absent without git.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether files differed from that commit then.
    pub dirty: bool,
    /// Files that changed since and are not in the answer.
    pub stale_files: usize,
    /// What could not be found out, and why: that git cannot be read, for one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
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
    /// Of each file in the graph.
    keys: Vec<Key>,
    /// Files that turned out not to be what was indexed.
    changed: Mutex<BTreeSet<FileId>>,
    /// Whether such a file is a reason to index and ask again.
    pub(crate) retries: bool,
    past: OnceLock<Option<Past<'a>>>,
}

impl<'a> View<'a> {
    pub(crate) fn new(opened: &'a Opened, freshness: Freshness) -> Result<View<'a>, EngineError> {
        let snapshot = opened.snapshot();
        let table = snapshot.files()?;
        let mut files: Vec<GraphFile<'a>> = Vec::with_capacity(table.len());
        let mut places: Vec<(u32, u32)> = Vec::with_capacity(table.len());
        let mut keys: Vec<Key> = Vec::with_capacity(table.len());
        for row in table.iter() {
            let Some(language) = languages::by_name(row.language) else { continue };
            let facts = snapshot
                .stored(row.stored)
                .and_then(|(facts, _)| FactsView::read(facts).ok())
                .ok_or(fathom_graph::GraphError::Damaged)?;
            files.push(GraphFile { path: row.path, language, facts });
            places.push((row.segment, row.slot));
            keys.push(row.key);
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
                *live = Some(graph.file_symbol(FileId::from_index(file)).number());
            }
        }
        let segments: Vec<(Segment<'a>, Cow<'a, [Option<u32>]>)> =
            segments.into_iter().map(|(segment, live)| (segment, Cow::Owned(live))).collect();
        let words = Index::new(segments)?;
        let unsupported =
            snapshot.info().unsupported.iter().map(|(name, count)| (name.clone(), *count)).collect();
        let (changed, past) = (Mutex::default(), OnceLock::new());
        Ok(View { graph, words, freshness, unsupported, opened, keys, changed, retries: false, past })
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

    /// The key that the facts of a file have.
    pub(crate) fn key(&self, file: FileId) -> Key {
        self.keys[file.index()]
    }

    /// Notes that a file is not what was indexed.
    pub(crate) fn note_change(&self, file: FileId) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).insert(file);
    }

    /// An error if files changed under the answer and it is to be given again; to be called before
    /// an answer leaves anything behind.
    pub(crate) fn check_unchanged(&self) -> Result<(), EngineError> {
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if self.retries && !changed.is_empty() { Err(EngineError::Changed) } else { Ok(()) }
    }

    /// Says whose code is left out because it is no longer what was indexed.
    pub(crate) fn change_note(&self) -> Option<String> {
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        let first = self.graph.files()[changed.first()?.index()].path;
        Some(match changed.len() {
            1 => format!("{first} has changed since it was indexed, so its code is left out"),
            count => {
                format!(
                    "{count} files have changed since they were indexed, so their code is left out, e.g. {first}"
                )
            }
        })
    }

    /// Which state of the repository an answer comes from, with what was noticed while it was given.
    pub(crate) fn freshness(&self) -> Freshness {
        let mut freshness = self.freshness.clone();
        freshness.notes.extend(self.change_note());
        freshness
    }

    /// The lines of a symbol; `None` if its file is gone or is not what was indexed.
    pub fn code(&self, symbol: SymbolId) -> Option<String> {
        SourceText::read(self, self.graph.file_of(symbol))?.code(self, symbol)
    }
}
