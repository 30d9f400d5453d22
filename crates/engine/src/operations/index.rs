//! `index`: updates the index and describes its content.

use crate::build::{self, FreshIndex, Options, Summary};
use crate::{EngineError, OpenIndex, Progress, Workspace};
use fathom_graph::Unresolved;
use fathom_protocol::index::{LanguageCount, Response, SkippedFile, UnresolvedCounts};
use fathom_store::Skip;
use std::collections::BTreeMap;

/// What to index.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// See [`Options`].
    pub options: Options,
}

/// Indexes a workspace.
///
/// # Examples
///
/// ```
/// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
/// # let place = tempfile::tempdir()?;
/// # let repository = place.path().join("repository");
/// # std::fs::create_dir(&repository)?;
/// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
/// # std::fs::write(repository.join("upload.py"), text)?;
/// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
/// use fathom_engine::operations::index::{Request, run};
///
/// let answer = run(&workspace, &Request::default(), &NoProgress)?;
/// assert_eq!((answer.files, answer.changed_files), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    workspace: &Workspace,
    request: &Request,
    progress: &dyn Progress,
) -> Result<Response, EngineError> {
    let described = |built: FreshIndex| {
        let summary = built.summary.clone();
        describe(workspace, &workspace.open_built(built, None, progress)?, summary)
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
    index: &OpenIndex,
    summary: Summary,
) -> Result<Response, EngineError> {
    let snapshot = index.snapshot();
    let view = index.view();
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
        dirty: view.state.dirty,
        files: view.graph.files().len(),
        symbols,
        edges: view.graph.edges().len(),
        languages,
        unresolved: unresolved(view.graph.unresolved_total()),
        changed_files: summary.changed_files,
        parsed_files: summary.parsed_files,
        unsupported_languages: info.unsupported.clone(),
        skipped: snapshot.skipped()?.into_iter().map(skipped).collect(),
        elapsed_ms: summary.elapsed_ms,
        phases_ms: summary.phases_ms.into_iter().map(|(phase, ms)| (phase.to_owned(), ms)).collect(),
        index_bytes: snapshot.size(),
        peak_memory_bytes: crate::memory::peak_bytes(),
        notes: view.state.notes.clone(),
    })
}

fn unresolved(counts: Unresolved) -> UnresolvedCounts {
    let Unresolved { references, resolved, external, unknown_receiver, missing } = counts;
    UnresolvedCounts { references, resolved, external, unknown_receiver, missing }
}

fn skipped(skip: Skip) -> SkippedFile {
    SkippedFile { path: skip.path, reason: skip.reason }
}
