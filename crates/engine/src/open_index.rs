//! An open index: a snapshot with its graph, text index and history, ready to answer.
//!
//! Opening one reads tables; answering only reads memory that is mapped or
//! already built. It is `Send + Sync`, so a server shares one per workspace
//! between all its threads, and readers keep theirs while a newer one replaces it.

use crate::build::Summary;
use crate::foresight::Foresight;
use crate::past::CachedCommits;
use crate::view::View;
use crate::{EngineError, Progress, Workspace};
use fathom_graph::{FileId, Graph, GraphError, GraphFile};
use fathom_protocol::IndexState;
use fathom_rank::{Past, Traits};
use fathom_store::{CachedRecord, Key, Snapshot};
use fathom_syntax::{FactsView, languages};
use fathom_text::{Index, Segment};
use self_cell::self_cell;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The parts of a snapshot that queries read.
pub(crate) struct Tables<'s> {
    /// Symbols and edges.
    pub(crate) graph: Graph<'s>,
    /// The text index.
    pub(crate) words: Index<'s>,
    /// The content key of each file in the graph.
    pub(crate) keys: Vec<Key>,
    /// The locations of the facts and words of each file in the graph.
    pub(crate) stored: Vec<CachedRecord>,
    /// What the ranking knows of files and symbols whatever the question.
    pub(crate) traits: Traits,
}

self_cell!(
    struct SnapshotTables {
        owner: Snapshot,
        #[covariant]
        dependent: Tables,
    }
);

self_cell!(
    struct LoadedPast {
        owner: CachedCommits,
        #[covariant]
        dependent: Past,
    }
);

/// One snapshot, read: shared by every state of the worktree that has its content.
pub(crate) struct LoadedSnapshot {
    workspace: Workspace,
    tables: SnapshotTables,
    /// Languages that are in the repository and cannot be read, with file counts.
    unsupported: Vec<(String, u32)>,
    /// The commits behind it; read when a question first needs them.
    past: OnceLock<Option<LoadedPast>>,
    /// The state of the experts; read at the first prediction.
    foresight: OnceLock<Foresight>,
}

impl LoadedSnapshot {
    pub(crate) fn load(workspace: &Workspace, snapshot: Snapshot) -> Result<LoadedSnapshot, EngineError> {
        let unsupported =
            snapshot.info().unsupported.iter().map(|(name, count)| (name.clone(), *count)).collect();
        let tables = SnapshotTables::try_new(snapshot, read_tables)?;
        Ok(LoadedSnapshot {
            workspace: workspace.clone(),
            tables,
            unsupported,
            past: OnceLock::new(),
            foresight: OnceLock::new(),
        })
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub(crate) fn snapshot(&self) -> &Snapshot {
        self.tables.borrow_owner()
    }

    pub(crate) fn tables(&self) -> &Tables<'_> {
        self.tables.borrow_dependent()
    }

    pub(crate) fn unsupported(&self) -> &[(String, u32)] {
        &self.unsupported
    }

    /// The state of the experts; trains them first if needed.
    pub(crate) fn foresight(&self, progress: &dyn Progress) -> Result<&Foresight, EngineError> {
        if let Some(foresight) = self.foresight.get() {
            return Ok(foresight);
        }
        let foresight = Foresight::load(&self.workspace, self.snapshot().info().commit.as_deref(), progress)?;
        Ok(self.foresight.get_or_init(|| foresight))
    }

    /// Brings the experts up to the commit of the snapshot and lets them learn ahead, if they were ever
    /// asked in this repository. For the background.
    pub(crate) fn prepare_experts(&self, progress: &dyn Progress) -> Result<bool, EngineError> {
        if self.workspace.home().part(crate::foresight::FILE).is_none() {
            return Ok(false);
        }
        self.foresight(progress)?.prepare(&self.workspace, progress)
    }

    /// The commits behind it. They were read while indexing; where that was interrupted, now.
    pub(crate) fn past(&self) -> Option<&Past<'_>> {
        let load = || {
            let commit = self.snapshot().info().commit.as_deref()?;
            let remembered = CachedCommits::of(&self.workspace, commit)?;
            let graph = &self.tables().graph;
            LoadedPast::try_new(remembered, |remembered| remembered.past(graph).ok_or(())).ok()
        };
        self.past.get_or_init(load).as_ref().map(LoadedPast::borrow_dependent)
    }
}

fn read_tables(snapshot: &Snapshot) -> Result<Tables<'_>, EngineError> {
    let table = snapshot.files()?;
    let mut files: Vec<GraphFile<'_>> = Vec::with_capacity(table.len());
    let mut places: Vec<(u32, u32)> = Vec::with_capacity(table.len());
    let mut keys: Vec<Key> = Vec::with_capacity(table.len());
    let mut stored: Vec<CachedRecord> = Vec::with_capacity(table.len());
    for row in table.iter() {
        let Some(language) = languages::by_name(row.language) else { continue };
        let facts = snapshot
            .stored(row.stored)
            .and_then(|(facts, _)| FactsView::read(facts).ok())
            .ok_or(GraphError::Damaged)?;
        files.push(GraphFile { path: row.path, language, facts });
        places.push((row.segment, row.slot));
        keys.push(row.key);
        stored.push(row.stored);
    }
    let graph = Graph::read(snapshot.graph(), files)?;
    let mut segments: Vec<(Segment<'_>, Vec<Option<u32>>)> = Vec::new();
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
    let segments: Vec<(Segment<'_>, Cow<'_, [Option<u32>]>)> =
        segments.into_iter().map(|(segment, live)| (segment, Cow::Owned(live))).collect();
    let traits = Traits::new(graph.files().len());
    Ok(Tables { graph, words: Index::new(segments)?, keys, stored, traits })
}

/// An index that is ready to answer, and the state of the repository it describes.
#[derive(Clone)]
pub struct OpenIndex {
    loaded: Arc<LoadedSnapshot>,
    state: IndexState,
    summary: Option<Summary>,
}

impl OpenIndex {
    pub(crate) fn new(loaded: Arc<LoadedSnapshot>, state: IndexState, summary: Option<Summary>) -> OpenIndex {
        OpenIndex { loaded, state, summary }
    }

    pub(crate) fn loaded(&self) -> &Arc<LoadedSnapshot> {
        &self.loaded
    }

    /// The snapshot behind it.
    pub fn snapshot(&self) -> &Snapshot {
        self.loaded.snapshot()
    }

    /// Which state of the repository it describes.
    pub fn state(&self) -> &IndexState {
        &self.state
    }

    /// The update that was made, if any.
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// The same index with another state.
    pub(crate) fn with_state(&self, state: IndexState) -> OpenIndex {
        OpenIndex { state, ..self.clone() }
    }

    /// A view for one question.
    pub fn view(&self) -> View<'_> {
        View::new(&self.loaded, self.state.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::OpenIndex;

    #[test]
    fn an_open_index_is_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<OpenIndex>();
    }
}
