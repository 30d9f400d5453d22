//! Errors, each with the next step.

use std::path::PathBuf;

/// An operation that could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The files of the repository could not be listed.
    #[error(transparent)]
    Source(#[from] fathom_source::SourceError),
    /// The git repository could not be read.
    #[error(transparent)]
    History(#[from] fathom_history::HistoryError),
    /// git is writing files, and none may be read meanwhile.
    #[error(
        "git is writing to {}; try again when it is done, or remove .git/index.lock if no git runs",
        root.display()
    )]
    Busy {
        /// The top folder of the worktree.
        root: PathBuf,
    },
    /// Files changed between indexing and answering.
    #[error("files are changing faster than they can be indexed; ask again")]
    Changed,
    /// The client disconnected.
    #[error("the question was cancelled; ask again")]
    Cancelled,
    /// The first index is still being built.
    #[error("the index is still being built; ask again in a moment")]
    NotIndexed,
    /// A name means several symbols, and none is clearly first.
    #[error("`{name}` can mean {} symbols; give the id of one: {}", ids.len(), listed(ids))]
    Ambiguous {
        /// The name as given.
        name: String,
        /// The ids of the symbols.
        ids: Vec<String>,
    },
    /// The index could not be read or written.
    #[error(transparent)]
    Store(#[from] fathom_store::StoreError),
    /// Feedback or another record that cannot be rebuilt could not be read or written.
    #[error(transparent)]
    State(#[from] fathom_store::StateError),
    /// The graph could not be read.
    #[error(transparent)]
    Graph(#[from] fathom_graph::GraphError),
    /// The text index could not be read.
    #[error("the text index is damaged ({0}); run `fathom index --rebuild`")]
    Text(#[from] fathom_text::TextError),
    /// The learned ranker could not be read.
    #[error(transparent)]
    Model(#[from] fathom_rank::ModelError),
    /// The file of another ranker could not be read.
    #[error("cannot read the ranker {path}: {why}")]
    Ranker {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Nothing has this name.
    #[error("nothing in this repository is called `{name}`{hint}")]
    NoSuchSymbol {
        /// The name as given.
        name: String,
        /// Similar names, ready to print, or empty.
        hint: String,
    },
    /// A compiler's index could not be read.
    #[error("cannot read the SCIP index {path}: {why}")]
    Scip {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// An invalid request.
    #[error("{0}")]
    Request(String),
}

/// Most ids that a message lists.
const LISTED: usize = 8;

fn listed(ids: &[String]) -> String {
    let more = if ids.len() > LISTED { ", …" } else { "" };
    format!("{}{more}", ids[..ids.len().min(LISTED)].join(", "))
}

impl EngineError {
    /// Whether the index on disk is damaged and can be rebuilt.
    pub(crate) fn is_damage(&self) -> bool {
        use fathom_store::StoreError;
        matches!(
            self,
            EngineError::Graph(_) | EngineError::Text(_) | EngineError::Store(StoreError::Damaged { .. })
        )
    }
}
