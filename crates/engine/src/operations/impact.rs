//! `impact`: what depends on a symbol, a file or a diff.

use super::entry::is_inside;
use super::{diff, edge_type, endpoints, entry, named, resolution, unresolved};
use crate::{EngineError, View};
use fathom_graph::frameworks::Endpoint;
use fathom_graph::{EdgeKind, Graph, SymbolId, UnresolvedCall, impact, unresolved_calls_named};
use fathom_protocol::Change;
use fathom_protocol::impact::{DEFAULT_DEPTH, DEFAULT_LIMIT, EntryPoint, Impacted, Request, Response};
use fathom_syntax::Flags;
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds what depends on a change.
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
/// use fathom_engine::operations::impact;
/// use fathom_protocol::impact::Request;
///
/// let request = Request { node: "retry_upload".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| impact::run(view, &request))?;
/// assert_eq!(answer.impacted[0].node, "upload.py::send");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = view.graph;
    let mut alternatives = Vec::new();
    let mut notes = Vec::new();
    let is_named = request.change == Change::default();
    let (ids, changed) = if is_named {
        if request.node.trim().is_empty() {
            return Err(EngineError::Request(
                "nothing was given; name a symbol or a file, or give files, a diff, a branch or the staged changes"
                    .into(),
            ));
        }
        let declared = entry::declared(view, &request.node).and_then(|entry| entry.symbol);
        let meaning = match declared {
            Some(handler) => named::Meaning::of(handler),
            None => named::meaning(view, &request.node)?,
        };
        let overloads: Vec<String> = meaning.overloads.iter().map(|symbol| graph.id(*symbol)).collect();
        alternatives = meaning.alternatives.into_iter().filter(|id| !overloads.contains(id)).collect();
        // Overloads change together, as one node; what only shares the name does not change.
        (vec![graph.id(meaning.symbol)], meaning.overloads)
    } else {
        let (touched, more) = diff::touched_by_change(view, &request.change)?;
        notes.extend(more);
        (touched.iter().map(|symbol| graph.id(*symbol)).collect(), touched)
    };
    let start = |symbol: SymbolId| match &ids[..] {
        [only] => only.clone(),
        _ => graph.id(symbol),
    };
    let kind = match &request.edge_type {
        None => None,
        Some(word) => Some(EdgeKind::from_word(word).ok_or_else(|| {
            let known: Vec<&str> = EdgeKind::ALL.iter().map(|kind| kind.word()).collect();
            EngineError::Request(format!("`{word}` is not a type of edge; types are {}", known.join(", ")))
        })?),
    };
    let options = impact::Options {
        depth: request.max_depth.unwrap_or(DEFAULT_DEPTH),
        kind,
        ..impact::Options::default()
    };
    view.check_wanted()?;
    let mut found = impact::impact(graph, &changed, &options);
    view.check_wanted()?;
    let is_test = |symbol: SymbolId| graph.flags(symbol).has(Flags::TEST);
    found.sort_by_key(|one| (one.depth, is_test(one.symbol)));
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let tests: Vec<SymbolId> = found
        .iter()
        .map(|one| one.symbol)
        .filter(|symbol| is_test(*symbol) && graph.kind(*symbol).is_callable())
        .collect();
    let mut entry_points = entry_points(view, &changed, &found);
    let total_entry_points = entry_points.len();
    entry_points.truncate(limit);
    let impacted = found
        .iter()
        .take(limit)
        .map(|one| Impacted {
            node: graph.id(one.symbol),
            name: graph.qualified_name(one.symbol),
            depth: one.depth,
            edge_type: edge_type(one.edge.kind()),
            resolution: resolution(one.edge.resolution()),
            confidence: one.confidence,
            via: graph.id(one.via),
            parent: if one.depth == 1 { start(one.parent) } else { graph.id(one.parent) },
            test: is_test(one.symbol),
            path: graph.path(one.edge.from).to_owned(),
            line: one.edge.line,
        })
        .collect();
    let unknown = unknown_calls(graph, &changed);
    Ok(Response {
        node: ids.join(", "),
        changed: ids,
        impacted,
        total: found.len(),
        total_tests: tests.len(),
        tests: tests.into_iter().take(limit).map(|symbol| graph.id(symbol)).collect(),
        entry_points,
        total_entry_points,
        alternatives,
        possibly_missing: unknown.len() as u32,
        unresolved: unresolved::listed(graph, &unknown),
        notes,
        index: view.state(),
    })
}

/// Entry points whose handlers change or depend on the change, nearest first.
fn entry_points(view: &View<'_>, changed: &[SymbolId], found: &[impact::Impacted]) -> Vec<EntryPoint> {
    let mut reached: FxHashMap<SymbolId, (u32, f32)> =
        changed.iter().map(|symbol| (*symbol, (0, 1.0))).collect();
    for one in found {
        reached.entry(one.symbol).or_insert((one.depth, one.confidence));
    }
    let mut points: Vec<EntryPoint> = Vec::new();
    for one in &view.graph.models().endpoints {
        let own = one.symbol.and_then(|symbol| reached.get(&symbol)).copied();
        let Some((depth, confidence)) = own.or_else(|| inherited(view.graph, one, &reached)) else {
            continue;
        };
        if !is_own(view.graph, one, &reached) {
            continue;
        }
        let endpoint = endpoints::endpoint(view, one);
        points.push(EntryPoint {
            kind: endpoint.kind,
            method: endpoint.method,
            path: endpoint.path,
            handler: endpoint.handler,
            depth,
            confidence,
        });
    }
    points.sort_by(|a, b| a.depth.cmp(&b.depth).then(b.confidence.total_cmp(&a.confidence)));
    points
}

/// How a handler that a framework's class defines leads to what was reached: through a step of its type.
fn inherited(
    graph: &Graph<'_>,
    one: &Endpoint,
    reached: &FxHashMap<SymbolId, (u32, f32)>,
) -> Option<(u32, f32)> {
    let changed = one.owner.filter(|_| one.symbol.is_none()).and_then(|owner| reached.get(&owner));
    if let Some(known) = changed.filter(|(depth, _)| *depth == 0) {
        return Some(*known);
    }
    let steps = graph.inherited_steps(one);
    let known = steps.iter().filter_map(|hop| reached.get(&hop.to));
    known.map(|(depth, sure)| (depth + 1, *sure)).min_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)))
}

/// Whether the handler of an entry point itself leads to what was reached: one without a name is only a
/// part of its symbol.
fn is_own(graph: &Graph<'_>, one: &Endpoint, reached: &FxHashMap<SymbolId, (u32, f32)>) -> bool {
    let (Some(symbol), Some(call)) = (one.symbol, graph.models().inline_call(one)) else { return true };
    let facts = graph.facts(symbol);
    reached.get(&symbol).is_some_and(|(depth, _)| *depth == 0)
        || graph
            .calls_in_order(symbol)
            .iter()
            .any(|(site, target)| reached.contains_key(&target.to) && is_inside(&facts, site, call))
}

/// Calls by the same names on receivers whose type is not known.
fn unknown_calls(graph: &Graph<'_>, changed: &[SymbolId]) -> Vec<UnresolvedCall> {
    let names: FxHashSet<u64> = changed
        .iter()
        .filter(|symbol| graph.kind(**symbol).is_callable())
        .map(|symbol| fathom_syntax::hash_name(graph.name(*symbol)))
        .collect();
    unresolved_calls_named(graph, &names)
}
