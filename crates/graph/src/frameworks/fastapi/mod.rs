//! `FastAPI` and Starlette: routers with prefixes, dependencies, middleware and background tasks.

use super::call::{Call, Value};
use super::project::Project;
use super::web::{Layer, RouteDeclaration, Router, Routing, method_named, template};
use super::{Contributions, FilterKind, Framework, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const FASTAPI: Framework = Framework { name: "fastapi", languages: &["python"], applies, model };

/// Functions that declare what a handler needs.
const DEPENDS: [&str; 2] = ["Depends", "Security"];
/// How deep dependencies of dependencies are followed.
const DEEPEST: usize = 6;

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
    let mut calls: Vec<Call<'_>> = Vec::new();
    for file in project.files_in("python") {
        calls.extend(project.calls_named(file, &names));
    }
    let dependencies = Dependencies::new(project, &calls);
    dependencies.inject(project, out);
    let mut routing = Routing::default();
    for call in &calls {
        read(project, call, &dependencies, &mut routing, out);
    }
    routing.finish(project, out);
}

/// The dependencies that functions declare: `Depends(f)` among their parameters.
struct Dependencies {
    of: FxHashMap<SymbolId, Vec<(SymbolId, u32, u32)>>,
}

impl Dependencies {
    fn new(project: &Project<'_, '_>, calls: &[Call<'_>]) -> Dependencies {
        let mut of: FxHashMap<SymbolId, Vec<(SymbolId, u32, u32)>> = FxHashMap::default();
        for call in calls.iter().filter(|call| DEPENDS.contains(&call.name())) {
            let Some(needed) = call.first().filter(|value| value.kind() == ArgumentKind::Name) else {
                continue;
            };
            if let Some(symbol) = runs(project, call, needed.text()) {
                of.entry(project.scope_of(call)).or_default().push((symbol, call.line(), call.number));
            }
        }
        Dependencies { of }
    }

    /// Adds an edge from each function to what it is given.
    fn inject(&self, project: &Project<'_, '_>, out: &mut Contributions) {
        let mut all: Vec<_> = self.of.iter().collect();
        all.sort_unstable_by_key(|(symbol, _)| **symbol);
        for (symbol, needed) in all {
            if !project.kind(*symbol).is_callable() {
                continue;
            }
            for (to, line, number) in needed {
                let hop = Hop::new(*symbol, *to, EdgeKind::Inject, Resolution::Exact, *line, Some(*number));
                out.hop(hop, "");
            }
        }
    }

    /// What runs before a function: its dependencies, each after its own dependencies.
    fn before(&self, project: &Project<'_, '_>, symbol: SymbolId) -> Vec<Layer> {
        let mut layers = Vec::new();
        self.collect(project, symbol, DEEPEST, &mut layers);
        layers
    }

    fn collect(&self, project: &Project<'_, '_>, symbol: SymbolId, steps: usize, layers: &mut Vec<Layer>) {
        if steps == 0 {
            return;
        }
        for (needed, line, _) in self.of.get(&symbol).into_iter().flatten() {
            if layers.iter().any(|one| one.symbol == Some(*needed)) {
                continue;
            }
            self.collect(project, *needed, steps - 1, layers);
            layers.push(Layer {
                kind: FilterKind::Before,
                name: project.qualified(*needed, "."),
                symbol: Some(*needed),
                file: project.file_of(symbol),
                line: *line,
            });
        }
    }
}

/// The code that runs when a name is called: a function, or a class's constructor or `__call__`.
fn runs(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Option<SymbolId> {
    let thing = project.thing_at(call, chain)?;
    if project.is_type(thing) {
        return project.method(thing, "__init__").or(Some(thing));
    }
    if project.kind(thing).is_callable() {
        return Some(thing);
    }
    let crate::link::eval::Value::Instance(of) = project.value_at(call, chain) else { return None };
    project.method(of, "__call__")
}

fn read<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    dependencies: &Dependencies,
    routing: &mut Routing,
    out: &mut Contributions,
) {
    match call.name() {
        "APIRouter" | "FastAPI" => {
            let Some(router) = project.stored_in(call) else { return };
            let prefix = call.keyword("prefix").and_then(|value| value.literal()).unwrap_or_default();
            routing.prefix(router, &template(prefix));
            add_layers(project, call, router, routing);
        }
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
    let Some(path) = call.first().or_else(|| call.keyword("path")).and_then(|value| value.literal()) else {
        return;
    };
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

fn mount(project: &Project<'_, '_>, call: &Call<'_>, routing: &mut Routing) {
    let arguments: Vec<Value<'_>> = call.positional().collect();
    let text = arguments.iter().find_map(Value::literal);
    let prefix = call.keyword("prefix").and_then(|value| value.literal()).or(text).unwrap_or_default();
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
