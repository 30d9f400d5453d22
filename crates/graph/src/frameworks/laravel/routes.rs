//! Route files: calls of `Route`, with attributes that chained calls and groups add.

use super::super::call::{Call, FileCalls, Value};
use super::super::project::Project;
use super::super::web::{Handler, Layer, RouteDeclaration, Routing, join, method_named, template};
use super::super::{Contributions, FilterKind};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ArgumentKind, Kind};

/// Actions of a resource: method, path after the resource, and whether an API has it.
const RESOURCE: [(&str, &str, &str, bool); 7] = [
    ("index", "GET", "", true),
    ("create", "GET", "/create", false),
    ("store", "POST", "", true),
    ("show", "GET", "/:id", true),
    ("edit", "GET", "/:id/edit", false),
    ("update", "PUT", "/:id", true),
    ("destroy", "DELETE", "/:id", true),
];
/// How deep groups nest.
const DEEPEST: usize = 16;

/// The settings of the groups around a route.
#[derive(Clone, Default)]
struct Scope<'a> {
    prefix: String,
    middleware: Vec<(&'a str, u32)>,
    controller: Option<&'a str>,
}

/// Adds the routes of all route files.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut routing = Routing::default();
    for file in project.files_in("php") {
        let path = project.path(file);
        if !path.starts_with("routes/") && !path.contains("/routes/") {
            continue;
        }
        let calls = project.calls(file);
        let name = path.rsplit('/').next().unwrap_or(path);
        let prefix = if name == "api.php" { "/api".to_owned() } else { String::new() };
        let reader = Reader { project, file, calls: &calls };
        let scope = Scope { prefix, ..Scope::default() };
        let outermost: Vec<usize> = calls.outermost().collect();
        reader.read(&outermost, &scope, DEEPEST, &mut routing);
    }
    routing.finish(project, out);
}

struct Reader<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    file: FileId,
    calls: &'r FileCalls<'a>,
}

impl<'a> Reader<'_, '_, 'a> {
    fn read(&self, calls: &[usize], scope: &Scope<'a>, steps: usize, routing: &mut Routing) {
        if steps == 0 {
            return;
        }
        for at in calls {
            let call = &self.calls.all[*at];
            if !call.receiver().starts_with("Route") {
                continue;
            }
            if call.name() == "group" {
                let inner = self.scope(call, calls, scope);
                self.read(self.calls.inside(*at), &inner, steps - 1, routing);
                continue;
            }
            self.routes(call, calls, scope, routing);
        }
    }

    /// The calls that a call is chained to (`before`) or that are chained to it.
    fn chained(&self, call: &Call<'a>, calls: &[usize]) -> Vec<&Call<'a>> {
        let all = calls.iter().map(|at| &self.calls.all[*at]);
        all.filter(|one| {
            one.number != call.number
                && one.line().abs_diff(call.line()) <= 12
                && (call.receiver() == chain(one)
                    || call.receiver().starts_with(&format!("{}.", chain(one)))
                    || one.receiver().starts_with(&chain(call))
                        && one.line() >= call.line()
                        && one.line() - call.line() <= 6)
        })
        .collect()
    }

    fn scope(&self, group: &Call<'a>, calls: &[usize], outer: &Scope<'a>) -> Scope<'a> {
        let mut scope = outer.clone();
        let mut before = self.chained(group, calls);
        before.retain(|one| one.line() <= group.line() && group.receiver().contains(one.name()));
        for one in before {
            apply(one.name(), &one.arguments().collect::<Vec<_>>(), one.line(), &mut scope);
        }
        for value in group.keywords() {
            apply(value.name(), &[value], group.line(), &mut scope);
        }
        scope
    }

    fn routes(&self, call: &Call<'a>, calls: &[usize], outer: &Scope<'a>, routing: &mut Routing) {
        let arguments: Vec<Value<'a>> = call.positional().collect();
        let mut scope = outer.clone();
        for one in self.chained(call, calls) {
            if matches!(one.name(), "middleware" | "prefix") && one.name() != call.name() {
                apply(one.name(), &one.arguments().collect::<Vec<_>>(), one.line(), &mut scope);
            }
        }
        let path = arguments.first().and_then(Value::literal);
        match call.name() {
            "resource" | "apiResource" | "resources" | "apiResources" => {
                self.resource(call, path, arguments.get(1), &scope, routing);
            }
            "match" => {
                let methods = arguments.first().map(Value::literals).unwrap_or_default();
                let Some(path) = arguments.get(1).and_then(Value::literal) else { return };
                let handler = self.handler(call, arguments.get(2), &scope);
                for method in methods {
                    self.declare(call, &method.to_uppercase(), path, handler.clone(), &scope, routing);
                }
            }
            name => {
                let method = if name == "any" { Some("ANY") } else { method_named(name) };
                let (Some(method), Some(path)) = (method, path) else { return };
                let handler = self.handler(call, arguments.get(1), &scope);
                self.declare(call, method, path, handler, &scope, routing);
            }
        }
    }

    fn declare(
        &self,
        call: &Call<'a>,
        method: &str,
        path: &str,
        handler: Handler,
        scope: &Scope<'a>,
        routing: &mut Routing,
    ) {
        let layers = scope.middleware.iter().map(|(name, line)| self.layer(name, *line)).collect();
        routing.route(RouteDeclaration {
            router: None,
            method: method.to_owned(),
            path: join(&scope.prefix, &template(path)),
            handler,
            layers,
            file: self.file,
            line: call.line(),
        });
    }

    fn layer(&self, name: &str, line: u32) -> Layer {
        let class = self.project.thing_in(self.file, name).filter(|one| self.project.is_type(*one));
        Layer {
            kind: FilterKind::Before,
            name: name.to_owned(),
            symbol: class.and_then(|class| self.project.method(class, "handle")),
            file: self.file,
            line,
        }
    }

    /// `[OrderController::class, 'show']`, `OrderController::class`, `'OrderController@show'`, a closure.
    fn handler(&self, call: &Call<'a>, value: Option<&Value<'a>>, scope: &Scope<'a>) -> Handler {
        let inline = Handler {
            name: format!("{}:{}", self.project.path(self.file), call.line()),
            symbol: None,
            owner: None,
        };
        let Some(value) = value else { return inline };
        let (class, method) = match value.kind() {
            ArgumentKind::List => {
                let parts: Vec<Value<'a>> = value.elements().collect();
                let Some(class) = parts.first() else { return inline };
                (class.text(), parts.get(1).map_or("__invoke", |one| one.text()))
            }
            ArgumentKind::Name => (value.text(), "__invoke"),
            ArgumentKind::Text => match value.text().split_once('@') {
                Some(parts) => parts,
                None => match scope.controller {
                    Some(class) => (class, value.text()),
                    None => return inline,
                },
            },
            _ => return inline,
        };
        self.action(class, method)
    }

    fn class(&self, name: &str) -> Option<SymbolId> {
        let name = name.trim_end_matches(".class").trim_end_matches("::class");
        let last = name.rsplit(['\\', '.']).next().unwrap_or(name);
        let found = self.project.thing_in(self.file, name).or_else(|| self.project.thing_in(self.file, last));
        found.filter(|one| matches!(self.project.kind(*one), Kind::Class | Kind::Trait))
    }

    fn action(&self, class: &str, method: &str) -> Handler {
        let name = class.trim_end_matches(".class").rsplit(['\\', '.']).next().unwrap_or(class);
        let owner = self.class(class);
        Handler {
            name: format!("{name}::{method}"),
            symbol: owner.and_then(|owner| self.project.method(owner, method)),
            owner,
        }
    }

    fn resource(
        &self,
        call: &Call<'a>,
        path: Option<&str>,
        controller: Option<&Value<'a>>,
        scope: &Scope<'a>,
        routing: &mut Routing,
    ) {
        let (Some(path), Some(controller)) = (path, controller) else { return };
        let is_api = call.name().starts_with("api");
        let only = call.keyword("only").map(|value| value.literals());
        let except = call.keyword("except").map(|value| value.literals()).unwrap_or_default();
        // `photos.comments` nests: /photos/:photo/comments.
        let parts: Vec<&str> = path.split('.').collect();
        let mut base = String::new();
        for part in &parts[..parts.len() - 1] {
            base = join(&base, &format!("{part}/:{}", part.trim_end_matches('s')));
        }
        let last = parts.last().copied().unwrap_or_default();
        let parameter = last.rsplit('/').next().unwrap_or(last).trim_end_matches('s').replace('-', "_");
        let base = join(&base, last);
        for (action, method, rest, in_api) in RESOURCE {
            let is_named =
                only.as_ref().is_none_or(|only| only.contains(&action)) && !except.contains(&action);
            if !is_named || (is_api && !in_api) {
                continue;
            }
            let path = format!("{base}{}", rest.replace(":id", &format!(":{parameter}")));
            let handler = self.action(controller.text(), action);
            self.declare(call, method, &path, handler, scope, routing);
        }
    }
}

/// Changes a scope by one call or key of a group.
fn apply<'a>(name: &str, values: &[Value<'a>], line: u32, scope: &mut Scope<'a>) {
    let texts = values.iter().flat_map(|value| match value.kind() {
        ArgumentKind::Name => vec![value.text()],
        _ => value.literals(),
    });
    match name {
        "prefix" => {
            for text in texts {
                scope.prefix = join(&scope.prefix, &template(text));
            }
        }
        "middleware" => scope.middleware.extend(texts.map(|text| (text, line))),
        "controller" => scope.controller = values.first().map(Value::text),
        _ => {}
    }
}

/// A call as a receiver of another one.
fn chain(call: &Call<'_>) -> String {
    format!("{}.{}()", call.receiver(), call.name())
}
