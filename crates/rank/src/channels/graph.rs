//! Structure: the neighbours of what matched, in the graph.

use crate::pool::{Pool, Signal, is_answer};
use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_syntax::Kind;
use rustc_hash::FxHashMap;

/// Candidates whose neighbours are visited.
const CENTRES: usize = 60;
/// Callers of one centre that are visited; a hub has thousands.
const CALLERS: usize = 48;
/// Members of one type that are visited.
const MEMBERS: usize = 80;
/// Share of its weight that a symbol keeps in one step of the walk.
const STAY: f32 = 0.5;

/// One step around the best candidates, one signal for each kind of step.
pub(crate) fn neighbours(graph: &Graph<'_>, pool: &mut Pool) {
    for (centre, score) in pool.best(graph, CENTRES) {
        step(graph, centre, score, &mut |to, signal, part, line, kind| {
            pool.add(to, signal, part, centre, line, kind);
        });
    }
}

/// Two steps of a random walk from the candidates. Symbols that many paths reach are central to the
/// task.
pub(crate) fn walk(graph: &Graph<'_>, pool: &mut Pool) {
    let mut weights: FxHashMap<SymbolId, f32> = FxHashMap::default();
    let mut wave = pool.best(graph, CENTRES);
    for round in 0..2 {
        let mut next: FxHashMap<SymbolId, f32> = FxHashMap::default();
        for (centre, score) in &wave {
            step(graph, *centre, *score * STAY, &mut |to, _, part, _, _| {
                *next.entry(to).or_default() += part;
            });
        }
        let mut sorted: Vec<(SymbolId, f32)> = next.into_iter().collect();
        sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for (symbol, part) in &sorted {
            *weights.entry(*symbol).or_default() += part;
        }
        sorted.truncate(CENTRES * (2 - round));
        wave = sorted;
    }
    let mut weights: Vec<(SymbolId, f32)> = weights.into_iter().collect();
    weights.sort_unstable_by_key(|(symbol, _)| *symbol);
    for (symbol, weight) in weights {
        if pool.get(symbol).is_some() {
            pool.row(symbol).signals[Signal::Walk as usize] = weight;
        }
    }
}

type Visit<'v> = &'v mut dyn FnMut(SymbolId, Signal, f32, u32, Option<EdgeKind>);

/// Passes a centre's score on to its neighbours; the more neighbours, the less each gets.
fn step(graph: &Graph<'_>, centre: SymbolId, score: f32, visit: Visit<'_>) {
    if let Some(container) = graph.container(centre)
        && graph.kind(container).is_type()
        && is_answer(graph, container)
    {
        visit(container, Signal::Owner, score, 0, None);
    }
    if graph.kind(centre).is_type() {
        let members: Vec<SymbolId> = graph
            .children(centre)
            .filter(|child| is_answer(graph, *child) && graph.kind(*child) != Kind::Variable)
            .take(MEMBERS)
            .collect();
        let share = score / (1.0 + members.len() as f32).sqrt();
        for member in members {
            visit(member, Signal::Member, share, 0, None);
        }
    }
    let out: Vec<&Edge> = graph.outgoing(centre).iter().filter(|edge| is_answer(graph, edge.to)).collect();
    let degree = (1.0 + out.len() as f32).ln().max(1.0);
    for edge in out {
        if let Some((signal, weight)) = outward(edge.kind()) {
            let part = score * weight * edge.confidence() / degree;
            visit(edge.to, signal, part, edge.line, Some(edge.kind()));
        }
    }
    let incoming: Vec<&Edge> =
        graph.incoming(centre).filter(|edge| is_answer(graph, edge.from)).take(CALLERS).collect();
    let degree = (1.0 + incoming.len() as f32).ln().max(1.0);
    for edge in incoming {
        if let Some((signal, weight)) = inward(edge.kind()) {
            let part = score * weight * edge.confidence() / degree;
            visit(edge.from, signal, part, edge.line, Some(edge.kind()));
        }
    }
}

fn outward(kind: EdgeKind) -> Option<(Signal, f32)> {
    match kind {
        EdgeKind::Call | EdgeKind::New | EdgeKind::Decorate => Some((Signal::Callee, 1.0)),
        EdgeKind::Read => Some((Signal::Callee, 0.5)),
        EdgeKind::Type => Some((Signal::Typed, 1.0)),
        EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes | EdgeKind::Overrides => {
            Some((Signal::Kin, 1.0))
        }
        // The ranker was trained without framework edges.
        _ => None,
    }
}

fn inward(kind: EdgeKind) -> Option<(Signal, f32)> {
    match kind {
        EdgeKind::Call | EdgeKind::New | EdgeKind::Decorate => Some((Signal::Caller, 1.0)),
        EdgeKind::Read | EdgeKind::Type => Some((Signal::Caller, 0.5)),
        EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes | EdgeKind::Overrides => {
            Some((Signal::Kin, 0.8))
        }
        _ => None,
    }
}
