//! `explain`: every signal that put a symbol where it is in the answer to a task.

use super::{Asking, SymbolRecord, named, record};
use crate::{EngineError, Freshness, View};
use fathom_graph::Graph;
use fathom_rank::{Absence, Standing};
use serde::Serialize;

/// Other meanings of the name that are told.
const ALSO: usize = 10;

/// What to explain.
#[derive(Clone, Debug)]
pub struct Request {
    /// The task, in plain words.
    pub task: String,
    /// A symbol by any form of its name.
    pub symbol: String,
    /// What else changes the ranking.
    pub asking: Asking,
}

/// Why the symbol is where it is.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The task as given.
    pub task: String,
    /// The symbol; of several with that name, the best ranked.
    pub symbol: SymbolRecord,
    /// What else the name could mean.
    pub also: Vec<String>,
    /// How many symbols were compared.
    pub candidates: usize,
    /// Where it stands; `None` if it is not among them.
    pub standing: Option<Place>,
    /// Why it is not among the candidates.
    pub absent: Option<&'static str>,
    /// Which terms of the task it has, largest share first.
    pub terms: Vec<Term>,
    /// What of the request was left aside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// Where a candidate stands.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// In the answer, from 1.
    pub rank: usize,
    /// By what was believed before the model looked, from 1.
    pub prior_rank: usize,
    /// By the model alone, from 1.
    pub model_rank: usize,
    /// What it is ordered by: the two ranks joined.
    pub score: f32,
    /// What the model says; comparable inside one answer only.
    pub model_score: f32,
    /// Probability of being needed.
    pub probability: f32,
    /// Whether an overload of it comes first, which puts this one at the end.
    pub overload: bool,
    /// The id of what has the same name and comes first, which puts this one later.
    pub repeats: Option<String>,
    /// How many members of its type come before it, which puts this one a little later.
    pub crowd: usize,
    /// What feedback and concept packs advised.
    pub advice: Vec<Advice>,
    /// Every signal: those that speak first, by what they changed.
    pub signals: Vec<Signal>,
    /// The other features that changed the model's score, largest change first.
    pub features: Vec<Feature>,
}

/// What was advised on a symbol.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// From -1, surely not needed, to 1, surely needed.
    pub weight: f32,
    /// Who says so and why.
    pub reason: String,
}

/// What one signal says.
#[derive(Clone, Debug, Serialize)]
pub struct Signal {
    /// Which.
    pub signal: &'static str,
    /// Its value as a share of the task's best; 0 if it is silent.
    pub share: f32,
    /// Its rank among the candidates, from 1; `None` if it is silent.
    pub rank: Option<usize>,
    /// What it changed in the model's score; silence can change it too.
    pub change: f32,
    /// In a few words, if there are any.
    pub reason: Option<String>,
}

/// What one feature changed.
#[derive(Clone, Debug, Serialize)]
pub struct Feature {
    /// Which.
    pub feature: String,
    /// Its value.
    pub value: f32,
    /// What it changed in the model's score.
    pub change: f32,
}

/// One term of the task in one field of the symbol.
#[derive(Clone, Debug, Serialize)]
pub struct Term {
    /// The term, stemmed as it is searched.
    pub term: String,
    /// name, container, path, signature, doc or body.
    pub field: &'static str,
    /// How often, counted to 31.
    pub count: u8,
    /// Its share of the words' score.
    pub score: f32,
}

/// Explains a symbol's place.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    if request.task.trim().is_empty() {
        return Err(EngineError::Request("the task is empty; give the task that `context` was given".into()));
    }
    let graph = &view.graph;
    let found = named(view, &request.symbol)?;
    let (task, notes) = request.asking.read(view, &request.task);
    let past = view.past();
    let explained =
        fathom_rank::explain(graph, &view.words, past, &request.asking.ranker.model()?, &task, &found)
            .ok_or_else(|| EngineError::NoSuchSymbol { name: request.symbol.clone(), hint: String::new() })?;
    let others = found.iter().filter(|other| **other != explained.symbol);
    let terms = explained.terms.into_iter().map(|term| Term {
        term: term.text,
        field: term.field.word(),
        count: term.tf,
        score: term.score,
    });
    let absent = explained.standing.as_ref().err().map(|absence| why(*absence));
    Ok(Response {
        task: request.task.clone(),
        symbol: record(graph, explained.symbol),
        also: others.take(ALSO).map(|other| graph.id(*other)).collect(),
        candidates: explained.candidates,
        standing: explained.standing.ok().map(|standing| place(graph, standing)),
        absent,
        terms: terms.collect(),
        notes,
        index: view.freshness.clone(),
    })
}

fn why(absence: Absence) -> &'static str {
    match absence {
        Absence::Test => "it belongs to tests, which are listed as tests and never ranked as code",
        Absence::NoCode => "it is prose, a key or a whole file, which speaks for symbols and is never ranked",
        Absence::TooLittle => "too little speaks for it",
    }
}

fn place(graph: &Graph<'_>, standing: Standing) -> Place {
    let signals = standing.signals.into_iter().map(|part| Signal {
        signal: part.signal.word(),
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
    Place {
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
