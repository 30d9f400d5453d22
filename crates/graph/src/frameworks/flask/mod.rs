//! Flask: routes of applications and blueprints, their hooks, and commands of `flask`.

mod classes;

use super::call::Call;
use super::project::Project;
use super::web::{Handler, Layer, RouteDeclaration, Router, Routing, method_named, passed, template};
use super::{Contributions, Endpoint, EndpointKind, FilterKind, Framework};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

pub(super) const FLASK: Framework = Framework { name: "flask", languages: &["python"], applies, model };

/// Calls that make a group of routes.
const MAKERS: [&str; 2] = ["Blueprint", "Namespace"];
/// Decorators that run a function around requests.
const HOOKS: [(&str, FilterKind, bool); 6] = [
    ("before_request", FilterKind::Before, false),
    ("before_app_request", FilterKind::Before, true),
    ("after_request", FilterKind::After, false),
    ("after_app_request", FilterKind::After, true),
    ("teardown_request", FilterKind::After, false),
    ("url_value_preprocessor", FilterKind::Before, false),
];

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("flask") || project.imports("quart")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> = ["route", "register_blueprint", "add_url_rule", "command"]
        .into_iter()
        .chain(classes::NAMES)
        .chain(MAKERS)
        .map(hash_name)
        .collect();
    names.extend(super::web::METHODS.iter().map(|(name, _)| hash_name(name)));
    names.extend(HOOKS.iter().map(|(name, _, _)| hash_name(name)));
    let mut routing = Routing::default();
    let mut calls: Vec<Call<'_>> = Vec::new();
    for file in project.files_in("python") {
        calls.extend(project.calls_named(file, &names));
    }
    // A registration can replace the prefix of a blueprint, wherever that is made.
    let (made, others): (Vec<&Call<'_>>, Vec<&Call<'_>>) =
        calls.iter().partition(|call| MAKERS.contains(&call.name()));
    for call in made.into_iter().chain(others) {
        read(project, call, &mut routing, out);
    }
    let wrappers = wrappers(project, &calls);
    for file in project.files_in("python").filter(|_| !wrappers.is_empty()) {
        for call in project.calls_named(file, &wrappers) {
            add_wrapped(project, &call, &mut routing);
        }
    }
    passed::add(project, "python", &mut routing);
    routing.finish(project, out);
}

fn read<'a>(project: &Project<'_, 'a>, call: &Call<'a>, routing: &mut Routing, out: &mut Contributions) {
    match call.name() {
        "Blueprint" => {
            let prefix = call.keyword("url_prefix").and_then(|value| value.literal()).unwrap_or_default();
            if let Some(router) = project.stored_in(call) {
                routing.prefix(router, &template(prefix));
            }
        }
        "Namespace" | "Api" | "add_namespace" | "add_resource" => classes::read(project, call, routing),
        "register_blueprint" => mount(project, call, routing),
        "add_url_rule" => add_rule(project, call, routing),
        "command"
            if call.is_decorator()
                && call.receiver().rsplit_once('.').is_some_and(|(_, last)| last == "cli") =>
        {
            let handler = project.scope_of(call);
            let own = call.first().and_then(|value| value.literal());
            let name = own.map_or_else(|| project.name(handler).replace('_', "-"), str::to_owned);
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Command,
                method: String::new(),
                path: format!("flask {name}"),
                handler: project.qualified(handler, "."),
                symbol: Some(handler),
                owner: None,
                file: call.file,
                line: call.line(),
            });
        }
        "command" => {}
        _ if !call.is_decorator() => {}
        name => {
            let router = project.router_at(call, call.receiver());
            let handler = project.scope_of(call);
            if let Some((_, kind, _)) = HOOKS.iter().find(|(hook, _, _)| *hook == name) {
                if let Some(router) = router {
                    let layer = Layer {
                        kind: *kind,
                        name: project.name(handler).to_owned(),
                        symbol: Some(handler),
                        file: call.file,
                        line: call.line(),
                    };
                    routing.filter(router, layer);
                }
                return;
            }
            let texts = call.positional().map_while(|value| value.literal());
            if project.is_type(handler) && name == "route" {
                classes::serve(project, call, router, &texts.collect::<Vec<_>>(), handler, routing);
                return;
            }
            let Some(path) = call.first().and_then(|value| value.literal()) else { return };
            let methods = match method_named(name) {
                Some(method) => vec![method.to_owned()],
                None => methods(call),
            };
            let layers = decorators(project, handler, call.number);
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
    }
}

fn methods(call: &Call<'_>) -> Vec<String> {
    let listed = call.keyword("methods").map(|value| value.literals()).unwrap_or_default();
    if listed.is_empty() {
        vec!["GET".to_owned()]
    } else {
        listed.iter().map(|one| one.to_uppercase()).collect()
    }
}

/// Decorators that only describe a route.
const DESCRIBES: [&str; 9] = [
    "doc",
    "param",
    "response",
    "alt_response",
    "expect",
    "marshal_with",
    "marshal_list_with",
    "hide",
    "deprecated",
];

/// Decorators between a route's and its function run around it.
pub(super) fn decorators(project: &Project<'_, '_>, handler: crate::ids::SymbolId, route: u32) -> Vec<Layer> {
    let all = project.decorators_of(handler);
    let inner = all.iter().filter(|one| one.number > route && method_named(one.name()).is_none());
    inner
        .filter(|one| one.name() != "route" && !DESCRIBES.contains(&one.name()))
        .map(|one| {
            let chain = match one.receiver() {
                "" => one.name().to_owned(),
                receiver => format!("{receiver}.{}", one.name()),
            };
            Layer {
                kind: FilterKind::Before,
                name: one.name().to_owned(),
                symbol: project.thing_at(one, &chain).filter(|found| project.kind(*found).is_callable()),
                file: one.file,
                line: one.line(),
            }
        })
        .collect()
}

fn mount(project: &Project<'_, '_>, call: &Call<'_>, routing: &mut Routing) {
    let Some(child) = call.first().filter(|value| value.kind() == ArgumentKind::Name) else { return };
    let Some(child) = project.router_at(call, child.text()) else { return };
    let parent = project.router_at(call, call.receiver());
    let prefix = call.keyword("url_prefix").and_then(|value| value.literal());
    if let Some(prefix) = prefix {
        // The prefix of a registration replaces that of the blueprint.
        routing.prefix(child, "");
        routing.mount(child, parent, &template(prefix), Vec::new());
    } else {
        routing.mount(child, parent, "", Vec::new());
    }
}

fn add_rule(project: &Project<'_, '_>, call: &Call<'_>, routing: &mut Routing) {
    let Some(path) = call.first().and_then(|value| value.literal()) else { return };
    let view = call.keyword("view_func").or_else(|| call.positional().nth(2));
    let Some(view) = view.filter(|value| value.kind() == ArgumentKind::Name) else { return };
    let router = project.router_at(call, call.receiver());
    declare(project, call, router, &[path], view.text(), routing);
}

/// Functions of the application that add the rules they are given: their names.
fn wrappers(project: &Project<'_, '_>, calls: &[Call<'_>]) -> FxHashSet<u64> {
    let adds = calls.iter().filter(|call| call.name() == "add_url_rule");
    let given = adds.filter(|call| call.first().is_some_and(|value| value.kind() == ArgumentKind::Name));
    let around = given.map(|call| project.scope_of(call));
    around.filter(|one| project.kind(*one).is_callable()).map(|one| hash_name(project.name(one))).collect()
}

/// `register_view(blueprint, routes=["/orders"], view_func=Orders.as_view("orders"))`.
fn add_wrapped(project: &Project<'_, '_>, call: &Call<'_>, routing: &mut Routing) {
    let Some(view) = call.keyword("view_func").filter(|value| value.kind() == ArgumentKind::Name) else {
        return;
    };
    let router = call.positional().find(|value| value.kind() == ArgumentKind::Name);
    let router = router.and_then(|value| project.router_at(call, value.text()));
    let texts = call.arguments().flat_map(|value| value.literals());
    let paths: Vec<&str> = texts.filter(|text| text.starts_with('/')).collect();
    declare(project, call, router, &paths, view.text(), routing);
}

/// Adds the routes of a view: a function, or a class with a method for each HTTP method.
fn declare(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    router: Option<Router>,
    paths: &[&str],
    view: &str,
    routing: &mut Routing,
) {
    let mut served: Vec<(String, Handler)> = Vec::new();
    if let Some(class) = view.strip_suffix(".as_view()") {
        let class = project.thing_at(call, class).filter(|one| project.is_type(*one));
        for (verb, method) in super::web::METHODS {
            if let Some(handler) = class.and_then(|class| project.method(class, verb)) {
                served.push((method.to_owned(), project.handler(handler)));
            }
        }
    } else {
        let handler = project.handler_at(call, view);
        served.extend(methods(call).into_iter().map(|method| (method, handler.clone())));
    }
    for path in paths {
        for (method, handler) in &served {
            routing.route(RouteDeclaration {
                router,
                method: method.clone(),
                path: template(path),
                handler: handler.clone(),
                layers: Vec::new(),
                file: call.file,
                line: call.line(),
            });
        }
    }
}
