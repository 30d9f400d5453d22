//! `NestJS`: controllers and their decorators, guards, scheduled methods, queues and events.

mod bus;
mod filters;
mod queues;

use super::call::Call;
use super::project::Project;
use super::web::{Layer, RouteDeclaration, Routing, join, template};
use super::{Contributions, Endpoint, EndpointKind, Framework, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const NEST: Framework =
    Framework { name: "nestjs", languages: &["typescript", "tsx"], applies, model };

const ROUTES: [(&str, &str); 8] = [
    ("Get", "GET"),
    ("Post", "POST"),
    ("Put", "PUT"),
    ("Patch", "PATCH"),
    ("Delete", "DELETE"),
    ("Head", "HEAD"),
    ("Options", "OPTIONS"),
    ("All", "ANY"),
];
/// Decorators of methods that something else than a request starts.
const STARTED: [(&str, EndpointKind); 8] = [
    ("Cron", EndpointKind::Task),
    ("Interval", EndpointKind::Task),
    ("Timeout", EndpointKind::Task),
    ("OnEvent", EndpointKind::Event),
    ("EventPattern", EndpointKind::Event),
    ("MessagePattern", EndpointKind::Event),
    ("SubscribeMessage", EndpointKind::Event),
    ("Command", EndpointKind::Command),
];

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("@nestjs/common")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> =
        ["setGlobalPrefix", "enableVersioning", "emit", "emitAsync", "Module", "apply"]
            .map(hash_name)
            .into_iter()
            .collect();
    names.extend(filters::global_names().map(hash_name));
    names.extend(ROUTES.iter().map(|(name, _)| hash_name(name)));
    names.extend(STARTED.iter().map(|(name, _)| hash_name(name)));
    let mut calls: Vec<Call<'_>> = Vec::new();
    for language in NEST.languages {
        for file in project.files_in(language) {
            calls.extend(project.calls_named(file, &names));
        }
    }
    let named = |name: &str| calls.iter().find(|call| call.name() == name);
    let prefix = named("setGlobalPrefix").and_then(|call| project.text_at(call, &call.first()?));
    let global = Global {
        prefix: prefix.unwrap_or_default(),
        version: named("enableVersioning").and_then(version_prefix),
        default_version: named("enableVersioning").and_then(|call| {
            let value = call.keyword("defaultVersion")?;
            value.literals().first().copied().or_else(|| project.text_at(call, &value))
        }),
        layers: calls.iter().flat_map(|call| filters::global(project, call)).collect(),
    };
    for call in &calls {
        provide(project, call, out);
    }
    let mut routing = Routing::default();
    let mut started: FxHashMap<String, Vec<SymbolId>> = FxHashMap::default();
    for call in calls.iter().filter(|call| call.is_decorator()) {
        if let Some((_, method)) = ROUTES.iter().find(|(name, _)| *name == call.name()) {
            route(project, call, method, &global, &mut routing);
        } else if let Some((_, kind)) = STARTED.iter().find(|(name, _)| *name == call.name()) {
            start(project, call, *kind, &mut started, out);
        }
    }
    routing.finish(project, out);
    for call in calls.iter().filter(|call| !call.is_decorator()) {
        send(project, call, &started, out);
    }
    queues::add(project, out);
    bus::add(project, out);
}

/// Settings of the application that hold for all of its routes.
struct Global<'a> {
    prefix: &'a str,
    /// What stands before a version in a path, if paths have one.
    version: Option<&'a str>,
    /// The version of routes that state none.
    default_version: Option<&'a str>,
    layers: Vec<Layer>,
}

/// `enableVersioning({ type: VersioningType.URI, prefix: 'v' })`, which is the default.
fn version_prefix<'a>(call: &Call<'a>) -> Option<&'a str> {
    let other = call.keyword("type").is_some_and(|value| !value.text().ends_with("URI"));
    let prefix = call.keyword("prefix").and_then(|value| value.literal());
    (!other).then_some(prefix.unwrap_or("v"))
}

/// Names in the description of a module that follow each other: `{ provide: Orders, useClass: StoredOrders }`
/// is deeper in it than arguments are kept.
fn named_in_module<'a>(project: &Project<'_, 'a>, call: &Call<'a>) -> Vec<(&'a str, &'a str)> {
    if call.name() != "Module" || !call.is_decorator() {
        return Vec::new();
    }
    let facts = project.facts(call.file);
    let own = facts.references.iter().filter(|one| one.from == call.scope() && one.receiver == 0);
    let names: Vec<&str> = own.map(|one| facts.text(one.name)).collect();
    names.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// `{ provide: Orders, useClass: StoredOrders }`: who asks for the first is given the second, which
/// implements it.
fn provide<'a>(project: &Project<'_, 'a>, call: &Call<'a>, out: &mut Contributions) {
    for (token, class) in named_in_module(project, call) {
        let (Some(asked), Some(given)) = (project.type_at(call, token), project.type_at(call, class)) else {
            continue;
        };
        if asked != given && project.ancestors(given).contains(&asked) {
            let line = project.definition(asked).line;
            out.hop(Hop::new(asked, given, EdgeKind::Inject, Resolution::Exact, line, None), "");
        }
    }
}

fn route<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    method: &str,
    global: &Global<'_>,
    routing: &mut Routing,
) {
    let handler = project.scope_of(call);
    let Some(class) = project.container(handler).filter(|one| project.is_type(*one)) else { return };
    let on_class = project.decorators_of(class);
    let Some(controller) = on_class.iter().find(|one| one.name() == "Controller") else { return };
    let named = controller.keyword("path").or_else(|| controller.first());
    let prefixes = named.map(|value| value.literals()).unwrap_or_default();
    let prefixes = if prefixes.is_empty() { vec![""] } else { prefixes };
    let own = call.first().map(|value| value.literals()).unwrap_or_default();
    let own = if own.is_empty() { vec![""] } else { own };
    let on_handler = project.decorators_of(handler);
    let own_version = on_handler.iter().find(|one| one.name() == "Version").and_then(Call::first);
    let version = own_version.or_else(|| controller.keyword("version"));
    let is_neutral = version.is_some_and(|value| value.text().ends_with("VERSION_NEUTRAL"));
    let version = version.and_then(|value| value.literals().first().copied());
    let version = version.or(global.default_version.filter(|_| !is_neutral));
    let version = match (global.version, version) {
        (Some(before), Some(version)) => format!("{before}{version}"),
        _ => String::new(),
    };
    let mut layers = global.layers.clone();
    layers.extend(filters::of(project, &on_class));
    layers.extend(filters::of(project, &on_handler));
    filters::order(&mut layers);
    for prefix in &prefixes {
        for path in &own {
            let whole = join(&join(global.prefix, &version), &join(prefix, path));
            routing.route(RouteDeclaration {
                router: None,
                method: method.to_owned(),
                path: template(&whole),
                handler: project.handler(handler),
                layers: layers.clone(),
                file: call.file,
                line: call.line(),
            });
        }
    }
}

/// A method or class that a schedule, a command or an event starts.
fn start(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    kind: EndpointKind,
    started: &mut FxHashMap<String, Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let mut symbol = project.scope_of(call);
    let owner = project.type_around(symbol);
    if project.is_type(symbol) {
        symbol = project.method(symbol, "run").unwrap_or(symbol);
    }
    let text = call.first().map(|value| value.text().to_owned()).unwrap_or_default();
    let own = call.keyword("name").and_then(|value| value.literal()).map(str::to_owned);
    let name = own.unwrap_or_else(|| text.clone());
    let name =
        if name.is_empty() || kind == EndpointKind::Task { project.qualified(symbol, ".") } else { name };
    if kind == EndpointKind::Event {
        started.entry(text).or_default().push(symbol);
    }
    out.models.endpoints.push(Endpoint {
        kind,
        method: String::new(),
        path: name,
        handler: project.qualified(symbol, "."),
        symbol: (!project.is_type(symbol)).then_some(symbol),
        owner,
        file: call.file,
        line: call.line(),
    });
}

/// `emitter.emit("order.created")` runs the listeners.
fn send(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    started: &FxHashMap<String, Vec<SymbolId>>,
    out: &mut Contributions,
) {
    if !matches!(call.name(), "emit" | "emitAsync") {
        return;
    }
    let Some(name) = call.first().filter(|value| !value.text().is_empty()) else { return };
    for target in started.get(name.text()).into_iter().flatten().take(16) {
        let (from, line) = (project.scope_of(call), call.line());
        let hop = Hop::new(from, *target, EdgeKind::Callback, Resolution::Inferred, line, Some(call.number));
        out.hop(hop, "");
    }
}
