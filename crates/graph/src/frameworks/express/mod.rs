//! Express and routers like it (Koa's, Fastify, Hono): routes are calls on an application or router,
//! with middleware before the handler.

mod lists;

use super::call::{Call, FileCalls, Value};
use super::project::Project;
use super::web::{Handler, Layer, RouteDeclaration, Router, Routing, method_named, passed, template};
use super::{Contributions, FilterKind, Framework};
use crate::ids::FileId;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const EXPRESS: Framework =
    Framework { name: "express", languages: &["javascript", "typescript", "tsx"], applies, model };

/// Packages with this kind of router.
const PACKAGES: [&str; 6] = ["express", "koa-router", "@koa/router", "fastify", "hono", "restify"];
/// Calls whose result is a router or an application.
const MAKERS: [&str; 7] = ["Router", "express", "fastify", "Fastify", "Hono", "createServer", "KoaRouter"];

/// What a path leaves out that a module is required by.
const ENDS: [&str; 9] = ["", ".js", ".ts", ".mjs", ".cjs", ".tsx", "/index.js", "/index.ts", "/index.mjs"];

fn applies(project: &Project<'_, '_>) -> bool {
    PACKAGES.iter().any(|one| project.imports(one) || project.depends_on(one))
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> = ["use", "register", "route"].map(hash_name).into_iter().collect();
    names.extend(super::web::METHODS.iter().map(|(name, _)| hash_name(name)));
    names.extend(MAKERS.map(hash_name));
    let mut routing = Routing::ordered();
    let mut files: FxHashMap<FileId, Vec<Router>> = FxHashMap::default();
    let mut mounted: FxHashSet<FileId> = FxHashSet::default();
    for language in EXPRESS.languages {
        for file in project.files_in(language) {
            if project.calls_named(file, &names).next().is_none() {
                continue;
            }
            let calls = project.calls(file);
            for call in calls.all.iter().filter(|call| names.contains(&hash_name(call.name()))) {
                if MAKERS.contains(&call.name()) {
                    files.entry(file).or_default().extend(project.stored_in(call));
                } else {
                    read(project, call, &calls, &mut routing, &mut mounted);
                    // A router whose maker is not read (`require("express").Router()`) has routes.
                    if super::web::method_named(call.name()).is_some() {
                        let used = project.router_at(call, routed_path(call, &calls).0);
                        files.entry(file).or_default().extend(used.filter(|one| one.is_of(project, file)));
                    }
                }
            }
        }
    }
    // Mounting a file mounts the routers that it makes.
    let mut mounted: Vec<FileId> = mounted.into_iter().collect();
    mounted.sort_unstable();
    for file in mounted {
        let mut routers = files.get(&file).cloned().unwrap_or_default();
        routers.sort_unstable();
        routers.dedup();
        for router in &routers {
            routing.sum(*router, Router::of(project.symbol(file, 0)));
        }
    }
    for language in EXPRESS.languages {
        passed::add(project, language, &mut routing);
    }
    routing.finish(project, out);
}

fn read<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    all: &FileCalls<'a>,
    routing: &mut Routing,
    mounted: &mut FxHashSet<FileId>,
) {
    if call.receiver().is_empty() {
        return;
    }
    let (receiver, routed) = routed_path(call, all);
    let Some(router) = project.router_at(call, receiver) else { return };
    let arguments: Vec<Value<'a>> = call.positional().collect();
    match call.name() {
        "use" | "register" => {
            if arguments.len() > 1 && lists::mount(project, call, all, router, routing, mounted) {
                return;
            }
            let prefix = arguments.first().and_then(|value| project.text_at(call, value));
            let prefix = prefix.filter(|text| text.starts_with('/')).unwrap_or_default();
            let handlers = arguments.iter().filter(|value| value.literal().is_none());
            let prefix = template(prefix);
            for value in handlers {
                attach(project, call, value, all, router, &prefix, routing, mounted);
            }
        }
        name => {
            let Some(method) = method_named(name) else { return };
            let path = match routed {
                Some(path) => Some(path),
                None => arguments.first().and_then(path_text),
            };
            let Some(path) = path.filter(|path| path.starts_with(['/', '*', ':']) || path.is_empty()) else {
                return;
            };
            let handlers = &arguments[usize::from(routed.is_none()).min(arguments.len())..];
            let Some((last, before)) = handlers.split_last() else { return };
            let Some(handler) = handler(project, call, last, all) else { return };
            routing.route(RouteDeclaration {
                router: Some(router),
                method: method.to_owned(),
                path: template(path),
                handler,
                layers: before.iter().flat_map(|value| layers(project, call, value, all)).collect(),
                file: call.file,
                line: call.line(),
            });
        }
    }
}

/// `router.route("/orders").get(list).post(create)`: the router, and the path of the route.
fn routed_path<'a>(call: &Call<'a>, all: &FileCalls<'a>) -> (&'a str, Option<&'a str>) {
    let receiver = call.receiver();
    let Some((base, _)) = receiver.split_once(".route()") else { return (receiver, None) };
    let route = all.all.iter().filter(|one| one.name() == "route" && one.receiver() == base);
    let near = route.min_by_key(|one| one.line().abs_diff(call.line()));
    (base, near.and_then(Call::first).and_then(|value| path_text(&value)))
}

fn path_text<'a>(value: &Value<'a>) -> Option<&'a str> {
    matches!(value.kind(), ArgumentKind::Text | ArgumentKind::Template).then(|| value.text())
}

fn handler<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    value: &Value<'a>,
    all: &FileCalls<'a>,
) -> Option<Handler> {
    match value.kind() {
        ArgumentKind::Name if value.text().ends_with("()") => {
            let wrapped = wrapped(call, value, all).map(|(wrapper, inner)| match inner.kind() {
                ArgumentKind::Name => project.handler_at(&wrapper, bound(inner.text())),
                _ => project.inline_handler(call),
            });
            wrapped.or_else(|| Some(project.handler_at(call, bound(value.text()))))
        }
        ArgumentKind::Name => Some(project.handler_at(call, bound(value.text()))),
        ArgumentKind::Block => Some(project.inline_handler(call)),
        _ => None,
    }
}

/// `catchErrors(controller.show)` and `catchErrors(async (request) => …)`: what a function is given that
/// makes a handler of it.
fn wrapped<'a>(call: &Call<'a>, value: &Value<'a>, all: &FileCalls<'a>) -> Option<(Call<'a>, Value<'a>)> {
    let name = called(value.text())?;
    // One route may wrap each of its functions: the n-th of a name is the n-th argument of that name.
    let place = value.texts_before().filter(|text| called(text) == Some(name)).count();
    let inside = all.all.iter().filter(|one| one.site.enclosing == Some(call.number));
    let wrapper = inside.filter(|one| one.name() == name).nth(place)?;
    let is_code = |value: &Value<'_>| matches!(value.kind(), ArgumentKind::Name | ArgumentKind::Block);
    wrapper.positional().filter(is_code).last().map(|inner| (*wrapper, inner))
}

/// The last name of a chain that is called: `wrap` of `errors.wrap()`.
fn called(chain: &str) -> Option<&str> {
    chain.strip_suffix("()")?.rsplit('.').next()
}

/// Whether a function by this name hands on what a handler throws.
fn is_wrapper(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["async", "catch", "wrap"].iter().any(|part| name.contains(part))
}

/// `controller.show.bind(controller)` is `controller.show`.
fn bound(chain: &str) -> &str {
    chain.strip_suffix(".bind()").unwrap_or(chain)
}

fn layers<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    value: &Value<'a>,
    all: &FileCalls<'a>,
) -> Vec<Layer> {
    match value.kind() {
        ArgumentKind::List => value.elements().flat_map(|one| layers(project, call, &one, all)).collect(),
        ArgumentKind::Name => {
            let inner = wrapped(call, value, all).filter(|(wrapper, inner)| {
                let thing = || project.thing_at(wrapper, bound(inner.text()));
                inner.kind() == ArgumentKind::Name
                    && (is_wrapper(wrapper.name())
                        || thing().is_some_and(|one| project.kind(one).is_callable()))
            });
            let is_wrapped = inner.is_some();
            let value = inner.map_or(*value, |(_, inner)| inner);
            let chain = bound(value.text()).trim_end_matches("()");
            let thing = project.thing_at(call, chain);
            // `const check = require("./check")` is what the file exports.
            let thing = thing.map(|one| project.world.module_value(one).unwrap_or(one));
            // `const check = authenticate("jwt")` holds a function too.
            let symbol = thing.filter(|one| is_wrapped || project.kind(*one).is_callable());
            vec![Layer {
                kind: FilterKind::Before,
                name: chain.to_owned(),
                symbol,
                file: call.file,
                line: call.line(),
            }]
        }
        _ => Vec::new(),
    }
}

/// `app.use("/api", authenticate, router)`: a router is mounted, anything else is middleware.
#[expect(clippy::too_many_arguments, reason = "what a call is read with")]
fn attach<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    value: &Value<'a>,
    all: &FileCalls<'a>,
    router: Router,
    prefix: &str,
    routing: &mut Routing,
    mounted: &mut FxHashSet<FileId>,
) {
    if value.kind() != ArgumentKind::Name {
        return;
    }
    let chain = value.text().trim_end_matches(".routes()");
    let required = required(project, call, chain);
    let thing = required.or_else(|| project.thing_at(call, chain));
    let file = thing.and_then(|one| project.world.tables.as_file(one));
    let own = thing.and_then(|one| project.world.module_value(one));
    let is_middleware = own.is_some_and(|own| project.kind(own).is_callable());
    if let Some(file) = file.filter(|_| !is_middleware) {
        mounted.insert(file);
        let place = Some((call.file, call.line()));
        routing.mount_at(Router::of(project.symbol(file, 0)), Some(router), prefix, Vec::new(), place);
        return;
    }
    let is_callable = is_middleware || thing.is_some_and(|one| project.kind(one).is_callable());
    let child = if is_callable { None } else { project.router_at(call, chain) };
    if let Some(child) = child {
        routing.mount_at(child, Some(router), prefix, Vec::new(), Some((call.file, call.line())));
        return;
    }
    for mut layer in layers(project, call, value, all) {
        if handles_errors(project, &layer) {
            layer.kind = FilterKind::After;
        }
        routing.filter_below(router, prefix, layer);
    }
}

/// Whether middleware only runs after an error: it has the error as a further parameter.
fn handles_errors(project: &Project<'_, '_>, layer: &Layer) -> bool {
    match layer.symbol {
        Some(symbol) if project.kind(symbol).is_callable() => project.parameters(symbol).len() == 4,
        _ => {
            let name = layer.name.to_ascii_lowercase();
            name.ends_with("errorhandler") || name.ends_with("errormiddleware")
        }
    }
}

/// `require("./orders")` among the arguments: the file.
fn required(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Option<crate::ids::SymbolId> {
    if chain != "require()" {
        return None;
    }
    // A `require` is an import, not a call.
    let facts = project.facts(call.file);
    let mut here = facts.imports.iter().filter(|one| one.line == call.line() && one.alias == 0);
    let file = here.find_map(|one| relative(project, call.file, facts.text(one.path)))?;
    Some(project.symbol(file, 0))
}

/// The file of `./orders` or `../routes`, seen from a file.
fn relative(project: &Project<'_, '_>, near: FileId, path: &str) -> Option<FileId> {
    let mut folder: Vec<&str> = project.path(near).split('/').collect();
    folder.pop();
    if !path.starts_with('.') {
        return None;
    }
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(folder.pop()),
            name => folder.push(name),
        }
    }
    let base = folder.join("/");
    let files = project.files();
    let found = ENDS.iter().find_map(|end| {
        let whole = format!("{base}{end}");
        files.binary_search_by(|one| one.path.cmp(&whole)).ok()
    })?;
    FileId::all(files.len()).nth(found)
}
