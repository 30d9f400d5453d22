//! `files`: the files that a task needs, without their code.

use super::ranking_inputs::RankingOptions;
use super::{Ranker, RankingInputs};
use crate::{EngineError, View};
use fathom_protocol::files::{DEFAULT_LIMIT, File, Request, Response};
use fathom_rank::{RankedFile, Ranking};

/// Symbols whose files are ranked.
const SYMBOLS: usize = 60;
/// Most reasons of a file.
const REASONS: usize = 3;

/// Finds the files for a task.
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
/// use fathom_engine::operations::files;
/// use fathom_protocol::files::Request;
///
/// let request = Request { task: "retry the upload".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| files::run(view, &request))?;
/// assert_eq!(answer.files[0].path, "upload.py");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    run_with(view, request, &Ranker::default())
}

/// The same with another ranker.
pub fn run_with(view: &View<'_>, request: &Request, ranker: &Ranker) -> Result<Response, EngineError> {
    if request.task.trim().is_empty() {
        return Err(EngineError::Request(
            "the task is empty; describe in a sentence what you want to do".into(),
        ));
    }
    let options = RankingOptions {
        hints: &request.hints,
        more_like: &request.more_like,
        not: &request.not,
        files: &request.files,
        diff: request.diff.as_ref(),
        no_feedback: request.no_feedback,
        concepts: &request.concepts,
    };
    let inputs = RankingInputs { ranker: ranker.clone(), ..options.into() };
    let (ranking, notes) = inputs.rank(view, &request.task, &request.filter, SYMBOLS)?;
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    Ok(Response {
        task: request.task.clone(),
        hints: request.hints.0.clone(),
        index: view.state(),
        files: ranking.files.iter().take(limit).map(|file| described(view, &ranking, file)).collect(),
        notes,
    })
}

/// A file with its evidence: its own, then that of its best symbols.
fn described(view: &View<'_>, ranking: &Ranking, file: &RankedFile) -> File {
    let graph = view.graph;
    let inside = ranking.symbols.iter().filter(|ranked| graph.file_of(ranked.symbol) == file.file);
    let reason = |ranked: &fathom_rank::ScoredSymbol| {
        let name = graph.qualified_name(ranked.symbol);
        ranked.reasons.first().map_or_else(|| name.clone(), |reason| format!("{name}: {}", reason.text))
    };
    File {
        path: graph.files()[file.file.index()].path.to_owned(),
        score: file.score,
        probability: file.probability,
        reasons: file.reasons.iter().cloned().chain(inside.map(reason)).take(REASONS).collect(),
    }
}
