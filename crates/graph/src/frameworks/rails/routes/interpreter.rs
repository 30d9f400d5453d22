//! Runs the calls of route files; those that open a scope are in [`super::nesting`].

use super::options::Options;
use super::scope::{Level, Scope, join};
use super::{Route, Target, devise, texts};
use crate::frameworks::call::{Call, FileCalls, Value};
use crate::frameworks::project::Project;
use crate::ids::FileId;
use fathom_syntax::inflection::snake;
use fathom_syntax::{ArgumentKind, CallFlags, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks in blocks, drawn files and concerns included.
const DEEPEST: usize = 40;
/// Routes of one repository.
const MOST_ROUTES: usize = 100_000;

const VERBS: [&str; 6] = ["get", "post", "put", "patch", "delete", "options"];

/// Actions whose path is that of their resource.
const CANONICAL: [&str; 6] = ["index", "create", "new", "show", "update", "destroy"];

/// Options of routes; any other key of a hash is a path.
const OPTIONS: &[&str] = &[
    "to",
    "via",
    "as",
    "on",
    "controller",
    "action",
    "constraints",
    "defaults",
    "format",
    "path",
    "only",
    "except",
    "module",
    "shallow",
    "shallow_path",
    "shallow_prefix",
    "param",
    "path_names",
    "concerns",
    "at",
    "anchor",
    "trailing_slash",
    "host",
    "subdomain",
    "domain",
    "protocol",
    "port",
    "params",
    "id",
    "if",
    "script_name",
    "only_path",
    "internal",
    "redirect",
    "locale",
    "self",
];

/// Calls whose blocks hold no routes.
const CLOSED: [&str; 8] = ["direct", "resolve", "redirect", "lambda", "proc", "new", "instance_exec", "tap"];

pub(super) struct Interpreter<'i, 'p, 'a> {
    project: &'i Project<'p, 'a>,
    pub(super) files: &'i FxHashMap<FileId, FileCalls<'a>>,
    pub(super) routes: Vec<Route>,
    /// Blocks of `concern`, by name.
    concerns: FxHashMap<String, (FileId, usize)>,
    /// Routes of engines, by the constant of the engine.
    engines: Vec<(String, Vec<Route>)>,
    /// Where engines are mounted, by their constant.
    mounts: Vec<(String, String)>,
    depth: usize,
}

impl<'i, 'p, 'a> Interpreter<'i, 'p, 'a> {
    pub(super) fn new(
        project: &'i Project<'p, 'a>,
        files: &'i FxHashMap<FileId, FileCalls<'a>>,
    ) -> Interpreter<'i, 'p, 'a> {
        Interpreter {
            project,
            files,
            routes: Vec::new(),
            concerns: FxHashMap::default(),
            engines: Vec::new(),
            mounts: Vec::new(),
            depth: 0,
        }
    }

    /// Runs the block of one `draw`.
    pub(super) fn draw(&mut self, file: FileId, at: usize) {
        let Some(call) = self.files.get(&file).and_then(|calls| calls.all.get(at)) else { return };
        let drawn = call.receiver().trim_end_matches("()").trim_end_matches(".routes");
        let engine = match drawn {
            "" => super::drawn_engine(self.project, call).unwrap_or_default(),
            _ => drawn.replace('.', "::").trim_start_matches("::").to_owned(),
        };
        let is_engine = engine.ends_with("Engine");
        let mut scope = Scope::root();
        scope.variables = texts::of(self.project, file);
        if is_engine {
            scope.module = self.isolated(&engine).unwrap_or_default();
        }
        let before = self.routes.len();
        self.block(file, at, &scope);
        if is_engine {
            let routes = self.routes.split_off(before);
            match self.engines.iter_mut().find(|(name, _)| *name == engine) {
                Some((_, known)) => known.extend(routes),
                None => self.engines.push((engine, routes)),
            }
        }
    }

    /// The module that an engine's controllers are in.
    fn isolated(&self, engine: &str) -> Option<String> {
        let class = self.project.type_called("ruby", &engine.replace("::", "."))?;
        let file = self.project.file_of(class);
        let names: FxHashSet<u64> = [hash_name("isolate_namespace")].into_iter().collect();
        let call = self.project.calls_named(file, &names).next()?;
        let module = call.first()?;
        let parts: Vec<String> =
            module.text().split('.').filter(|part| !part.is_empty()).map(snake).collect();
        Some(parts.join("/"))
    }

    /// All routes, those of engines below the places where they are mounted.
    pub(super) fn finish(mut self) -> Vec<Route> {
        for (engine, routes) in std::mem::take(&mut self.engines) {
            let mounted = self.mounts.iter().find(|(name, _)| *name == engine);
            let prefix = mounted.map(|(_, path)| path.clone()).unwrap_or_default();
            self.routes.extend(
                routes
                    .into_iter()
                    .map(|route| Route { path: absolute(&join(&prefix, &route.path)), ..route }),
            );
        }
        self.routes
    }

    pub(super) fn block(&mut self, file: FileId, at: usize, scope: &Scope) {
        let Some(calls) = self.files.get(&file) else { return };
        self.run(file, calls.inside(at), scope);
    }

    fn run(&mut self, file: FileId, places: &[usize], scope: &Scope) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        for &at in places {
            if self.routes.len() < MOST_ROUTES {
                self.call(file, at, scope);
            }
        }
        self.depth -= 1;
    }

    fn call(&mut self, file: FileId, at: usize, scope: &Scope) {
        let Some(calls) = self.files.get(&file) else { return };
        let call = &calls.all[at];
        let name = call.name();
        match name {
            _ if VERBS.contains(&name) => self.matched(call, &[name.to_ascii_uppercase()], scope),
            "match" => {
                let options = Options::new(call, &scope.variables);
                let via = options.list("via").unwrap_or_else(|| scope.via.clone());
                let methods: Vec<String> = via.iter().map(|one| one.to_ascii_uppercase()).collect();
                let any = methods.is_empty() || methods.iter().any(|one| one == "ALL");
                self.matched(call, &if any { vec!["ANY".to_owned()] } else { methods }, scope);
            }
            "root" => self.root(call, scope),
            "resources" | "resource" => self.resources(file, at, scope),
            "namespace" => self.namespace(file, at, scope),
            "scope" => self.scope(file, at, scope),
            "controller" => {
                let mut scope = scope.clone();
                scope.controller = Options::new(call, &scope.variables).positional().into_iter().next();
                self.block(file, at, &scope);
            }
            "member" => self.block(file, at, &scope.member()),
            "collection" => self.block(file, at, &scope.collection()),
            "new" if call.receiver().is_empty() => self.block(file, at, &scope.new_one()),
            "nested" => self.block(file, at, &scope.nested()),
            "shallow" => {
                let mut scope = scope.clone();
                scope.shallow = true;
                self.block(file, at, &scope);
            }
            "concern" => {
                if let Some(name) = call.first().and_then(|first| first.literal()) {
                    self.concerns.insert(name.to_owned(), (file, at));
                }
            }
            "concerns" => {
                let names = Options::new(call, &scope.variables).positional();
                self.run_concerns(&names, scope);
            }
            "mount" => self.mount(call, scope),
            "draw" if call.receiver().is_empty() => self.draw_file(file, call, scope),
            "devise_for" => {
                let mut scope = scope.clone();
                scope.level = Level::Root;
                self.routes.extend(devise::routes(self.project, call, &scope));
            }
            "each" | "each_with_index" | "each_with_object" | "map" => self.each(file, at, scope),
            _ if CLOSED.contains(&name) => {}
            _ => self.block(file, at, scope),
        }
    }

    pub(super) fn add(&mut self, call: &Call<'_>, method: &str, path: &str, target: Target) {
        let path = absolute(path.trim_end_matches("(.:format)"));
        // A path that a program computes is not known.
        if !path.contains("#{") {
            let (file, line) = (call.file, call.line());
            self.routes.push(Route { method: method.to_owned(), path, target, file, line });
        }
    }

    /// `get`, `match` and the like.
    fn matched(&mut self, call: &Call<'a>, methods: &[String], scope: &Scope) {
        let options = Options::new(call, &scope.variables);
        let in_level = match options.text("on").as_deref() {
            Some("member") => scope.member(),
            Some("collection") => scope.collection(),
            Some("new") => scope.new_one(),
            _ => match (&scope.resource, scope.level) {
                (Some(resource), Level::Resource) if resource.is_single => scope.member(),
                (Some(_), Level::Resource) => scope.nested(),
                _ => scope.clone(),
            },
        };
        let paired = call.keywords().find(|value| !OPTIONS.contains(&value.name()) && is_target(value));
        let mut paths = options.paths();
        if let Some(paired) = &paired {
            paths = vec![(super::options::keyed(paired, &scope.variables), false)];
        }
        let to = options.value("to").or(paired);
        for (part, is_action) in paths {
            self.one(call, methods, &in_level, (&part, is_action), to.as_ref(), &options);
        }
    }

    fn one(
        &mut self,
        call: &Call<'a>,
        methods: &[String],
        scope: &Scope,
        (part, is_action): (&str, bool),
        to: Option<&Value<'a>>,
        options: &Options<'_, 'a>,
    ) {
        let plain = part.trim_end_matches("(.:format)");
        let word = plain.trim_matches('/');
        let in_resource = matches!(scope.level, Level::Member | Level::Collection | Level::New);
        let renamed = options.text("path");
        let path = match &renamed {
            Some(path) => scope.path_with(path),
            None if is_action && in_resource && CANONICAL.contains(&word) => scope.path.clone(),
            None => {
                let names = scope.resource.as_ref().filter(|_| is_action && in_resource);
                scope.path_with(names.map_or(plain, |resource| resource.path_name(plain)))
            }
        };
        let mut controller = options.text("controller").or_else(|| scope.controller.clone());
        let mut action = options.text("action").or_else(|| scope.action.clone());
        let is_word =
            |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
        let target = match to {
            None => {
                let parts: Vec<&str> = word.split('/').collect();
                let shorthand = parts.len() > 1 && parts.iter().all(|part| !part.is_empty() && is_word(part));
                if shorthand
                    && action.is_none()
                    && (controller.is_none() || plain.starts_with('/') || !in_resource)
                {
                    let (path, last) = word.rsplit_once('/').unwrap_or(("", word));
                    controller = Some(path.replace('-', "_"));
                    action = Some(last.replace('-', "_"));
                } else if action.is_none() && is_word(word) {
                    action = Some(word.replace('-', "_"));
                }
                None
            }
            Some(to) => match to.kind() {
                ArgumentKind::Text | ArgumentKind::Template | ArgumentKind::Symbol => {
                    let text = super::options::inserted(to, &scope.variables).unwrap_or_default();
                    match text.split_once('#') {
                        Some((named, act)) => {
                            if !named.is_empty() {
                                controller = Some(named.to_owned());
                            }
                            action = Some(act.to_owned());
                        }
                        None => action = Some(text),
                    }
                    None
                }
                ArgumentKind::Name if to.text().starts_with("redirect") => {
                    Some(Target::Redirect(self.redirected(call)))
                }
                ArgumentKind::Name => {
                    let name = constant(to.text());
                    Some(if name.is_empty() { Target::Inline } else { Target::Mounted(name) })
                }
                _ => Some(Target::Inline),
            },
        };
        let target = target.or_else(|| {
            let controller = scope.controller_path(&controller?);
            Some(Target::Action { controller, action: action? })
        });
        let Some(target) = target else { return };
        for method in methods {
            self.add(call, method, &path, target.clone());
        }
    }

    /// The address that `redirect` among the arguments of a call is given.
    fn redirected(&self, call: &Call<'_>) -> String {
        let Some(calls) = self.files.get(&call.file) else { return String::new() };
        let start = calls.all.partition_point(|one| one.number <= call.number);
        let mut inner =
            calls.all[start..].iter().take(8).filter(|one| one.site.enclosing == Some(call.number));
        let redirect = inner.find(|one| one.name() == "redirect");
        redirect.and_then(|one| one.first()?.literal()).unwrap_or_default().to_owned()
    }

    fn root(&mut self, call: &Call<'a>, scope: &Scope) {
        let options = Options::new(call, &scope.variables);
        let first = call.first();
        let to = options.value("to").or(first);
        let scope = if scope.level == Level::Resource { scope.nested() } else { scope.clone() };
        self.one(call, &["GET".to_owned()], &scope, ("/", false), to.as_ref(), &options);
    }

    pub(super) fn run_concerns(&mut self, names: &[String], scope: &Scope) {
        for name in names {
            if let Some(&(file, at)) = self.concerns.get(name) {
                self.depth += 1;
                if self.depth < DEEPEST {
                    self.block(file, at, scope);
                }
                self.depth -= 1;
            }
        }
    }

    fn mount(&mut self, call: &Call<'a>, scope: &Scope) {
        let options = Options::new(call, &scope.variables);
        let first = call.first().map(|first| constant(first.text()));
        let paired = call.keywords().find(|value| !OPTIONS.contains(&value.name()));
        let (name, path) = match (first, &paired) {
            (Some(name), _) => (name, options.text("at").unwrap_or_default()),
            (None, Some(pair)) => {
                let path = super::options::inserted(pair, &scope.variables);
                (constant(&pair.name().replace("::", ".")), path.unwrap_or_default())
            }
            _ => return,
        };
        let scope = if scope.level == Level::Resource { scope.nested() } else { scope.clone() };
        let path = absolute(&scope.path_with(&path));
        self.mounts.push((name.clone(), path.clone()));
        self.add(call, "ANY", &path, Target::Mounted(name));
    }

    /// `draw :admin` runs `config/routes/admin.rb`.
    fn draw_file(&mut self, file: FileId, call: &Call<'a>, scope: &Scope) {
        let Some(name) = call.first().and_then(|first| first.literal()) else { return };
        let path = self.project.path(file);
        let folder = path.find("config/routes").map_or("", |at| &path[..at]);
        let drawn = format!("{folder}config/routes/{name}.rb");
        let Some(drawn) = self.project.world.tables.path(&drawn) else { return };
        if let Some(calls) = self.files.get(&drawn) {
            let places: Vec<usize> = calls.outermost().collect();
            let mut scope = scope.clone();
            scope.variables.extend(texts::of(self.project, drawn));
            self.run(drawn, &places, &scope);
        }
    }

    /// A loop over a list that is written out runs for each element, any other one once.
    fn each(&mut self, file: FileId, at: usize, scope: &Scope) {
        let Some(calls) = self.files.get(&file) else { return };
        let call = &calls.all[at];
        if !call.site.flags.has(CallFlags::BLOCK) {
            return;
        }
        let elements = call.keyword("self").map(|list| {
            let texts = list.elements().map(|one| super::options::inserted(&one, &scope.variables));
            texts.collect::<Option<Vec<String>>>().unwrap_or_default()
        });
        let facts = call.facts;
        let mut bound =
            facts.bindings.iter().filter(|one| one.line == call.line() && one.scope == call.scope());
        let variable = bound.next().map(|one| facts.text(one.name).to_owned());
        match (elements, variable) {
            (Some(elements), Some(variable)) if !elements.is_empty() => {
                for element in elements {
                    let mut inner = scope.clone();
                    inner.variables.push((variable.clone(), element));
                    self.block(file, at, &inner);
                }
            }
            _ => self.block(file, at, scope),
        }
    }
}

/// Whether a value of a hash names what handles a path.
fn is_target(value: &Value<'_>) -> bool {
    match value.kind() {
        ArgumentKind::Text | ArgumentKind::Template => value.text().contains('#'),
        ArgumentKind::Name => value.text().starts_with("redirect") || value.text().contains('.'),
        ArgumentKind::Symbol | ArgumentKind::Block => true,
        _ => false,
    }
}

/// A constant as it is written: `Sidekiq.Web` is `Sidekiq::Web`.
fn constant(chain: &str) -> String {
    let chain = chain.trim_start_matches("::").trim_end_matches("()");
    chain
        .split('.')
        .take_while(|part| part.starts_with(|c: char| c.is_uppercase()))
        .collect::<Vec<_>>()
        .join("::")
}

/// A path with one slash in front.
fn absolute(path: &str) -> String {
    let mut out = String::from("/");
    for part in path.split('/').filter(|part| !part.is_empty()) {
        if out.len() > 1 && !out.ends_with('/') {
            out.push('/');
        }
        out.push_str(part);
    }
    // An optional part has its slash inside of its parentheses, unless it is the whole path.
    let only_optional = out.starts_with("/(") && out.ends_with(')') && out.matches('(').count() == 1;
    if only_optional { out } else { out.replace("/(/", "(/").replace("/(", "(/") }
}
