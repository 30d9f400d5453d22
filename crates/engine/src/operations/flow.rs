//! `flow`: what an entry point runs, in execution order.
//!
//! An entry point leads to a handler ([`super::entry`]). Around it run filters, below it the calls
//! of its body in the order in which straight code runs them, with what frameworks run because of
//! them: callbacks, jobs, transitions ([`walk`]). Conditions are read from the source
//! ([`conditions`]), calls that leave the repository are named ([`externals`]).

mod conditions;
mod diagram;
mod externals;
mod walk;

use super::entry::{self, Entry};
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_graph::frameworks;
use fathom_protocol::flow::{
    DEFAULT_DEPTH, Edge, Filter, FilterKind, Format, MAX_STEPS, Node, Request, Response, StepKind,
};
use rustc_hash::FxHashSet;
use walk::Walk;

/// Follows an entry point.
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
/// use fathom_engine::operations::flow;
/// use fathom_protocol::flow::Request;
///
/// let request = Request { entry: "send".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| flow::run(view, &request))?;
/// assert_eq!(answer.chain[1].node, "upload.py::retry_upload");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    if request.entry.trim().is_empty() {
        return Err(EngineError::Request(
            "the entry is empty; give a route, such as `GET /orders/:id`, or a symbol, such as `Class#method`"
                .into(),
        ));
    }
    let mut response = Response { entry: request.entry.clone(), index: view.state(), ..Response::default() };
    let entry = match entry::find(view, &request.entry) {
        Ok(entry) => entry,
        Err(EngineError::NoSuchSymbol { .. }) => {
            response.notes.push(missing(view, request.entry.trim()));
            return Ok(response);
        }
        Err(error) => return Err(error),
    };
    response.found = true;
    if let Some(endpoint) = entry.endpoint {
        response.method.clone_from(&endpoint.method);
        response.path.clone_from(&endpoint.path);
        response.handler.clone_from(&endpoint.handler);
    }
    if !entry.alternatives.is_empty() {
        response.notes.push(format!("it can also mean {}", entry.alternatives.join(", ")));
    }
    let Some(handler) = entry.symbol else {
        response.notes.push(format!("`{}` is not in this repository", response.handler));
        return Ok(response);
    };
    response.handler = view.graph.id(handler);
    add_filters(view, &entry, handler, &mut response);
    let depth = request.max_depth.unwrap_or(DEFAULT_DEPTH);
    let walk = Walk::new(view, handler, depth);
    if walk.is_cut {
        response.notes.push(format!(
            "the deepest calls are left out: {MAX_STEPS} steps are shown; a smaller max_depth or an entry further \
             down shows less at once"
        ));
    }
    walk.write(&mut response);
    response.mermaid = match request.format.unwrap_or(Format::Json) {
        Format::Json => None,
        Format::Mermaid => Some(diagram::flowchart(&response)),
        Format::Sequence => Some(diagram::sequence(&response)),
    };
    Ok(response)
}

fn missing(view: &View<'_>, entry: &str) -> String {
    let models = view.graph.models();
    match entry::address(entry) {
        Some(_) if models.endpoints.is_empty() => {
            format!("no route matches `{entry}`: no routes are known in this repository")
        }
        Some(_) => format!("no route matches `{entry}`; `fathom endpoints` lists all"),
        None => format!("no entry point and no symbol is called `{entry}`"),
    }
}

/// Adds the filters of a handler in the order in which they run.
fn add_filters(view: &View<'_>, entry: &Entry<'_>, handler: SymbolId, response: &mut Response) {
    let graph = view.graph;
    let models = graph.models();
    let owner = entry.endpoint.and_then(|one| one.owner).or_else(|| graph.container(handler));
    let name = match entry.endpoint {
        Some(endpoint) => endpoint.handler.rsplit(['#', '.']).next().unwrap_or_default().to_owned(),
        None => graph.name(handler).to_owned(),
    };
    let of_type = owner.map(|owner| models.filters_of(owner)).unwrap_or_default();
    let of_handler = models.filters_of(handler);
    let both = if owner == Some(handler) { &[][..] } else { of_handler };
    let mut nodes: FxHashSet<String> = FxHashSet::default();
    for filter in of_type.iter().filter(|filter| filter.applies_to(&name)).chain(both) {
        let path = graph.files().get(filter.file.index()).map_or("", |file| file.path);
        let place = (path.to_owned(), filter.line);
        response.filters.push(Filter {
            name: filter.name.clone(),
            kind: kind(filter.kind),
            source_path: place.0.clone(),
            line: place.1,
            condition: (!filter.condition.is_empty()).then(|| filter.condition.clone()),
        });
        let (id, name, at) = match filter.symbol {
            Some(symbol) => {
                let at = (graph.path(symbol).to_owned(), graph.definition(symbol).line);
                (graph.id(symbol), graph.qualified_name(symbol), at)
            }
            None => (format!("{}:{} {}", place.0, place.1, filter.name), filter.name.clone(), place),
        };
        if nodes.insert(id.clone()) {
            let node = Node { id: id.clone(), name, kind: "filter".to_owned(), path: at.0, line: at.1 };
            response.nodes.push(node);
        }
        let edge =
            Edge { from: response.handler.clone(), to: id, kind: StepKind::Callback, line: filter.line };
        response.edges.push(edge);
    }
}

fn kind(kind: frameworks::FilterKind) -> FilterKind {
    match kind {
        frameworks::FilterKind::Before => FilterKind::Before,
        frameworks::FilterKind::Around => FilterKind::Around,
        frameworks::FilterKind::After => FilterKind::After,
    }
}
