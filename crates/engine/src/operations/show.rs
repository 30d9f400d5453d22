//! `show`: a symbol with its source, its callers and what it calls; a file as its signatures.

mod fit;

use super::{RelationRecord, SymbolRecord, named, others, outline, record, relation};
use crate::{EngineError, Freshness, View};
use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_syntax::Kind;
use serde::Serialize;

/// Which symbol.
#[derive(Clone, Debug)]
pub struct Request {
    /// A name in any form.
    pub symbol: String,
    /// Most callers and callees each.
    pub limit: usize,
}

/// The symbol.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// What it is and where it stands.
    pub symbol: SymbolRecord,
    /// Its doc comment.
    pub doc: String,
    /// Its lines; absent for a file that has an outline, and if the file is gone or has changed since
    /// it was indexed, which `index` notes.
    pub code: Option<String>,
    /// The symbols of a file, in the order of its lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<OutlineLine>,
    /// How many lines of code or of the outline a budget left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub lines_left_out: usize,
    /// Who refers to it, nearest evidence first.
    pub callers: Vec<RelationRecord>,
    /// How many refer to it in all.
    pub caller_count: usize,
    /// What it refers to, in the order of its lines.
    pub callees: Vec<RelationRecord>,
    /// How much it refers to in all.
    pub callee_count: usize,
    /// Members, if it has any.
    pub members: Vec<SymbolRecord>,
    /// Sections of prose that mention it.
    pub mentioned_in: Vec<RelationRecord>,
    /// How many mention it in all.
    pub mention_count: usize,
    /// Others the name could mean.
    pub also: Vec<String>,
    /// Which state of the repository this is.
    pub index: Freshness,
}

/// One symbol of a file.
#[derive(Clone, Debug, Serialize)]
pub struct OutlineLine {
    /// What it is, where it stands and how deep it is nested.
    #[serde(flatten)]
    pub symbol: SymbolRecord,
    /// The first line of its doc comment.
    pub doc: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Shows one symbol.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = &view.graph;
    let found = named(view, &request.symbol)?;
    let symbol = found[0];
    let mut callers: Vec<&Edge> = graph.incoming(symbol).collect();
    callers.sort_by(|a, b| b.confidence().total_cmp(&a.confidence()).then(a.from.cmp(&b.from)));
    let (mentions, callers): (Vec<&Edge>, Vec<&Edge>) =
        callers.into_iter().partition(|e| e.kind() == EdgeKind::Mentions);
    let mut callees: Vec<_> = graph.outgoing(symbol).iter().collect();
    callees.sort_by_key(|edge| (edge.line, edge.to));
    let members: Vec<SymbolRecord> = if graph.kind(symbol).is_callable() {
        Vec::new()
    } else {
        graph.children(symbol).take(request.limit.max(50)).map(|child| record(graph, child)).collect()
    };
    let outline = if graph.kind(symbol) == Kind::File { outlined(graph, symbol) } else { Vec::new() };
    let code = if outline.is_empty() { view.code(symbol) } else { None };
    Ok(Response {
        symbol: record(graph, symbol),
        doc: graph.doc(symbol).to_owned(),
        code,
        outline,
        lines_left_out: 0,
        caller_count: callers.len(),
        callers: callers.iter().take(request.limit).map(|edge| relation(graph, edge.from, edge)).collect(),
        callee_count: callees.len(),
        callees: callees.iter().take(request.limit).map(|edge| relation(graph, edge.to, edge)).collect(),
        members,
        mention_count: mentions.len(),
        mentioned_in: mentions
            .iter()
            .take(request.limit)
            .map(|edge| relation(graph, edge.from, edge))
            .collect(),
        also: others(graph, &found),
        index: view.freshness(),
    })
}

fn outlined(graph: &Graph<'_>, file: SymbolId) -> Vec<OutlineLine> {
    let lines = outline::file(graph, graph.file_of(file), None);
    // The doc of a key is its value, which its signature has.
    let doc = |symbol: SymbolId| match graph.kind(symbol) {
        Kind::Key => "",
        _ => graph.doc(symbol).lines().next().unwrap_or_default().trim(),
    };
    (file + 1)
        .following()
        .zip(lines)
        .map(|(at, symbol)| OutlineLine { symbol, doc: doc(at).to_owned() })
        .collect()
}
