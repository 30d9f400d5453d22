//! Phoenix: the router's scopes, pipelines of plugs and resources, and jobs of Oban.

use super::call::{Call, FileCalls, Value};
use super::project::Project;
use super::web::{Handler, Layer, RouteDeclaration, Routing, join, method_named, template};
use super::{Contributions, Endpoint, EndpointKind, FilterKind, Framework};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::ArgumentKind;
use rustc_hash::FxHashMap;

pub(super) const PHOENIX: Framework = Framework { name: "phoenix", languages: &["elixir"], applies, model };

/// Actions of a resource: method and path after it.
const RESOURCE: [(&str, &str, &str); 8] = [
    ("index", "GET", ""),
    ("edit", "GET", "/:id/edit"),
    ("new", "GET", "/new"),
    ("show", "GET", "/:id"),
    ("create", "POST", ""),
    ("update", "PATCH", "/:id"),
    ("update", "PUT", "/:id"),
    ("delete", "DELETE", "/:id"),
];
const DEEPEST: usize = 16;

fn applies(project: &Project<'_, '_>) -> bool {
    project.files_in("elixir").any(|file| project.path(file).ends_with("router.ex"))
        || project.imports("Oban.Worker")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut routing = Routing::default();
    for file in project.files_in("elixir").filter(|file| project.path(*file).ends_with("router.ex")) {
        let calls = project.calls(file);
        let mut reader = Reader { project, file, calls: &calls, pipelines: FxHashMap::default() };
        let outermost: Vec<usize> = calls.outermost().collect();
        reader.pipelines(&outermost);
        reader.read(&outermost, &Scope::default(), DEEPEST, &mut routing);
    }
    routing.finish(project, out);
    workers(project, out);
}

/// The settings of the scopes around a route.
#[derive(Clone, Default)]
struct Scope {
    prefix: String,
    module: String,
    layers: Vec<Layer>,
}

struct Reader<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    file: FileId,
    calls: &'r FileCalls<'a>,
    pipelines: FxHashMap<&'a str, Vec<Layer>>,
}

impl<'a> Reader<'_, '_, 'a> {
    /// Reads `pipeline :browser do plug :fetch_session end`, wherever they are.
    fn pipelines(&mut self, calls: &[usize]) {
        for at in calls {
            let call = &self.calls.all[*at];
            if call.name() == "pipeline"
                && let Some(name) = call.first().and_then(|value| value.literal())
            {
                let plugs = self.calls.inside(*at).iter().map(|at| &self.calls.all[*at]);
                let layers =
                    plugs.filter(|one| one.name() == "plug").filter_map(|one| self.plug(one)).collect();
                self.pipelines.insert(name, layers);
            }
        }
    }

    fn plug(&self, call: &Call<'a>) -> Option<Layer> {
        let name = call.first()?.text();
        let thing = self.project.thing_at(call, name).or_else(|| self.module(name));
        let symbol = match thing {
            Some(module) if self.project.is_type(module) => self.project.method(module, "call"),
            other => other,
        };
        Some(Layer {
            kind: FilterKind::Before,
            name: name.to_owned(),
            symbol,
            file: call.file,
            line: call.line(),
        })
    }

    fn module(&self, name: &str) -> Option<SymbolId> {
        self.project.type_called("elixir", name)
    }

    fn read(&self, calls: &[usize], outer: &Scope, steps: usize, routing: &mut Routing) {
        if steps == 0 {
            return;
        }
        let mut scope = outer.clone();
        for at in calls {
            let call = &self.calls.all[*at];
            let arguments: Vec<Value<'a>> = call.positional().collect();
            match call.name() {
                "scope" => {
                    let inner = scope_of(call, &arguments, &scope);
                    self.read(self.calls.inside(*at), &inner, steps - 1, routing);
                }
                "live_session" => self.read(self.calls.inside(*at), &scope, steps - 1, routing),
                "pipe_through" => {
                    let names = arguments.first().map(Value::literals).unwrap_or_default();
                    let layers = names.iter().filter_map(|name| self.pipelines.get(name)).flatten();
                    scope.layers.extend(layers.cloned());
                }
                "resources" => {
                    self.resources(call, &arguments, &scope, routing);
                    let Some(path) = arguments.first().and_then(Value::literal) else { continue };
                    let singular = path.rsplit('/').next().unwrap_or(path).trim_end_matches('s');
                    let mut inner = scope.clone();
                    inner.prefix = join(&scope.prefix, &format!("{path}/:{singular}_id"));
                    self.read(self.calls.inside(*at), &inner, steps - 1, routing);
                }
                name => {
                    let method = if name == "live" { Some("GET") } else { method_named(name) };
                    let (Some(method), [path, module, rest @ ..]) = (method, &arguments[..]) else {
                        continue;
                    };
                    let Some(path) = path.literal() else { continue };
                    let action = rest.first().and_then(Value::literal);
                    let action = if name == "live" { "mount" } else { action.unwrap_or("call") };
                    self.declare(call, method, path, module.text(), action, &scope, routing);
                }
            }
        }
    }

    fn resources(&self, call: &Call<'a>, arguments: &[Value<'a>], scope: &Scope, routing: &mut Routing) {
        let [path, module, ..] = arguments else { return };
        let Some(path) = path.literal() else { return };
        let only = call.keyword("only").map(|value| value.literals());
        let except = call.keyword("except").map(|value| value.literals()).unwrap_or_default();
        for (action, method, rest) in RESOURCE {
            if only.as_ref().is_none_or(|only| only.contains(&action)) && !except.contains(&action) {
                self.declare(call, method, &format!("{path}{rest}"), module.text(), action, scope, routing);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn declare(
        &self,
        call: &Call<'a>,
        method: &str,
        path: &str,
        module: &str,
        action: &str,
        scope: &Scope,
        routing: &mut Routing,
    ) {
        let name = qualified(&scope.module, module);
        let owner = self.module(&name).or_else(|| self.module(module));
        routing.route(RouteDeclaration {
            router: None,
            method: method.to_owned(),
            path: join(&scope.prefix, &template(path)),
            handler: Handler {
                name: format!("{name}.{action}"),
                symbol: owner.and_then(|owner| self.project.method(owner, action)),
                owner,
                inline: None,
            },
            layers: scope.layers.clone(),
            file: self.file,
            line: call.line(),
        });
    }
}

/// The scope that a call opens in another one.
fn scope_of(call: &Call<'_>, arguments: &[Value<'_>], outer: &Scope) -> Scope {
    let mut scope = outer.clone();
    let path = arguments.first().and_then(Value::literal);
    let path = path.or_else(|| call.keyword("path").and_then(|value| value.literal()));
    scope.prefix = join(&scope.prefix, path.unwrap_or_default());
    let module = arguments.iter().find(|value| value.kind() == ArgumentKind::Name);
    if let Some(module) = module.map(Value::text).or_else(|| call.keyword("alias").map(|v| v.text())) {
        scope.module = qualified(&scope.module, module);
    }
    scope
}

fn qualified(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

/// Modules that use `Oban.Worker` are jobs.
fn workers(project: &Project<'_, '_>, out: &mut Contributions) {
    for file in project.files_in("elixir") {
        for module in project.symbols_in(file).filter(|one| project.is_type(*one)) {
            if !project.written_bases(module).contains(&"Oban.Worker") {
                continue;
            }
            let name = project.qualified(module, ".");
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Job,
                method: String::new(),
                handler: format!("{name}.perform"),
                path: name,
                symbol: project.method(module, "perform"),
                owner: Some(module),
                file,
                line: project.definition(module).line,
            });
        }
    }
}
