//! An open index as one question sees it.

use crate::foresight::Foresight;
use crate::open_index::LoadedSnapshot;
use crate::source_text::SourceText;
use crate::{Cancellation, EngineError, NoProgress, Progress, Workspace};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_protocol::IndexState;
use fathom_rank::{Past, Repository};
use fathom_store::{Home, Key};
use fathom_syntax::Manifest;
use fathom_text::{BagView, Index, Term};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// An open index, and what one question noticed while it was answered.
pub struct View<'i> {
    /// Symbols and edges.
    pub graph: &'i Graph<'i>,
    /// The text index.
    pub words: &'i Index<'i>,
    /// Which state of the repository it describes.
    pub state: IndexState,
    /// Languages that are in the repository and cannot be read, with file counts.
    pub unsupported: &'i [(String, u32)],
    loaded: &'i LoadedSnapshot,
    /// Files whose content changed since they were indexed.
    changed: Mutex<BTreeSet<FileId>>,
    /// The cancellation of this question.
    pub(crate) cancellation: Cancellation,
    /// Whether such a file is a reason to index and ask again.
    pub(crate) retries: bool,
}

impl<'i> View<'i> {
    pub(crate) fn new(loaded: &'i LoadedSnapshot, state: IndexState) -> View<'i> {
        let tables = loaded.tables();
        View {
            graph: &tables.graph,
            words: &tables.words,
            state,
            unsupported: loaded.unsupported(),
            loaded,
            changed: Mutex::default(),
            cancellation: Cancellation::default(),
            retries: false,
        }
    }

    /// The folder of the repository.
    pub(crate) fn root(&self) -> &Path {
        self.loaded.workspace().root()
    }

    /// The repository and where its index is kept.
    pub(crate) fn workspace(&self) -> &Workspace {
        self.loaded.workspace()
    }

    /// Where the index is kept.
    pub(crate) fn home(&self) -> &Home {
        self.loaded.workspace().home()
    }

    /// The repository as a ranking reads it.
    pub fn repository(&self) -> Repository<'i> {
        let traits = &self.loaded.tables().traits;
        Repository { graph: self.graph, words: self.words, past: self.past(), traits }
    }

    /// The commits of the repository; read when a question first needs them.
    pub fn past(&self) -> Option<&'i Past<'i>> {
        self.loaded.past()
    }

    /// The state of the experts for the repository.
    pub(crate) fn foresight(&self) -> Result<&'i Foresight, EngineError> {
        self.foresight_with(&NoProgress)
    }

    /// The same; where it has to be learned first, progress is reported.
    pub(crate) fn foresight_with(&self, progress: &dyn Progress) -> Result<&'i Foresight, EngineError> {
        self.loaded.foresight(progress)
    }

    /// Lets the experts learn ahead, if they were ever asked in this repository.
    pub(crate) fn prepare_experts(&self) -> Result<bool, EngineError> {
        self.loaded.prepare_experts(&NoProgress)
    }

    /// The words of a file's text, with their counts.
    pub(crate) fn body_counts(&self, file: FileId) -> Vec<(Term, u32)> {
        let stored = self.loaded.tables().stored[file.index()];
        let words = self.loaded.snapshot().stored(stored).and_then(|(_, words)| BagView::read(words).ok());
        words.map(|words| words.body_counts().collect()).unwrap_or_default()
    }

    /// The facts of the repository's manifests; by ecosystem, those nearest to the root first.
    pub(crate) fn manifests(&self) -> Vec<Manifest> {
        crate::build::manifests(self.loaded.snapshot())
    }

    /// The content key of a file.
    pub(crate) fn key(&self, file: FileId) -> Key {
        self.loaded.tables().keys[file.index()]
    }

    /// An error if the question is cancelled; called between the steps of an answer.
    pub(crate) fn check_wanted(&self) -> Result<(), EngineError> {
        self.cancellation.check()
    }

    /// Notes that the content of a file changed since it was indexed.
    pub(crate) fn note_change(&self, file: FileId) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).insert(file);
    }

    /// An error if files changed under the answer and it is to be given again; to be called before
    /// an answer has side effects.
    pub(crate) fn check_unchanged(&self) -> Result<(), EngineError> {
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if self.retries && !changed.is_empty() { Err(EngineError::Changed) } else { Ok(()) }
    }

    /// Names the files whose code is left out because they changed since they were indexed.
    fn change_note(&self) -> Option<String> {
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

    /// Which state of the repository an answer describes, with what was noticed on the way.
    pub(crate) fn state(&self) -> IndexState {
        let mut state = self.state.clone();
        state.notes.extend(self.change_note());
        state
    }

    /// The lines of a symbol; `None` if its file is gone or is not what was indexed.
    pub fn code(&self, symbol: SymbolId) -> Option<String> {
        SourceText::read(self, self.graph.file_of(symbol))?.code(self, symbol)
    }

    /// Names of the languages that cannot be read.
    pub(crate) fn unsupported_languages(&self) -> Vec<String> {
        self.unsupported.iter().map(|(name, _)| name.clone()).collect()
    }
}
