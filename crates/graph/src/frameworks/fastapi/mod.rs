//! `FastAPI` and Starlette: routers with prefixes, dependencies, middleware and background tasks.

mod dependencies;

use super::call::{Call, Value};
use super::project::Project;
use super::web::{Layer, RouteDeclaration, Router, Routing, method_named, template};
use super::{Contributions, FilterKind, Framework, Hop};
use crate::model::{EdgeKind, Resolution};
use dependencies::{Dependencies, runs};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

pub(super) const FASTAPI: Framework = Framework { name: "fastapi", languages: &["python"], applies, model };

/// Functions that declare what a handler needs.
const DEPENDS: [&str; 2] = ["Depends", "Security"];
/// Types whose objects are routers.
const ROUTERS: [&str; 4] = ["APIRouter", "FastAPI", "fastapi.APIRouter", "fastapi.FastAPI"];

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("fastapi") || project.imports("starlette")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> = [
        "APIRouter",
        "FastAPI",
        "include_router",
        "mount",
        "middleware",
        "add_middleware",
        "add_api_route",
        "api_route",
        "websocket",
        "add_task",
    ]
    .map(hash_name)
    .into_iter()
    .collect();
    names.extend(super::web::METHODS.iter().map(|(name, _)| hash_name(name)));
    names.extend(DEPENDS.map(hash_name));
    let own = own_routers(project);
    names.extend(&own);
    let mut calls: Vec<Call<'_>> = Vec::new();
    for file in project.files_in("python") {
        calls.extend(project.calls_named(file, &names));
    }
    let dependencies = Dependencies::new(project, &calls);
    dependencies.inject(project, out);
    // Prefixes contain their slashes: `/orders` and `/` are `/orders/`.
    let mut routing = Routing::verbatim();
    for call in &calls {
        if ROUTERS.contains(&call.name()) || own.contains(&hash_name(call.name())) {
            make(project, call, &mut routing);
        } else {
            read(project, call, &dependencies, &mut routing, out);
        }
    }
    routing.finish(project, out);
}

/// The names of the repository's own types of routers.
fn own_routers(project: &Project<'_, '_>) -> FxHashSet<u64> {
    let mut names = FxHashSet::default();
    for file in project.files_in("python") {
        let types = project.symbols_in(file).filter(|one| project.kind(*one).is_type());
        let routers = types.filter(|one| project.is_a(*one, &ROUTERS));
        names.extend(routers.map(|one| hash_name(project.name(one))));
    }
    names
}

/// `router = APIRouter(prefix="/orders", dependencies=[Depends(check)])`.
fn make<'a>(project: &Project<'_, 'a>, call: &Call<'a>, routing: &mut Routing) {
    let Some(router) = project.stored_in(call) else { return };
    let prefix = call.keyword("prefix").and_then(|value| project.text_at(call, &value)).unwrap_or_default();
    routing.prefix(router, &template(prefix));
    // A type of routers of the repository can add dependencies of its own.
    let class = project.thing_at(call, call.name()).filter(|one| project.is_type(*one));
    if let Some(init) = class.and_then(|class| project.method(class, "__init__")) {
        let names: FxHashSet<u64> = [hash_name("__init__")].into_iter().collect();
        let file = project.file_of(init);
        let inits = project.calls_named(file, &names).filter(|one| project.scope_of(one) == init);
        for one in inits {
            add_layers(project, &one, router, routing);
        }
    }
    add_layers(project, call, router, routing);
}

fn read<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    dependencies: &Dependencies,
    routing: &mut Routing,
    out: &mut Contributions,
) {
    match call.name() {
        "include_router" | "mount" => mount(project, call, routing),
        "middleware" | "add_middleware" => {
            let Some(router) = project.router_at(call, call.receiver()) else { return };
            let symbol = if call.is_decorator() {
                Some(project.scope_of(call))
            } else {
                let class = call.first().and_then(|value| project.thing_at(call, value.text()));
                class.map(|class| project.method(class, "dispatch").unwrap_or(class))
            };
            let written = call.first().map(|value| value.text()).unwrap_or_default();
            let name = symbol.map_or_else(|| written.to_owned(), |one| project.qualified(one, "."));
            let (file, line) = (call.file, call.line());
            routing.filter(router, Layer { kind: FilterKind::Around, name, symbol, file, line });
        }
        "add_task" => {
            let task = call.first().and_then(|value| project.thing_at(call, value.text()));
            if let Some(task) = task.filter(|one| project.kind(*one).is_callable()) {
                let from = project.scope_of(call);
                let hop =
                    Hop::new(from, task, EdgeKind::Async, Resolution::Exact, call.line(), Some(call.number));
                out.hop(hop, "");
            }
        }
        name if call.is_decorator() || name == "add_api_route" => route(project, call, dependencies, routing),
        _ => {}
    }
}

fn route<'a>(project: &Project<'_, 'a>, call: &Call<'a>, dependencies: &Dependencies, routing: &mut Routing) {
    let path = call.first().or_else(|| call.keyword("path"));
    let Some(path) = path.and_then(|value| project.text_at(call, &value)) else { return };
    let handler = if call.is_decorator() {
        Some(project.scope_of(call))
    } else {
        call.positional().nth(1).and_then(|value| project.thing_at(call, value.text()))
    };
    let Some(handler) = handler else { return };
    let methods = match (method_named(call.name()), call.name()) {
        (Some(method), _) => vec![method.to_owned()],
        (None, "websocket") => vec!["GET".to_owned()],
        _ => {
            let listed = call.keyword("methods").map(|value| value.literals()).unwrap_or_default();
            if listed.is_empty() {
                vec!["GET".to_owned()]
            } else {
                listed.iter().map(|one| one.to_uppercase()).collect()
            }
        }
    };
    let router = project.router_at(call, call.receiver());
    let mut layers: Vec<Layer> = listed_dependencies(project, call);
    layers.extend(dependencies.before(project, handler));
    for method in methods {
        routing.route(RouteDeclaration {
            router,
            method,
            path: template(path),
            handler: project.handler(handler),
            layers: layers.clone(),
            file: call.file,
            line: call.line(),
        });
    }
}

fn mount<'a>(project: &Project<'_, 'a>, call: &Call<'a>, routing: &mut Routing) {
    let arguments: Vec<Value<'a>> = call.positional().collect();
    let text = arguments.iter().find_map(Value::literal);
    let named = call.keyword("prefix").and_then(|value| project.text_at(call, &value));
    let prefix = named.or(text).unwrap_or_default().trim_end_matches('/');
    let child = arguments.iter().find(|value| value.kind() == ArgumentKind::Name);
    let Some(child) = child.and_then(|value| project.router_at(call, value.text())) else { return };
    let parent = project.router_at(call, call.receiver());
    routing.mount(child, parent, &template(prefix), listed_dependencies(project, call));
}

fn add_layers(project: &Project<'_, '_>, call: &Call<'_>, router: Router, routing: &mut Routing) {
    for layer in listed_dependencies(project, call) {
        routing.filter(router, layer);
    }
}

/// `dependencies=[Depends(verify_token)]`: the calls in the list are arguments of the call.
fn listed_dependencies(project: &Project<'_, '_>, call: &Call<'_>) -> Vec<Layer> {
    if call.keyword("dependencies").is_none() {
        return Vec::new();
    }
    let names: FxHashSet<u64> = DEPENDS.map(hash_name).into_iter().collect();
    let nested = project.calls_named(call.file, &names).filter(|one| one.site.enclosing == Some(call.number));
    nested
        .filter_map(|one| {
            let chain = one.first()?.text();
            let symbol = runs(project, &one, chain);
            let name = symbol.map_or_else(|| chain.to_owned(), |found| project.qualified(found, "."));
            Some(Layer { kind: FilterKind::Before, name, symbol, file: one.file, line: one.line() })
        })
        .collect()
}
