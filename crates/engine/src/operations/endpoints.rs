//! `endpoints`: routes, jobs, commands, tasks and events, with their handlers.

use crate::{EngineError, View};
use fathom_graph::frameworks::{self, EndpointKind};
use fathom_protocol::endpoints::{Endpoint, Kind, Request, Response};

/// Lists entry points.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let models = view.graph.models();
    let query = request.query.as_deref().unwrap_or_default().trim().to_lowercase();
    let mut endpoints: Vec<Endpoint> = models.endpoints.iter().map(|one| endpoint(view, one)).collect();
    endpoints.retain(|one| {
        let fits = || {
            let text = format!("{} {} {}", one.method, one.path, one.handler).to_lowercase();
            text.contains(&query)
        };
        request.kind.is_none_or(|kind| one.kind == kind) && (query.is_empty() || fits())
    });
    endpoints.sort_by_key(|one| place(one.kind));
    let total = endpoints.len();
    endpoints.truncate(request.limit.unwrap_or(usize::MAX));
    Ok(Response { endpoints, total, frameworks: models.frameworks.clone(), index: view.state() })
}

/// An entry point as the protocol describes it.
pub(crate) fn endpoint(view: &View<'_>, one: &frameworks::Endpoint) -> Endpoint {
    let graph = view.graph;
    Endpoint {
        kind: kind(one.kind),
        method: one.method.clone(),
        path: one.path.clone(),
        handler: one.handler.clone(),
        node: one.symbol.or(one.owner).map(|symbol| graph.id(symbol)).unwrap_or_default(),
        source_path: graph.files().get(one.file.index()).map_or("", |file| file.path).to_owned(),
        line: one.line,
    }
}

fn kind(kind: EndpointKind) -> Kind {
    match kind {
        EndpointKind::Route => Kind::Route,
        EndpointKind::Job => Kind::Job,
        EndpointKind::Command => Kind::Command,
        EndpointKind::Task => Kind::Task,
        EndpointKind::Event => Kind::Event,
    }
}

fn place(kind: Kind) -> usize {
    Kind::ALL.iter().position(|one| *one == kind).unwrap_or(Kind::ALL.len())
}
