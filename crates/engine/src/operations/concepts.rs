//! `concepts`: which packs apply to the repository and why, and which speak to a task.

use crate::concepts::{Concepts, Kind, TEAM, Team, applied, hear};
use crate::{EngineError, Freshness, View};
use fathom_graph::EdgeKind;
use fathom_rank::concepts::is_several_words;
use fathom_rank::{Found, Task};
use fathom_syntax::Flags;
use serde::Serialize;

/// What to tell.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// A task; tells also which concepts would speak to it.
    pub task: Option<String>,
}

/// The packs.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// Those that apply: the team's, then those of frameworks, then what the repository teaches.
    pub packs: Vec<Pack>,
    /// The concepts that speak to the task; empty without one.
    pub spoken: Vec<Spoken>,
    /// What is wrong with the team's file, with its line.
    pub problems: Vec<String>,
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// One pack.
#[derive(Clone, Debug, Serialize)]
pub struct Pack {
    /// Whose it is.
    pub kind: Kind,
    /// A framework, a file, or `learned`.
    pub name: String,
    /// Why it applies.
    pub why: String,
    /// Its concepts; what the repository teaches has too many to list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<String>,
}

/// One concept that speaks.
#[derive(Clone, Debug, Serialize)]
pub struct Spoken {
    /// Whose it is.
    pub kind: Kind,
    /// Whose concept and which, as `explain` shows it.
    pub reason: String,
    /// Its phrases that the task has.
    pub phrases: Vec<String>,
    /// What it speaks for, most weight first.
    pub symbols: Vec<Advised>,
}

/// One symbol that a concept speaks for.
#[derive(Clone, Debug, Serialize)]
pub struct Advised {
    /// `path::Qualified.name`.
    pub id: String,
    /// From 0 to 1, surely needed.
    pub weight: f32,
}

/// Tells which packs there are.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let mut packs = Vec::new();
    let mut problems = Vec::new();
    match Team::load(view.root()) {
        Ok(team) => {
            problems.extend(team.missing(view));
            let concepts = team.names();
            if !concepts.is_empty() {
                let why = "your team wrote it down".to_owned();
                packs.push(Pack { kind: Kind::Team, name: TEAM.to_owned(), why, concepts });
            }
        }
        Err(error) => problems.push(error.to_string()),
    }
    for pack in applied(view) {
        packs.push(Pack { kind: Kind::Shipped, name: pack.name, why: pack.why, concepts: pack.concepts });
    }
    packs.extend(learned(view));
    let spoken = request.task.as_deref().map(|task| spoken(view, task)).unwrap_or_default();
    Ok(Response { packs, spoken, problems, index: view.freshness.clone() })
}

/// What there is to learn from.
fn learned(view: &View<'_>) -> Option<Pack> {
    let graph = &view.graph;
    let (mut sections, mut tests) = (0, 0);
    for symbol in graph.symbols() {
        let points =
            |kinds: &[EdgeKind]| graph.outgoing(symbol).iter().any(|edge| kinds.contains(&edge.kind()));
        if graph.kind(symbol) == fathom_syntax::Kind::Section {
            let teaches = points(&[EdgeKind::Mentions]) && is_several_words(graph.name(symbol));
            sections += usize::from(teaches);
        } else if graph.flags(symbol).has(Flags::TEST) && graph.kind(symbol).is_callable() {
            tests += usize::from(points(&[EdgeKind::Call, EdgeKind::New]));
        }
    }
    let commits = view.past().map_or(0, |past| past.commits.len());
    let why =
        format!("{sections} sections mention code, {tests} tests call it, {commits} commits changed it");
    (sections + tests + commits > 0).then(|| Pack {
        kind: Kind::Learned,
        name: "learned".to_owned(),
        why,
        concepts: Vec::new(),
    })
}

fn spoken(view: &View<'_>, task: &str) -> Vec<Spoken> {
    let task = Task::read(task);
    let found = Found::search(&view.graph, &view.words, &task);
    let heard = hear(view, &task, &found, Concepts::ALL);
    heard
        .spoken
        .into_iter()
        .map(|(kind, spoken)| {
            let mut advice = spoken.advice;
            advice.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.symbol.cmp(&b.symbol)));
            let symbols = advice
                .into_iter()
                .map(|one| Advised { id: view.graph.id(one.symbol), weight: one.weight })
                .collect();
            Spoken { kind, reason: spoken.reason, phrases: spoken.phrases, symbols }
        })
        .collect()
}
