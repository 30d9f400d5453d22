//! `NestJS`: controllers and their decorators, guards, scheduled methods, queues and events.

use super::call::Call;
use super::project::Project;
use super::web::{Layer, RouteDeclaration, Routing, join, template};
use super::{Contributions, Endpoint, EndpointKind, FilterKind, Framework, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
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
/// Decorators that add filters: when they run, and the method of the class that runs.
const FILTERS: [(&str, FilterKind, &str); 4] = [
    ("UseGuards", FilterKind::Before, "canActivate"),
    ("UseInterceptors", FilterKind::Around, "intercept"),
    ("UsePipes", FilterKind::Before, "transform"),
    ("UseFilters", FilterKind::After, "catch"),
];
/// Decorators of methods that something else than a request starts.
const STARTED: [(&str, EndpointKind); 10] = [
    ("Cron", EndpointKind::Task),
    ("Interval", EndpointKind::Task),
    ("Timeout", EndpointKind::Task),
    ("Process", EndpointKind::Job),
    ("OnEvent", EndpointKind::Event),
    ("EventPattern", EndpointKind::Event),
    ("MessagePattern", EndpointKind::Event),
    ("SubscribeMessage", EndpointKind::Event),
    ("Command", EndpointKind::Command),
    ("EventsHandler", EndpointKind::Event),
];

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("@nestjs/common")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> =
        ["setGlobalPrefix", "emit", "emitAsync", "add", "Processor"].map(hash_name).into_iter().collect();
    names.extend(ROUTES.iter().map(|(name, _)| hash_name(name)));
    names.extend(STARTED.iter().map(|(name, _)| hash_name(name)));
    let mut calls: Vec<Call<'_>> = Vec::new();
    for language in NEST.languages {
        for file in project.files_in(language) {
            calls.extend(project.calls_named(file, &names));
        }
    }
    let global = calls.iter().find(|call| call.name() == "setGlobalPrefix");
    let global = global.and_then(|call| call.first()?.literal()).unwrap_or_default();
    let mut routing = Routing::default();
    let mut started: FxHashMap<(&str, String), Vec<SymbolId>> = FxHashMap::default();
    for call in calls.iter().filter(|call| call.is_decorator()) {
        if let Some((_, method)) = ROUTES.iter().find(|(name, _)| *name == call.name()) {
            route(project, call, method, global, &mut routing);
        } else if let Some((decorator, kind)) = STARTED.iter().find(|(name, _)| *name == call.name()) {
            start(project, call, *kind, decorator, &mut started, out);
        }
    }
    routing.finish(project, out);
    for call in calls.iter().filter(|call| !call.is_decorator()) {
        send(project, call, &started, out);
    }
}

fn route(project: &Project<'_, '_>, call: &Call<'_>, method: &str, global: &str, routing: &mut Routing) {
    let handler = project.scope_of(call);
    let Some(class) = project.container(handler).filter(|one| project.is_type(*one)) else { return };
    let on_class = project.decorators_of(class);
    let Some(controller) = on_class.iter().find(|one| one.name() == "Controller") else { return };
    let named = controller.keyword("path").or_else(|| controller.first());
    let prefixes = named.map(|value| value.literals()).unwrap_or_default();
    let prefixes = if prefixes.is_empty() { vec![""] } else { prefixes };
    let own = call.first().map(|value| value.literals()).unwrap_or_default();
    let own = if own.is_empty() { vec![""] } else { own };
    let mut layers = filters(project, &on_class);
    layers.extend(filters(project, &project.decorators_of(handler)));
    for prefix in &prefixes {
        for path in &own {
            let whole = join(global, &join(prefix, path));
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

fn filters(project: &Project<'_, '_>, decorators: &[Call<'_>]) -> Vec<Layer> {
    let mut layers = Vec::new();
    for call in decorators {
        let Some((_, kind, method)) = FILTERS.iter().find(|(name, _, _)| *name == call.name()) else {
            continue;
        };
        for value in call.arguments().filter(|value| value.kind() == ArgumentKind::Name) {
            let chain = value.text().trim_end_matches("()");
            let class = project.thing_at(call, chain);
            layers.push(Layer {
                kind: *kind,
                name: chain.to_owned(),
                symbol: class.map(|class| project.method(class, method).unwrap_or(class)),
                file: call.file,
                line: call.line(),
            });
        }
    }
    layers
}

/// A method or class that a schedule, a queue or an event starts.
fn start<'c>(
    project: &Project<'_, '_>,
    call: &Call<'c>,
    kind: EndpointKind,
    decorator: &'static str,
    started: &mut FxHashMap<(&'c str, String), Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let mut symbol = project.scope_of(call);
    let owner = project.type_around(symbol);
    if project.is_type(symbol) {
        symbol = project.method(symbol, "handle").unwrap_or(symbol);
    }
    let text = call.first().map(|value| value.text().to_owned()).unwrap_or_default();
    let own = call.keyword("name").and_then(|value| value.literal()).map(str::to_owned);
    let name = own.unwrap_or_else(|| text.clone());
    let name =
        if name.is_empty() || kind == EndpointKind::Task { project.qualified(symbol, ".") } else { name };
    if kind == EndpointKind::Event || kind == EndpointKind::Job {
        started.entry((if decorator == "Process" { "add" } else { "emit" }, text)).or_default().push(symbol);
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

/// `emitter.emit("order.created")` and `queue.add("mail")` run the listeners.
fn send(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    started: &FxHashMap<(&str, String), Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let (word, kind) = match call.name() {
        "emit" | "emitAsync" => ("emit", EdgeKind::Callback),
        "add" => ("add", EdgeKind::Async),
        _ => return,
    };
    let Some(name) = call.first().filter(|value| !value.text().is_empty()) else { return };
    let Some(targets) = started.get(&(word, name.text().to_owned())) else { return };
    for target in targets.iter().take(16) {
        let from = project.scope_of(call);
        let hop = Hop::new(from, *target, kind, Resolution::Inferred, call.line(), Some(call.number));
        out.hop(hop, "");
    }
}
