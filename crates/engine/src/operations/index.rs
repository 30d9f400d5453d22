//! `index`: bring the index up to date and say what is in it.

use crate::build::{self, Built, Options, Summary};
use crate::{EngineError, Opened, Progress, Workspace};
use fathom_graph::Unresolved;
use fathom_store::Skip;
use serde::Serialize;
use std::collections::BTreeMap;

/// What to index.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// See [`Options`].
    pub options: Options,
}

/// What is in the index now.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The folder.
    pub root: String,
    /// The commit that is checked out.
    pub commit: Option<String>,
    /// Whether files differ from it.
    pub dirty: bool,
    /// Files in the index.
    pub files: usize,
    /// Symbols, without the files themselves.
    pub symbols: usize,
    /// Resolved edges.
    pub edges: usize,
    /// By language.
    pub languages: BTreeMap<String, LanguageCount>,
    /// References that led nowhere, by cause.
    pub unresolved: UnresolvedCounts,
    /// Files that were new, edited or gone.
    pub changed_files: usize,
    /// Of these, how many had to be parsed.
    pub parsed_files: usize,
    /// Languages that are recognised and not read, with file counts.
    pub unsupported_languages: BTreeMap<String, u32>,
    /// What was left out, and why.
    pub skipped: Vec<Skip>,
    /// Milliseconds in all.
    pub elapsed_ms: u64,
    /// Milliseconds per phase.
    pub phases_ms: BTreeMap<&'static str, u64>,
    /// Bytes of the index on disk.
    pub index_bytes: u64,
    /// The most memory this process had resident so far, where the system tells.
    pub peak_memory_bytes: Option<u64>,
    /// What could not be found out, and why: that git cannot be read, for one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How much of one language there is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct LanguageCount {
    /// Files.
    pub files: usize,
    /// Symbols in them.
    pub symbols: usize,
}

/// References by outcome.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct UnresolvedCounts {
    /// Calls, instantiations and type mentions.
    pub references: u32,
    /// Lead to a symbol of the repository.
    pub resolved: u32,
    /// Lead out of it.
    pub external: u32,
    /// On a receiver whose type is not known.
    pub unknown_receiver: u32,
    /// On something known that has no such name.
    pub missing: u32,
}

impl From<Unresolved> for UnresolvedCounts {
    fn from(counts: Unresolved) -> UnresolvedCounts {
        let Unresolved { references, resolved, external, unknown_receiver, missing } = counts;
        UnresolvedCounts { references, resolved, external, unknown_receiver, missing }
    }
}

/// Indexes a workspace.
pub fn run(
    workspace: &Workspace,
    request: &Request,
    progress: &dyn Progress,
) -> Result<Response, EngineError> {
    let described = |built: Built| {
        let summary = built.summary.clone();
        describe(workspace, &Opened::built(workspace, built, progress), summary)
    };
    match workspace.index(Some(&request.options), progress).and_then(described) {
        Err(error) if error.is_damage() => {
            described(build::repair(workspace, Some(&request.options), progress)?)
        }
        result => result,
    }
}

/// The response for an opened index.
pub(crate) fn describe(
    workspace: &Workspace,
    opened: &Opened,
    summary: Summary,
) -> Result<Response, EngineError> {
    let snapshot = opened.snapshot();
    let view = opened.view()?;
    let mut languages: BTreeMap<String, LanguageCount> = BTreeMap::new();
    let mut symbols = 0;
    for file in view.graph.files() {
        let count = languages.entry(file.language.name.to_owned()).or_default();
        count.files += 1;
        count.symbols += file.facts.definitions.len() - 1;
        symbols += file.facts.definitions.len() - 1;
    }
    let info = snapshot.info();
    Ok(Response {
        root: workspace.root().display().to_string(),
        commit: info.commit.clone(),
        dirty: view.freshness.dirty,
        files: view.graph.files().len(),
        symbols,
        edges: view.graph.edges().len(),
        languages,
        unresolved: view.graph.unresolved_total().into(),
        changed_files: summary.changed_files,
        parsed_files: summary.parsed_files,
        unsupported_languages: info.unsupported.clone(),
        skipped: snapshot.skipped()?,
        elapsed_ms: summary.elapsed_ms,
        phases_ms: summary.phases_ms,
        index_bytes: snapshot.size(),
        peak_memory_bytes: crate::memory::peak_bytes(),
        notes: view.freshness.notes.clone(),
    })
}
