//! Routers of Go: net/http, Gin, Echo, chi, Fiber and gorilla/mux.
//!
//! Routers are locals that functions pass to each other, so a router is a local of a function, and a
//! call that passes one mounts the parameter of the function it calls.

mod passed;

use super::call::{Call, Value};
use super::project::Project;
use super::web::{Handler, Layer, RouteDeclaration, Router, Routing, method_named, template};
use super::{Contributions, FilterKind, Framework};
use fathom_syntax::{ArgumentKind, CallFlags, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const GO_HTTP: Framework = Framework { name: "go-http", languages: &["go"], applies, model };

/// Packages of routers.
const PACKAGES: [&str; 9] = [
    "net/http",
    "github.com/gin-gonic/gin",
    "github.com/labstack/echo",
    "github.com/labstack/echo/v4",
    "github.com/go-chi/chi",
    "github.com/go-chi/chi/v5",
    "github.com/gofiber/fiber",
    "github.com/gofiber/fiber/v2",
    "github.com/gorilla/mux",
];
/// Calls that make a router below another one.
const GROUPS: [&str; 5] = ["Group", "Route", "Mount", "PathPrefix", "Subrouter"];

fn applies(project: &Project<'_, '_>) -> bool {
    PACKAGES.iter().any(|one| project.imports(one))
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> = [
        "Handle",
        "HandleFunc",
        "Handler",
        "HandlerFunc",
        "Use",
        "With",
        "Methods",
        "Any",
        "Match",
        "Add",
        "Method",
        "MethodFunc",
    ]
    .map(hash_name)
    .into_iter()
    .collect();
    names.extend(GROUPS.map(hash_name));
    for (name, method) in super::web::METHODS {
        let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        names.extend([hash_name(method), hash_name(&capital)]);
    }
    let mut routing = Routing::default();
    for file in project.files_in("go") {
        let calls: Vec<Call<'_>> = project.calls_named(file, &names).collect();
        let by_number: FxHashMap<u32, usize> =
            calls.iter().enumerate().map(|(at, call)| (call.number, at)).collect();
        let file = Reader { project, calls: &calls, by_number: &by_number };
        for call in &calls {
            file.read(call, &mut routing);
        }
    }
    passed::add(project, &mut routing);
    routing.finish(project, out);
}

struct Reader<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    calls: &'r [Call<'a>],
    by_number: &'r FxHashMap<u32, usize>,
}

impl<'a> Reader<'_, '_, 'a> {
    fn read(&self, call: &Call<'a>, routing: &mut Routing) {
        let router = self.router(call);
        let arguments: Vec<Value<'a>> = call.positional().collect();
        let path = arguments.first().and_then(Value::literal);
        match call.name() {
            "Use" => {
                if let Some(router) = router {
                    let layers = arguments.iter().filter_map(|value| self.layer(call, value));
                    layers.for_each(|layer| routing.filter(router, layer));
                }
            }
            "Group" | "Route" | "PathPrefix" | "Mount" => self.group(call, router, &arguments, routing),
            "Match" => self.matching(call, router, &arguments, routing),
            "Handle" | "HandleFunc" | "Any" | "Add" | "Method" | "MethodFunc" => {
                self.handle(call, router, &arguments, routing);
            }
            name => {
                let is_verb = name.starts_with(char::is_uppercase);
                let Some(method) = method_named(name).filter(|_| is_verb && !call.receiver().is_empty())
                else {
                    return;
                };
                // `http.Get(url)` and `client.Post(url)` have no handler.
                let last = arguments.last().map(Value::kind);
                let has_code = arguments.len() > 1 && last == Some(ArgumentKind::Block);
                let is_path = |path: &&str| path.starts_with('/') || path.is_empty() || has_code;
                let Some(path) = path.filter(is_path) else { return };
                self.route(call, router, method, path, &arguments[1..], routing);
            }
        }
    }

    /// The router that a call is made on: the nearest block that is given one, or a local.
    fn router(&self, call: &Call<'a>) -> Option<Router> {
        let head = call.receiver().split(['.', '(']).next().unwrap_or_default();
        let mut around = call.site.enclosing;
        for _ in 0..8 {
            let Some(outer) = around.and_then(|number| self.by_number.get(&number)) else { break };
            let outer = &self.calls[*outer];
            if GROUPS.contains(&outer.name()) && outer.site.flags.has(CallFlags::BLOCK) {
                return Some(block_of(self.project, outer));
            }
            around = outer.site.enclosing;
        }
        if let Some(group) = self.chained_group(call) {
            return Some(block_of(self.project, group));
        }
        self.project
            .local(call.file, call.scope(), head)
            .or_else(|| self.project.router_at(call, call.receiver().split("()").next().unwrap_or_default()))
    }

    /// The group of `r.Group("/orders").Use(audit).GET("/", list)`, which no variable holds.
    fn chained_group(&self, call: &Call<'a>) -> Option<&Call<'a>> {
        let (base, _) = call.receiver().split_once(".Group()")?;
        let mut own = self.calls.iter().rev().filter(|one| one.name() == "Group" && one.receiver() == base);
        own.find(|one| one.line() <= call.line() && call.line() - one.line() <= 3)
    }

    fn group(&self, call: &Call<'a>, parent: Option<Router>, arguments: &[Value<'a>], routing: &mut Routing) {
        let prefix = arguments.first().and_then(Value::literal).unwrap_or_default();
        let prefix = template(prefix);
        let rest = arguments.iter().filter(|value| value.literal().is_none());
        if call.name() == "Mount" {
            for value in rest.filter(|value| value.kind() == ArgumentKind::Name) {
                let chain = value.text().trim_end_matches("()");
                if let Some(child) = self.project.router_at(call, chain) {
                    routing.mount(child, parent, &prefix, Vec::new());
                }
            }
            return;
        }
        let layers: Vec<Layer> = rest.filter_map(|value| self.layer(call, value)).collect();
        if call.site.flags.has(CallFlags::BLOCK) || call.name() == "Group" {
            routing.mount(block_of(self.project, call), parent, &prefix, layers.clone());
        }
        if let Some(stored) = self.stored(call) {
            routing.mount(stored, parent, &prefix, layers);
        }
    }

    /// The variable that `api := r.Group("/api")` or `r.PathPrefix("/api").Subrouter()` is stored in.
    fn stored(&self, call: &Call<'a>) -> Option<Router> {
        let own = self.project.stored_in(call);
        own.or_else(|| {
            let mut chained =
                self.calls.iter().filter(|one| one.line() == call.line() && one.number != call.number);
            let outer = chained.find(|one| one.receiver().ends_with(&format!("{}()", call.name())))?;
            self.project.stored_in(outer)
        })
    }

    fn handle(
        &self,
        call: &Call<'a>,
        router: Option<Router>,
        arguments: &[Value<'a>],
        routing: &mut Routing,
    ) {
        let texts: Vec<&str> = arguments.iter().map_while(Value::literal).collect();
        let rest = &arguments[texts.len().min(arguments.len())..];
        let (method, path) = match texts[..] {
            [one] => match one.split_once(' ') {
                Some((method, path)) => (method.to_owned(), path),
                None => (self.methods(call), one),
            },
            [method, path, ..] => (method.to_uppercase(), path),
            [] => return,
        };
        if path.starts_with('/') || path.contains('/') {
            for method in method.split(',') {
                self.route(call, router, method, path, rest, routing);
            }
        }
    }

    /// `r.Match([]string{"GET", "HEAD"}, "/health", show)`.
    fn matching(
        &self,
        call: &Call<'a>,
        router: Option<Router>,
        arguments: &[Value<'a>],
        routing: &mut Routing,
    ) {
        let [methods, path, rest @ ..] = arguments else { return };
        let Some(path) = path.literal() else { return };
        let named = methods.elements().map(|one| one.text().trim_start_matches("http.Method").to_uppercase());
        let named: Vec<String> = named.collect();
        // A slice that is not read allows any.
        for method in if named.is_empty() { vec!["ANY".to_owned()] } else { named } {
            self.route(call, router, &method, path, rest, routing);
        }
    }

    /// The methods that a chained `.Methods("GET", "POST")` allows.
    fn methods(&self, call: &Call<'a>) -> String {
        let chained = format!("{}()", call.name());
        let limit = self.calls.iter().find(|one| {
            one.name() == "Methods"
                && one.receiver().ends_with(&chained)
                && one.line().abs_diff(call.line()) <= 2
                && one.line() >= call.line()
        });
        let listed: Vec<String> = limit
            .map(|one| {
                one.arguments()
                    .map(|value| value.text().trim_start_matches("http.Method").to_uppercase())
                    .collect()
            })
            .unwrap_or_default();
        if listed.is_empty() { "ANY".to_owned() } else { listed.join(",") }
    }

    fn route(
        &self,
        call: &Call<'a>,
        router: Option<Router>,
        method: &str,
        path: &str,
        rest: &[Value<'a>],
        routing: &mut Routing,
    ) {
        // Echo has the middleware after the handler, the others before.
        let first = self.project.facts(call.file);
        let is_echo = first.imports.iter().any(|one| first.text(one.path).contains("/echo"));
        let position = if is_echo { 0 } else { rest.len().saturating_sub(1) };
        let Some(value) = rest.get(position) else { return };
        let others = rest.iter().enumerate().filter(|(at, _)| *at != position);
        let mut layers = self.with(call);
        layers.extend(others.filter_map(|(_, value)| self.layer(call, value)));
        routing.route(RouteDeclaration {
            router,
            method: method.to_owned(),
            path: template(path),
            handler: self.handler(call, value),
            layers,
            file: call.file,
            line: call.line(),
        });
    }

    fn handler(&self, call: &Call<'a>, value: &Value<'a>) -> Handler {
        if value.kind() == ArgumentKind::Name {
            let chain = value.text();
            if chain.ends_with("HandlerFunc()")
                && let Some(inner) = self.argument_of(call, chain)
            {
                return self.project.handler_at(call, inner);
            }
            return self.project.handler_at(call, chain);
        }
        self.project.inline_handler(call)
    }

    /// The name inside of `http.HandlerFunc(show)`.
    fn argument_of(&self, call: &Call<'a>, chain: &str) -> Option<&'a str> {
        let inner = self.calls.iter().find(|one| {
            one.site.enclosing == Some(call.number) && chain.ends_with(&format!("{}()", one.name()))
        })?;
        inner.first().filter(|value| value.kind() == ArgumentKind::Name).map(|value| value.text())
    }

    /// The middleware of `r.With(auth).Get(…)`.
    fn with(&self, call: &Call<'a>) -> Vec<Layer> {
        if !call.receiver().ends_with("With()") {
            return Vec::new();
        }
        let with = self.calls.iter().find(|one| one.name() == "With" && one.line() == call.line());
        let values = with.into_iter().flat_map(Call::positional);
        values.filter_map(|value| self.layer(call, &value)).collect()
    }

    fn layer(&self, call: &Call<'a>, value: &Value<'a>) -> Option<Layer> {
        if value.kind() != ArgumentKind::Name {
            return None;
        }
        let chain = value.text().trim_end_matches("()");
        Some(Layer {
            kind: FilterKind::Before,
            name: chain.to_owned(),
            symbol: self.project.thing_at(call, chain).filter(|one| self.project.kind(*one).is_callable()),
            file: call.file,
            line: call.line(),
        })
    }
}

fn block_of(project: &Project<'_, '_>, call: &Call<'_>) -> Router {
    Router::part(project.scope_of(call), u64::from(call.number) + 1)
}
