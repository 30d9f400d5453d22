//! `concepts`: which packs apply to the repository and why, and which match a task.

use crate::concepts::{Concepts, Kind, TEAM, Team, applied, match_packs};
use crate::{EngineError, View};
use fathom_graph::EdgeKind;
use fathom_protocol::concepts::{ConceptMatch, Pack, Request, Response, WeightedSymbol};
use fathom_protocol::context::ConceptSource;
use fathom_rank::concepts::is_several_words;
use fathom_rank::{SearchResults, Task};
use fathom_syntax::Flags;

/// Lists the packs.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let mut packs = Vec::new();
    let mut problems = Vec::new();
    match Team::load(view.root()) {
        Ok(team) => {
            problems.extend(team.missing(view));
            let concepts = team.names();
            if !concepts.is_empty() {
                let why = "your team wrote it down".to_owned();
                packs.push(Pack { kind: ConceptSource::Team, name: TEAM.to_owned(), why, concepts });
            }
        }
        Err(error) => problems.push(error.to_string()),
    }
    for pack in applied(view) {
        packs.push(Pack {
            kind: ConceptSource::Shipped,
            name: pack.name,
            why: pack.why,
            concepts: pack.concepts,
        });
    }
    packs.extend(learned(view));
    let matches = request.task.as_deref().map(|task| matches(view, task)).unwrap_or_default();
    Ok(Response { packs, matches, problems, index: view.state() })
}

/// The sources of learned concepts.
fn learned(view: &View<'_>) -> Option<Pack> {
    let graph = view.graph;
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
        kind: ConceptSource::Learned,
        name: "learned".to_owned(),
        why,
        concepts: Vec::new(),
    })
}

fn matches(view: &View<'_>, task: &str) -> Vec<ConceptMatch> {
    let task = Task::read(task);
    let found = SearchResults::search(view.graph, view.words, &task);
    let result = match_packs(view, &task, &found, Concepts::ALL);
    result
        .matches
        .into_iter()
        .map(|(kind, concept)| {
            let mut advice = concept.advice;
            advice.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.symbol.cmp(&b.symbol)));
            let symbols = advice
                .into_iter()
                .map(|one| WeightedSymbol { id: view.graph.id(one.symbol), weight: one.weight })
                .collect();
            ConceptMatch { kind: source(kind), reason: concept.reason, phrases: concept.phrases, symbols }
        })
        .collect()
}

fn source(kind: Kind) -> ConceptSource {
    match kind {
        Kind::Team => ConceptSource::Team,
        Kind::Shipped => ConceptSource::Shipped,
        Kind::Learned => ConceptSource::Learned,
    }
}
