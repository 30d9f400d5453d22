//! Axum and Actix Web (and Rocket's attributes): routers that functions return, scopes and attributes.

use super::call::{Call, Value};
use super::project::Project;
use super::web::{Layer, RouteDeclaration, Router, Routing, method_named, template};
use super::{Contributions, FilterKind, Framework};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

pub(super) const RUST_WEB: Framework = Framework { name: "rust-web", languages: &["rust"], applies, model };

const CRATES: [&str; 5] = ["axum", "actix_web", "rocket", "poem", "salvo"];

fn applies(project: &Project<'_, '_>) -> bool {
    CRATES.iter().any(|one| project.imports(one) || project.depends_on(one))
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> = [
        "route",
        "nest",
        "merge",
        "layer",
        "route_layer",
        "service",
        "configure",
        "scope",
        "resource",
        "to",
        "wrap",
        "from_fn",
        "from_fn_with_state",
        "nest_service",
    ]
    .map(hash_name)
    .into_iter()
    .collect();
    names.extend(super::web::METHODS.iter().map(|(name, _)| hash_name(name)));
    let mut routing = Routing::default();
    for file in project.files_in("rust") {
        let calls: Vec<Call<'_>> = project.calls_named(file, &names).collect();
        let reader = Reader { project, calls: &calls };
        for call in &calls {
            reader.read(call, &mut routing);
        }
    }
    routing.finish(project, out);
}

struct Reader<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    calls: &'r [Call<'a>],
}

impl<'a> Reader<'_, '_, 'a> {
    fn read(&self, call: &Call<'a>, routing: &mut Routing) {
        let project = self.project;
        let arguments: Vec<Value<'a>> = call.positional().collect();
        let path = arguments.first().and_then(Value::literal);
        let router = self.router(call);
        match call.name() {
            "route" => self.route(call, router, path, routing),
            "nest" | "merge" | "service" | "configure" => {
                let prefix = path.unwrap_or_default();
                for value in arguments.iter().filter(|value| value.kind() == ArgumentKind::Name) {
                    let chain = value.text().trim_end_matches("()");
                    if let Some(child) = project.router_at(call, chain) {
                        routing.mount(child, Some(router), &template(prefix), Vec::new());
                    }
                }
            }
            "layer" | "route_layer" | "wrap" => {
                for layer in self.layers(call) {
                    routing.filter(router, layer);
                }
            }
            name if call.is_decorator() => {
                let Some(method) = method_named(name).or((name == "route").then_some("ANY")) else { return };
                let Some(path) = path.filter(|path| path.starts_with('/')) else { return };
                let handler = project.scope_of(call);
                let path = path.split('?').next().unwrap_or(path);
                routing.route(RouteDeclaration {
                    router: Some(Router::of(project.canonical(handler))),
                    method: method.to_owned(),
                    path: template(path),
                    handler: project.handler(handler),
                    layers: Vec::new(),
                    file: call.file,
                    line: call.line(),
                });
            }
            _ => {}
        }
    }

    /// A router is what the function around returns, or the local it is stored in. The router of a
    /// `web::scope("/api")` has its prefix.
    fn router(&self, call: &Call<'a>) -> Router {
        let project = self.project;
        let head = call.receiver().split(['.', '(']).next().unwrap_or_default();
        if let Some(local) = project.local(call.file, call.scope(), head) {
            return local;
        }
        Router::of(project.canonical(project.scope_of(call)))
    }

    /// The prefix of the `web::scope` that a call is chained to.
    fn scope_prefix(&self, call: &Call<'a>) -> String {
        if !call.receiver().contains("scope()") {
            return String::new();
        }
        let before = self
            .calls
            .iter()
            .filter(|one| one.name() == "scope" && one.scope() == call.scope() && one.line() <= call.line());
        let near = before.max_by_key(|one| one.line());
        near.and_then(|one| one.first()?.literal()).map(template).unwrap_or_default()
    }

    fn route(&self, call: &Call<'a>, router: Router, path: Option<&'a str>, routing: &mut Routing) {
        if call.is_decorator() {
            return;
        }
        let resource = self.calls.iter().filter(|one| {
            one.name() == "resource" && one.line() <= call.line() && one.scope() == call.scope()
        });
        let near = resource.max_by_key(|one| one.line()).filter(|_| call.receiver().contains("resource()"));
        let path = path.or_else(|| near.and_then(|one| one.first()?.literal()));
        let Some(path) = path else { return };
        let prefix = self.scope_prefix(call);
        for verb in self.verbs(call) {
            let (method, handler) = match (method_named(verb.name()), verb.name()) {
                (Some(method), _) => (method, verb.first()),
                // Actix: `web::get().to(show)`.
                (None, "to") => {
                    let method =
                        verb.receiver().trim_end_matches("()").rsplit('.').next().unwrap_or_default();
                    (method_named(method).unwrap_or("ANY"), verb.first())
                }
                _ => continue,
            };
            let Some(handler) = handler.filter(|value| value.kind() == ArgumentKind::Name) else { continue };
            routing.route(RouteDeclaration {
                router: Some(router),
                method: method.to_owned(),
                path: super::web::join(&prefix, &template(path)),
                handler: self.project.handler_at(call, handler.text()),
                layers: Vec::new(),
                file: call.file,
                line: call.line(),
            });
        }
    }

    /// The calls that a route is given, and those they are chained to: `get(show).post(create)`.
    fn verbs(&self, call: &Call<'a>) -> Vec<&Call<'a>> {
        let mut verbs: Vec<&Call<'a>> =
            self.calls.iter().filter(|one| one.site.enclosing == Some(call.number)).collect();
        let mut at = 0;
        while at < verbs.len() && verbs.len() < 16 {
            let verb = verbs[at];
            let before =
                verb.receiver().strip_suffix("()").map(|chain| chain.rsplit('.').next().unwrap_or(chain));
            let before = before.filter(|name| method_named(name).is_some());
            let near = before.and_then(|name| {
                let named = self.calls.iter().filter(|one| one.name() == name && one.scope() == call.scope());
                named.min_by_key(|one| one.number.abs_diff(verb.number))
            });
            verbs.extend(near.filter(|_| verb.name() != "to"));
            at += 1;
        }
        verbs
    }

    /// `.layer(middleware::from_fn(auth))`.
    fn layers(&self, call: &Call<'a>) -> Vec<Layer> {
        let inside = self.calls.iter().filter(|one| one.site.enclosing == Some(call.number));
        let functions = inside.filter(|one| one.name().starts_with("from_fn"));
        let mut names: Vec<&str> = functions
            .filter_map(|one| one.arguments().filter(|value| value.kind() == ArgumentKind::Name).last())
            .map(|value| value.text())
            .collect();
        if names.is_empty() {
            names.extend(Project::named_arguments(call));
        }
        names
            .into_iter()
            .map(|chain| Layer {
                kind: FilterKind::Around,
                name: chain.trim_end_matches("()").to_owned(),
                symbol: self
                    .project
                    .thing_at(call, chain)
                    .filter(|one| self.project.kind(*one).is_callable()),
                file: call.file,
                line: call.line(),
            })
            .collect()
    }
}
