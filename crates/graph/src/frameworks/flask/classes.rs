//! Classes with a method for each HTTP method, as Flask-RESTX, Flask-RESTful and Flask-Smorest have them,
//! and the groups of routes that these add.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::{RouteDeclaration, Router, Routing, template};
use super::decorators;
use crate::ids::SymbolId;

/// Calls of these libraries.
pub(super) const NAMES: [&str; 4] = ["Namespace", "Api", "add_namespace", "add_resource"];

/// Reads one of the calls.
pub(super) fn read(project: &Project<'_, '_>, call: &Call<'_>, routing: &mut Routing) {
    let text = |name: &str| call.keyword(name).and_then(|value| value.literal());
    match call.name() {
        "Namespace" => {
            let name = call.first().and_then(|value| value.literal()).unwrap_or_default();
            let path = text("path").map_or_else(|| format!("/{name}"), template);
            if let Some(router) = project.stored_in(call) {
                routing.prefix(router, &path);
            }
        }
        "Api" => {
            let parent = call.first().and_then(|value| project.router_at(call, value.text()));
            if let (Some(router), Some(parent)) = (project.stored_in(call), parent) {
                routing.mount(
                    router,
                    Some(parent),
                    &template(text("prefix").unwrap_or_default()),
                    Vec::new(),
                );
            }
        }
        "add_namespace" => {
            let child = call.first().and_then(|value| project.router_at(call, value.text()));
            let Some(child) = child else { return };
            let path = text("path").or_else(|| call.positional().nth(1)?.literal());
            if path.is_some() {
                // The path of a registration replaces that of the namespace.
                routing.prefix(child, "");
            }
            let parent = project.router_at(call, call.receiver());
            routing.mount(child, parent, &template(path.unwrap_or_default()), Vec::new());
        }
        _ => {
            let mut arguments = call.positional();
            let Some(class) = arguments.next().and_then(|value| project.thing_at(call, value.text())) else {
                return;
            };
            let paths: Vec<&str> = arguments.filter_map(|value| value.literal()).collect();
            let router = project.router_at(call, call.receiver());
            serve(project, call, router, &paths, class, routing);
        }
    }
}

/// Adds the routes of a class of which the methods are named for HTTP methods.
pub(super) fn serve(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    router: Option<Router>,
    paths: &[&str],
    class: SymbolId,
    routing: &mut Routing,
) {
    let paths = if paths.is_empty() { &[""][..] } else { paths };
    for (verb, method) in super::super::web::METHODS {
        let Some(handler) = project.method(class, verb).filter(|_| verb != "all") else { continue };
        let mut layers = decorators(project, class, call.number);
        layers.extend(decorators(project, handler, 0));
        for path in paths {
            routing.route(RouteDeclaration {
                router,
                method: method.to_owned(),
                path: template(path),
                handler: project.handler(handler),
                layers: layers.clone(),
                file: call.file,
                line: call.line(),
            });
        }
    }
}
