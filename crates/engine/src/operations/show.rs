//! `show`: a symbol with its source, its callers and what it calls.

use super::{RelationRecord, SymbolRecord, named, others, record, relation};
use crate::{EngineError, Freshness, View};
use fathom_graph::{Edge, EdgeKind};
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
    /// Its lines as they are in the file now; absent if the file is gone.
    pub code: Option<String>,
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
    /// Others the name could mean.
    pub also: Vec<String>,
    /// Which state of the repository this is.
    pub index: Freshness,
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
    Ok(Response {
        symbol: record(graph, symbol),
        doc: graph.doc(symbol).to_owned(),
        code: view.code(symbol),
        caller_count: callers.len(),
        callers: callers.iter().take(request.limit).map(|edge| relation(graph, edge.from, edge)).collect(),
        callee_count: callees.len(),
        callees: callees.iter().take(request.limit).map(|edge| relation(graph, edge.to, edge)).collect(),
        members,
        mentioned_in: mentions
            .iter()
            .take(request.limit)
            .map(|edge| relation(graph, edge.from, edge))
            .collect(),
        also: others(graph, &found),
        index: view.freshness.clone(),
    })
}
