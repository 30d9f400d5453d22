//! `impact`: what depends on a symbol, a file or a diff.

use super::{diff, named, others};
use crate::{EngineError, Freshness, View};
use fathom_graph::{EdgeKind, Graph, SymbolId, impact};
use fathom_syntax::Flags;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// What is changed.
#[derive(Clone, Debug)]
pub enum Changed {
    /// A symbol by any form of its name, or a file by its path.
    Node(String),
    /// A unified diff, in any encoding; an empty one changes nothing.
    Diff(Vec<u8>),
}

/// What to follow.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is changed.
    pub changed: Changed,
    /// References in a row.
    pub depth: u32,
    /// Most results.
    pub limit: usize,
    /// Only edges of this kind.
    pub edge_type: Option<String>,
}

/// What depends on it.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// What is changed; for a diff, the symbols it touches, separated by commas.
    pub node: String,
    /// The symbols that are changed, for text.
    #[serde(skip)]
    pub(crate) changed: Vec<String>,
    /// By depth, then confidence; at most as many as were asked for.
    pub impacted: Vec<Impacted>,
    /// How many there are.
    pub total: usize,
    /// Tests among all of them.
    pub tests: Vec<String>,
    /// Others the name could mean.
    pub also: Vec<String>,
    /// References to names like this one whose receiver is not known: an
    /// empty list does not mean that nothing calls it.
    pub possibly_missing: u32,
    /// Why nothing is changed, where nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// One dependant.
#[derive(Clone, Debug, Serialize)]
pub struct Impacted {
    /// What depends.
    pub node: String,
    /// Its qualified name, for text.
    #[serde(skip)]
    pub(crate) name: String,
    /// References between it and the change.
    pub depth: u32,
    /// How it depends.
    pub edge_type: &'static str,
    /// compiler, exact, inferred or ambiguous.
    pub resolution: &'static str,
    /// How sure the way is.
    pub confidence: f32,
    /// What it depends on directly.
    pub via: String,
    /// Whether it is a test.
    pub test: bool,
    /// The file with the evidence.
    pub path: String,
    /// The line with the evidence.
    pub line: u32,
}

/// Finds what depends on a change.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = &view.graph;
    let mut also = Vec::new();
    let mut notes = Vec::new();
    let (node, changed) = match &request.changed {
        Changed::Node(name) => {
            let mut found = named(view, name)?;
            also = others(graph, &found);
            // Overloads are changed together; what only shares the name is not.
            let node = graph.id(found[0]);
            found.retain(|symbol| graph.id(*symbol) == node);
            (node, found)
        }
        Changed::Diff(text) => {
            let touched = diff::touched(graph, text)
                .map_err(|why| EngineError::Request(format!("cannot read the diff: {why}")))?;
            if touched.is_empty() {
                notes.push(format!("{}.", diff::untouched(text)));
            }
            (touched.iter().map(|symbol| graph.id(*symbol)).collect::<Vec<_>>().join(", "), touched)
        }
    };
    let kind = match &request.edge_type {
        None => None,
        Some(word) => Some(EdgeKind::from_word(word).ok_or_else(|| {
            let known: Vec<&str> = EdgeKind::ALL.iter().map(|kind| kind.word()).collect();
            EngineError::Request(format!("`{word}` is no kind of edge; kinds are {}", known.join(", ")))
        })?),
    };
    let options = impact::Options { depth: request.depth, kind, ..impact::Options::default() };
    let found = impact::impact(graph, &changed, &options);
    let is_test = |symbol: SymbolId| graph.flags(symbol).has(Flags::TEST);
    let tests = found
        .iter()
        .filter(|one| is_test(one.symbol) && graph.kind(one.symbol).is_callable())
        .map(|one| graph.id(one.symbol))
        .collect();
    let impacted = found
        .iter()
        .take(request.limit)
        .map(|one| Impacted {
            node: graph.id(one.symbol),
            name: graph.qualified_name(one.symbol),
            depth: one.depth,
            edge_type: one.edge.kind().word(),
            resolution: one.edge.resolution().word(),
            confidence: one.confidence,
            via: graph.id(one.via),
            test: is_test(one.symbol),
            path: graph.path(one.edge.from).to_owned(),
            line: one.edge.line,
        })
        .collect();
    let mut ids: Vec<String> = changed.iter().map(|symbol| graph.id(*symbol)).collect();
    ids.dedup();
    Ok(Response {
        node,
        changed: ids,
        impacted,
        total: found.len(),
        tests,
        also,
        possibly_missing: unknown_calls(graph, &changed),
        notes,
        index: view.freshness.clone(),
    })
}

/// Calls by the same names on receivers whose type is not known.
fn unknown_calls(graph: &Graph<'_>, changed: &[SymbolId]) -> u32 {
    let names: FxHashSet<u64> = changed
        .iter()
        .filter(|symbol| graph.kind(**symbol).is_callable())
        .map(|symbol| fathom_syntax::hash_name(graph.name(*symbol)))
        .collect();
    if names.is_empty() {
        return 0;
    }
    let mut calls = 0;
    for file in graph.files() {
        let strings = file.facts.strings;
        calls += file
            .facts
            .references
            .iter()
            .filter(|r| r.receiver != 0 && names.contains(&strings.hash(r.name)))
            .count() as u32;
    }
    let resolved: u32 =
        changed.iter().flat_map(|symbol| graph.incoming(*symbol)).map(|edge| u32::from(edge.count)).sum();
    calls.saturating_sub(resolved)
}
