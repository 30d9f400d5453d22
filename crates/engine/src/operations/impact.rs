//! `impact`: what depends on a symbol, a file or a diff.

use super::{named, others};
use crate::{EngineError, Freshness, View};
use fathom_graph::{EdgeKind, Graph, impact};
use fathom_syntax::{Flags, Kind};
use serde::Serialize;

/// What is changed.
#[derive(Clone, Debug)]
pub enum Changed {
    /// A symbol by any form of its name, or a file by its path.
    Node(String),
    /// A unified diff.
    Diff(String),
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
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// One dependant.
#[derive(Clone, Debug, Serialize)]
pub struct Impacted {
    /// What depends.
    pub node: String,
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
            let touched = touched(graph, text);
            if touched.is_empty() {
                return Err(EngineError::Request(
                    "the diff touches no symbol of the index; give a unified diff with paths of this repository".into(),
                ));
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
    let is_test = |symbol: u32| graph.flags(symbol).has(Flags::TEST);
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
    Ok(Response {
        node,
        impacted,
        total: found.len(),
        tests,
        also,
        possibly_missing: unknown_calls(graph, &changed),
        index: view.freshness.clone(),
    })
}

/// Calls by the same names on receivers whose type is not known.
fn unknown_calls(graph: &Graph<'_>, changed: &[u32]) -> u32 {
    let names: Vec<u64> = changed
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

/// The innermost symbols around the lines that a unified diff changes.
pub(crate) fn touched(graph: &Graph<'_>, diff: &str) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut file: Option<usize> = None;
    let mut line = 0u32;
    for text in diff.lines() {
        if let Some(path) = text.strip_prefix("+++ ").or_else(|| text.strip_prefix("--- ")) {
            let path = path.split('\t').next().unwrap_or(path).trim();
            let path = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path);
            if path != "/dev/null" {
                file = graph.file_at(path).or(file);
            }
            if text.starts_with("--- ") {
                file = graph.file_at(path);
            }
        } else if let Some(hunk) = text.strip_prefix("@@ ") {
            // The new side: the index shows the files as they are now.
            let new = hunk.split(' ').find(|part| part.starts_with('+')).unwrap_or("+1");
            line = new[1..].split(',').next().and_then(|n| n.parse().ok()).unwrap_or(1);
        } else if let Some(file) = file {
            match text.as_bytes().first() {
                Some(b'+') => {
                    found.extend(innermost(graph, file, line));
                    line += 1;
                }
                Some(b'-') => found.extend(innermost(graph, file, line)),
                _ => line += 1,
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn innermost(graph: &Graph<'_>, file: usize, line: u32) -> Option<u32> {
    graph.innermost(file, line).filter(|symbol| graph.kind(*symbol) != Kind::File)
}
