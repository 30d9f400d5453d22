//! `explain`: every signal that put a symbol where it is in the answer to a task.

use super::ranking_inputs::RankingOptions;
use super::{Ranker, RankingInputs, named, symbol as record};
use crate::{EngineError, View};
use fathom_graph::{Graph, SymbolId};
use fathom_protocol::explain::{Advice, Feature, Request, Response, Signal, Standing as Position, Term};
use fathom_rank::{Absence, Definitions, Standing, Task};

/// Most alternatives of an ambiguous name.
const ALTERNATIVES: usize = 10;

/// Explains a symbol's place.
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
/// use fathom_engine::operations::explain;
/// use fathom_protocol::explain::Request;
///
/// let request =
///     Request { task: "retry the upload".into(), symbol: "retry_upload".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| explain::run(view, &request))?;
/// assert_eq!(answer.standing.map(|standing| standing.rank), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    run_with(view, request, &Ranker::default())
}

/// The same with another ranker.
pub fn run_with(view: &View<'_>, request: &Request, ranker: &Ranker) -> Result<Response, EngineError> {
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
    if request.task.trim().is_empty() {
        return Err(EngineError::Request("the task is empty; give the task that `context` was given".into()));
    }
    let graph = view.graph;
    let found = named(view, &request.symbol)?;
    let (task, mut notes) = inputs.read(view, &request.task);
    let model = inputs.ranker.symbols()?;
    let explained = fathom_rank::explain(view.repository(), &model, &task, &found)
        .ok_or_else(|| EngineError::NoSuchSymbol { name: request.symbol.clone(), hint: String::new() })?;
    notes.extend(look_up(graph, &task, explained.symbol));
    let others = found.iter().filter(|other| **other != explained.symbol);
    let terms = explained.terms.into_iter().map(|term| Term {
        term: term.text,
        field: term.field.word().to_owned(),
        count: term.tf,
        score: term.score,
    });
    let absent = explained.standing.as_ref().err().map(|absence| why(*absence).to_owned());
    Ok(Response {
        task: request.task.clone(),
        symbol: record(graph, explained.symbol),
        alternatives: others.take(ALTERNATIVES).map(|other| graph.id(*other)).collect(),
        candidates: explained.candidates,
        standing: explained.standing.ok().map(|standing| place(graph, standing)),
        absent,
        terms: terms.collect(),
        notes,
        index: view.state(),
    })
}

/// The rank of a symbol if the task is a name, which `context` looks up instead of searching for it.
fn look_up(graph: &Graph<'_>, task: &Task, symbol: SymbolId) -> Option<String> {
    let definitions = Definitions::of(graph, task)?;
    let name = &definitions.name;
    let count = definitions.symbols.len();
    let note = match definitions.symbols.iter().position(|one| *one == symbol) {
        Some(place) => format!("it is definition {} of {count} of `{name}`", place + 1),
        None => {
            format!("it does not define `{name}`: it comes after the {count} definitions, if it uses one")
        }
    };
    Some(format!(
        "The task is a name, which `context` looks up: {note}. Definitions are ordered by product code before \
         tests and stubs, types before functions before members, files that have the name, then by users. \
         The signals below are those of a search for the words of the name."
    ))
}

fn why(absence: Absence) -> &'static str {
    match absence {
        Absence::Test => "it belongs to tests, which are listed as tests and never ranked as code",
        Absence::NoCode => {
            "it is prose, a key or a whole file, which is evidence for symbols and is never ranked"
        }
        Absence::TooLittle => "too little evidence for it",
    }
}

fn place(graph: &Graph<'_>, standing: Standing) -> Position {
    let signals = standing.signals.into_iter().map(|part| Signal {
        signal: part.signal.word().to_owned(),
        share: part.share,
        rank: part.rank,
        change: part.change,
        reason: part.reason,
    });
    let features = standing.features.into_iter().map(|part| Feature {
        feature: part.name,
        value: part.value,
        change: part.change,
    });
    let advice =
        standing.advice.into_iter().map(|advice| Advice { weight: advice.weight, reason: advice.reason });
    Position {
        rank: standing.rank,
        prior_rank: standing.prior_rank,
        model_rank: standing.model_rank,
        score: standing.score,
        model_score: standing.model_score,
        probability: standing.probability,
        overload: standing.overload,
        repeats: standing.repeats.map(|symbol| graph.id(symbol)),
        crowd: standing.crowd,
        advice: advice.collect(),
        signals: signals.collect(),
        features: features.collect(),
    }
}
