//! Route files: calls of `Route`, with attributes that chained calls and groups add.

use super::super::call::{Call, FileCalls, Value};
use super::super::project::Project;
use super::super::web::{Handler, Layer, RouteDeclaration, Routing, join, method_named, template};
use super::super::{Contributions, FilterKind};
use super::checks;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ArgumentKind, Kind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Actions of a resource: method, path after the resource, and whether an API has it.
const RESOURCE: [(&str, &str, &str, bool); 8] = [
    ("index", "GET", "", true),
    ("create", "GET", "/create", false),
    ("store", "POST", "", true),
    ("show", "GET", "/:id", true),
    ("edit", "GET", "/:id/edit", false),
    ("update", "PUT", "/:id", true),
    ("update", "PATCH", "/:id", true),
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
    let aliases = aliases(project);
    let loaded = loaded(project, &aliases);
    for file in project.files_in("php").filter(|file| is_route_file(project.path(*file))) {
        let calls = project.calls(file);
        let reader = Reader { project, file, calls: &calls, aliases: &aliases };
        let name = project.path(file).rsplit('/').next().unwrap_or_default();
        let scope = loaded.get(&file).cloned().unwrap_or_else(|| {
            let prefix = if name == "api.php" { "/api".to_owned() } else { String::new() };
            Scope { prefix, ..Scope::default() }
        });
        let outermost: Vec<usize> = calls.outermost().collect();
        reader.read(&outermost, &scope, DEEPEST, &mut routing);
    }
    routing.finish(project, out);
}

/// Route files are in a folder by that name, in the application or in a module of it.
fn is_route_file(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    path.starts_with("routes/") || path.contains("/routes/") || path.ends_with("/routes.php")
}

/// Names of middleware: `$middleware->alias(['subscribed' => EnsureSubscribed::class])`.
fn aliases<'a>(project: &Project<'_, 'a>) -> FxHashMap<&'a str, SymbolId> {
    let names: FxHashSet<u64> = ["alias", "aliasMiddleware"].map(hash_name).into_iter().collect();
    let mut aliases = FxHashMap::default();
    for file in project.files_in("php") {
        for call in project.calls_named(file, &names) {
            let literal = call.first().and_then(|value| value.literal());
            let own = literal.and_then(|name| Some((name, call.positional().nth(1)?)));
            let listed = call.arguments().flat_map(|value| value.elements());
            let listed = listed.filter(|value| !value.name().is_empty()).map(|value| (value.name(), value));
            for (name, value) in listed.chain(own) {
                let chain = value.text().trim_end_matches(".class").trim_end_matches("::class");
                if let Some(class) = project.thing_in(file, chain).filter(|one| project.is_type(*one)) {
                    aliases.entry(name).or_insert(class);
                }
            }
        }
    }
    aliases
}

/// Files that a provider loads into a group: `Route::prefix('admin')->group(base_path('routes/admin.php'))`.
fn loaded<'a>(
    project: &Project<'_, 'a>,
    aliases: &FxHashMap<&'a str, SymbolId>,
) -> FxHashMap<FileId, Scope<'a>> {
    let names: FxHashSet<u64> = [hash_name("group")].into_iter().collect();
    let mut loaded = FxHashMap::default();
    for file in project.files_in("php").filter(|file| !is_route_file(project.path(*file))) {
        if project.calls_named(file, &names).next().is_none() {
            continue;
        }
        let calls = project.calls(file);
        let reader = Reader { project, file, calls: &calls, aliases };
        let every: Vec<usize> = reader.in_order(&(0..calls.all.len()).collect::<Vec<_>>());
        for group in calls.all.iter().filter(|one| one.name() == "group") {
            let given = calls.all.iter().filter(|one| one.site.enclosing == Some(group.number));
            let path = given.filter(|one| one.name() == "base_path").find_map(|one| one.first()?.literal());
            let Some(path) = path.filter(|_| group.receiver().starts_with("Route")) else { continue };
            let route_file = project.files_in("php").find(|one| project.path(*one).ends_with(path));
            if let Some(route_file) = route_file {
                loaded.insert(route_file, reader.scope(group, &every, &Scope::default()));
            }
        }
    }
    loaded
}

struct Reader<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    file: FileId,
    calls: &'r FileCalls<'a>,
    aliases: &'r FxHashMap<&'a str, SymbolId>,
}

impl<'a> Reader<'_, '_, 'a> {
    fn read(&self, calls: &[usize], scope: &Scope<'a>, steps: usize, routing: &mut Routing) {
        if steps == 0 {
            return;
        }
        let calls = &self.in_order(calls);
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

    /// Calls in the order in which they run: of a chain, the first one first.
    fn in_order(&self, calls: &[usize]) -> Vec<usize> {
        let mut calls = calls.to_vec();
        calls.sort_by_key(|at| self.calls.all[*at].site.order);
        calls
    }

    /// The calls that a call is chained to, the first one first. A chain may be written often: the last
    /// call before it is the one.
    fn before(&self, call: &Call<'a>, calls: &[usize]) -> Vec<&Call<'a>> {
        let mut found: Vec<&Call<'a>> = Vec::new();
        let all = calls.iter().map(|at| &self.calls.all[*at]);
        for one in all.filter(|one| one.site.order < call.site.order) {
            let own = chain(one);
            let is_part = call
                .receiver()
                .strip_prefix(&own)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            if is_part {
                found.retain(|other| chain(other) != own);
                found.push(one);
            }
        }
        found
    }

    /// The calls that are chained to a call.
    fn after(&self, call: &Call<'a>, calls: &[usize]) -> Vec<&Call<'a>> {
        let own = chain(call);
        let mut found = Vec::new();
        for one in calls.iter().map(|at| &self.calls.all[*at]) {
            if one.site.order <= call.site.order {
                continue;
            }
            if chain(one) == own {
                break;
            }
            if one.receiver().starts_with(&own) {
                found.push(one);
            }
        }
        found
    }

    fn scope(&self, group: &Call<'a>, calls: &[usize], outer: &Scope<'a>) -> Scope<'a> {
        let mut scope = outer.clone();
        for one in self.before(group, calls) {
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
        let after = self.after(call, calls);
        for one in self.before(call, calls).into_iter().chain(after.iter().copied()) {
            if matches!(one.name(), "middleware" | "prefix" | "controller") {
                apply(one.name(), &one.arguments().collect::<Vec<_>>(), one.line(), &mut scope);
            }
        }
        let path = arguments.first().and_then(Value::literal);
        match call.name() {
            "resource" | "apiResource" | "resources" | "apiResources" => {
                let limits = Limits::of(call, &after);
                self.resource(call, path, arguments.get(1), &limits, &scope, routing);
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
                let method = match name {
                    "any" => Some("ANY"),
                    "view" => Some("GET"),
                    _ => method_named(name),
                };
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
        let mut named: Vec<&str> = Vec::new();
        let mut layers: Vec<Layer> = Vec::new();
        for (name, line) in &scope.middleware {
            // Middleware that groups name more than once runs once.
            if !named.contains(name) {
                named.push(name);
                layers.push(self.layer(name, *line));
            }
        }
        layers.extend(handler.symbol.into_iter().flat_map(|one| checks::requests(self.project, one)));
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
        let plain = name.split(':').next().unwrap_or(name);
        let class = self.project.thing_in(self.file, name).filter(|one| self.project.is_type(*one));
        let class = class.or_else(|| self.aliases.get(plain).copied());
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
        let inline = self.project.inline_handler(call);
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
        let written = class.trim_end_matches(".class").rsplit(['\\', '.']).next().unwrap_or(class);
        let owner = self.class(class);
        // An import can give a class another name.
        let name = owner.map_or(written, |owner| self.project.name(owner));
        Handler {
            name: format!("{name}::{method}"),
            symbol: owner.and_then(|owner| self.project.method(owner, method)),
            owner,
            inline: None,
        }
    }

    fn resource(
        &self,
        call: &Call<'a>,
        path: Option<&str>,
        controller: Option<&Value<'a>>,
        limits: &Limits<'a>,
        scope: &Scope<'a>,
        routing: &mut Routing,
    ) {
        let (Some(path), Some(controller)) = (path, controller) else { return };
        let is_api = call.name().starts_with("api");
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
            if !limits.allow(action) || (is_api && !in_api) {
                continue;
            }
            let path = format!("{base}{}", rest.replace(":id", &format!(":{parameter}")));
            let handler = self.action(controller.text(), action);
            self.declare(call, method, &path, handler, scope, routing);
        }
    }
}

/// The actions that a resource is limited to: an option, or a call that is chained to it.
struct Limits<'a> {
    only: Option<Vec<&'a str>>,
    except: Vec<&'a str>,
}

impl<'a> Limits<'a> {
    fn of(call: &Call<'a>, after: &[&Call<'a>]) -> Limits<'a> {
        let chained = |name: &str| {
            let own = after.iter().find(|one| one.name() == name);
            own.map(|one| one.arguments().flat_map(|value| value.literals()).collect::<Vec<_>>())
        };
        let option = |name: &str| call.keyword(name).map(|value| value.literals());
        Limits {
            only: option("only").or_else(|| chained("only")),
            except: option("except").or_else(|| chained("except")).unwrap_or_default(),
        }
    }

    fn allow(&self, action: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&action)) && !self.except.contains(&action)
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
