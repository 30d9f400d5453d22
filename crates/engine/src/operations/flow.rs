//! `flow`: what happens behind an entry point, in execution order.
//!
//! The chain follows resolved calls in source order, depth first, so it reads
//! like the program runs. A symbol is expanded where it is reached first.

mod diagram;

use super::{kind, named};
use crate::{EngineError, View};
use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_protocol::flow::{
    DEFAULT_DEPTH, Edge as FlowEdge, Format, MAX_STEPS, Node, Request, Response, Step, StepKind,
};
use rustc_hash::FxHashSet;

/// Follows an entry point.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    if request.entry.trim().is_empty() {
        return Err(EngineError::Request("the entry is empty; give a symbol, such as `Class#method`".into()));
    }
    let mut response = Response { entry: request.entry.clone(), index: view.state(), ..Response::default() };
    let meaning = match named::meaning(view, &request.entry) {
        Ok(meaning) => meaning,
        Err(EngineError::NoSuchSymbol { .. }) => {
            response.notes.push(format!("no symbol is called `{}`", request.entry.trim()));
            return Ok(response);
        }
        Err(error) => return Err(error),
    };
    let graph = view.graph;
    let handler = meaning.symbol;
    response.found = true;
    response.handler = graph.id(handler);
    if !meaning.alternatives.is_empty() {
        response.notes.push(format!("the name can also mean {}", meaning.alternatives.join(", ")));
    }
    response.notes.push(
        "from the call graph alone: routes, filters, callbacks and jobs of frameworks are not modelled"
            .into(),
    );
    let mut walk = Walk {
        graph,
        depth: request.max_depth.unwrap_or(DEFAULT_DEPTH),
        response: &mut response,
        expanded: FxHashSet::default(),
        nodes: FxHashSet::default(),
        is_cut: false,
    };
    walk.follow(handler);
    if walk.is_cut {
        response.notes.push(format!("cut after {MAX_STEPS} steps; give a smaller max_depth"));
    }
    response.mermaid = match request.format.unwrap_or(Format::Json) {
        Format::Json => None,
        Format::Mermaid => Some(diagram::flowchart(&response)),
        Format::Sequence => Some(diagram::sequence(&response)),
    };
    Ok(response)
}

struct Walk<'w, 'i> {
    graph: &'w Graph<'i>,
    depth: u32,
    response: &'w mut Response,
    /// Symbols whose calls are in the chain.
    expanded: FxHashSet<SymbolId>,
    nodes: FxHashSet<SymbolId>,
    is_cut: bool,
}

impl Walk<'_, '_> {
    /// Appends a handler and everything it leads to. The stack holds the calls that are still to be
    /// followed, the next one last, so no chain is too deep.
    fn follow(&mut self, handler: SymbolId) {
        let definition = self.graph.definition(handler);
        let (path, line) = (self.graph.path(handler).to_owned(), definition.line);
        self.step(handler, 0, StepKind::Call, path, line);
        let mut stack: Vec<(Edge, u32)> = Vec::new();
        self.expand(handler, 0, &mut stack);
        while let Some((edge, depth)) = stack.pop() {
            if self.response.chain.len() >= MAX_STEPS {
                self.is_cut = true;
                return;
            }
            let path = self.graph.path(edge.from).to_owned();
            self.step(edge.to, depth, StepKind::Call, path, edge.line);
            self.response.edges.push(FlowEdge {
                from: self.graph.id(edge.from),
                to: self.graph.id(edge.to),
                kind: StepKind::Call,
                line: edge.line,
            });
            self.expand(edge.to, depth, &mut stack);
        }
    }

    fn step(&mut self, symbol: SymbolId, depth: u32, step: StepKind, path: String, line: u32) {
        let graph = self.graph;
        self.response.chain.push(Step {
            name: graph.qualified_name(symbol),
            node: graph.id(symbol),
            depth,
            kind: step,
            condition: None,
            path,
            line,
        });
        if self.nodes.insert(symbol) {
            self.response.nodes.push(Node {
                id: graph.id(symbol),
                name: graph.qualified_name(symbol),
                kind: kind(graph.kind(symbol)).word().to_owned(),
                path: graph.path(symbol).to_owned(),
                line: graph.definition(symbol).line,
            });
        }
    }

    /// Puts the calls of a symbol on the stack, unless they are in the chain already.
    fn expand(&mut self, symbol: SymbolId, depth: u32, stack: &mut Vec<(Edge, u32)>) {
        if depth >= self.depth || !self.expanded.insert(symbol) {
            return;
        }
        let is_call = |edge: &&Edge| matches!(edge.kind(), EdgeKind::Call | EdgeKind::New);
        let mut calls: Vec<&Edge> = self.graph.outgoing(symbol).iter().filter(is_call).collect();
        calls.sort_by_key(|edge| std::cmp::Reverse((edge.line, edge.to)));
        stack.extend(calls.into_iter().map(|edge| (*edge, depth + 1)));
    }
}
