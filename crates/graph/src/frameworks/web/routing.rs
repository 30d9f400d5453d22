//! Routes on nested routers, put together.

use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Filter, FilterKind, Hop, InlineHandler};
use super::path::join;
use crate::ids::{FileId, SymbolId};
use crate::model::{EdgeKind, Resolution};
use rustc_hash::{FxHashMap, FxHashSet};

/// Routers around a router that are followed.
const DEEPEST: usize = 12;
/// Places at which one router is mounted.
const MOST_PLACES: usize = 16;
/// Filters of one route.
const MOST_FILTERS: usize = 48;

/// The object that routes are declared on: a variable, a function that returns one, a local or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Router {
    /// The symbol that is it or in whose body it is.
    symbol: SymbolId,
    /// Identifies a part of the body: a hash or a number; 0 for the symbol itself.
    part: u64,
}

impl Router {
    /// A symbol.
    pub(crate) fn of(symbol: SymbolId) -> Router {
        Router { symbol, part: 0 }
    }

    /// A part of a symbol's body: a local by the hash of its name, or a call by its number.
    pub(crate) fn part(symbol: SymbolId, part: u64) -> Router {
        Router { symbol, part: part.max(1) }
    }
}

/// The handler of a route.
#[derive(Clone, Debug, Default)]
pub(crate) struct Handler {
    /// Its qualified name.
    pub(crate) name: String,
    pub(crate) symbol: Option<SymbolId>,
    /// The type whose filters apply.
    pub(crate) owner: Option<SymbolId>,
    /// The call with its code, if it has no name; the symbol is then that of the body around it.
    pub(crate) inline: Option<u32>,
}

/// A filter as declared.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) kind: FilterKind,
    pub(crate) name: String,
    pub(crate) symbol: Option<SymbolId>,
    pub(crate) file: FileId,
    pub(crate) line: u32,
}

/// A route as declared.
#[derive(Clone, Debug)]
pub(crate) struct RouteDeclaration {
    pub(crate) router: Option<Router>,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) handler: Handler,
    pub(crate) layers: Vec<Layer>,
    pub(crate) file: FileId,
    pub(crate) line: u32,
}

struct Mount {
    parent: Option<Router>,
    prefix: String,
    layers: Vec<Layer>,
}

/// Everything that a model declares.
#[derive(Default)]
pub(crate) struct Routing {
    routes: Vec<RouteDeclaration>,
    mounts: FxHashMap<Router, Vec<Mount>>,
    prefixes: FxHashMap<Router, String>,
    layers: FxHashMap<Router, Vec<Layer>>,
    /// Paths are put together as they are written, without slashes between them.
    is_verbatim: bool,
}

impl Routing {
    /// For a framework whose prefixes contain their slashes.
    pub(crate) fn verbatim() -> Routing {
        Routing { is_verbatim: true, ..Routing::default() }
    }

    /// Adds a route.
    pub(crate) fn route(&mut self, route: RouteDeclaration) {
        self.routes.push(route);
    }

    /// Puts a router below a prefix of another one, or at the root.
    pub(crate) fn mount(&mut self, child: Router, parent: Option<Router>, prefix: &str, layers: Vec<Layer>) {
        if parent != Some(child) {
            let mount = Mount { parent, prefix: prefix.to_owned(), layers };
            self.mounts.entry(child).or_default().push(mount);
        }
    }

    /// Makes a list of routes a part of another one.
    pub(crate) fn sum(&mut self, part: Router, whole: Router) {
        self.mount(part, Some(whole), "", Vec::new());
    }

    /// Gives a router a prefix of its own.
    pub(crate) fn prefix(&mut self, router: Router, prefix: &str) {
        self.prefixes.insert(router, prefix.to_owned());
    }

    /// Adds a filter to all routes of a router.
    pub(crate) fn filter(&mut self, router: Router, layer: Layer) {
        self.layers.entry(router).or_default().push(layer);
    }

    /// Contributes every route with its whole path and its filters, outermost first.
    pub(crate) fn finish(mut self, project: &Project<'_, '_>, out: &mut Contributions) {
        let routes = std::mem::take(&mut self.routes);
        let mut seen: FxHashSet<(String, String, String)> = FxHashSet::default();
        let mut filtered: FxHashSet<(SymbolId, FileId, u32, String)> = FxHashSet::default();
        for route in routes {
            let places = self.places(route.router);
            for (prefix, layers) in places {
                let path = self.joined(&prefix, &route.path);
                let path = if path.starts_with('/') { path } else { format!("/{path}") };
                if !seen.insert((route.method.clone(), path.clone(), route.handler.name.clone())) {
                    continue;
                }
                let all: Vec<Layer> = layers.into_iter().chain(route.layers.iter().cloned()).collect();
                contribute(project, &route, path, &all, &mut filtered, out);
            }
        }
    }

    fn joined(&self, prefix: &str, path: &str) -> String {
        if self.is_verbatim { format!("{prefix}{path}") } else { join(prefix, path) }
    }

    /// Prefixes of a router with the filters around it.
    fn places(&self, router: Option<Router>) -> Vec<(String, Vec<Layer>)> {
        let mut places = Vec::new();
        match router {
            Some(router) => {
                let own = self.prefixes.get(&router).cloned().unwrap_or_default();
                let layers = self.layers.get(&router).cloned().unwrap_or_default();
                self.climb(router, own, layers, DEEPEST, &mut places);
            }
            None => places.push((String::new(), Vec::new())),
        }
        places
    }

    fn climb(
        &self,
        router: Router,
        below: String,
        layers: Vec<Layer>,
        steps: usize,
        places: &mut Vec<(String, Vec<Layer>)>,
    ) {
        if places.len() >= MOST_PLACES || steps == 0 {
            return;
        }
        let Some(mounts) = self.mounts.get(&router) else {
            places.push((below, layers));
            return;
        };
        for mount in mounts {
            let path = self.joined_below(&mount.prefix, &below);
            let mut all = mount.layers.clone();
            all.extend(layers.iter().cloned());
            match mount.parent {
                Some(parent) => {
                    let own = self.prefixes.get(&parent).map_or("", String::as_str);
                    let path = self.joined_below(own, &path);
                    let mut outer = self.layers.get(&parent).cloned().unwrap_or_default();
                    outer.append(&mut all);
                    outer.truncate(MOST_FILTERS);
                    self.climb(parent, path, outer, steps - 1, places);
                }
                None => places.push((path, all)),
            }
        }
    }

    fn joined_below(&self, prefix: &str, below: &str) -> String {
        if prefix.is_empty() {
            below.to_owned()
        } else if below.is_empty() {
            prefix.to_owned()
        } else {
            self.joined(prefix, below)
        }
    }
}

fn contribute(
    project: &Project<'_, '_>,
    route: &RouteDeclaration,
    path: String,
    layers: &[Layer],
    filtered: &mut FxHashSet<(SymbolId, FileId, u32, String)>,
    out: &mut Contributions,
) {
    let Handler { name, symbol, owner, inline } = route.handler.clone();
    if let Some(handler) = symbol.or(owner) {
        let from = project.symbol(route.file, 0);
        if from != handler {
            let hop = Hop::new(from, handler, EdgeKind::Route, Resolution::Exact, route.line, None);
            out.hop(hop, &format!("{} {path}", route.method));
        }
        // Several handlers without a name have one symbol: their filters name the handler.
        let only = inline.map(|_| vec![name.clone()]);
        let applied = inline.map_or_else(String::new, |_| name.clone());
        for layer in layers {
            let key = (handler, layer.file, layer.line, format!("{} {applied}", layer.name));
            if filtered.insert(key) {
                add_filter(project, handler, layer, only.clone(), out);
            }
        }
    }
    if let Some(reference) = inline {
        out.models.inline_handlers.push(InlineHandler { file: route.file, line: route.line, reference });
    }
    out.models.endpoints.push(Endpoint {
        kind: EndpointKind::Route,
        method: route.method.clone(),
        path,
        handler: name,
        symbol,
        owner,
        file: route.file,
        line: route.line,
    });
}

/// Adds a filter to one handler.
pub(crate) fn add_filter(
    project: &Project<'_, '_>,
    handler: SymbolId,
    layer: &Layer,
    only: Option<Vec<String>>,
    out: &mut Contributions,
) {
    if let Some(symbol) = layer.symbol {
        // The evidence is a line of the handler's file.
        let line = project.definition(handler).line;
        let hop = Hop::new(handler, symbol, EdgeKind::Filter, Resolution::Exact, line, None);
        out.hop(hop, "");
    }
    out.models.filters.push(Filter {
        owner: handler,
        kind: layer.kind,
        name: layer.name.clone(),
        symbol: layer.symbol,
        only,
        except: Vec::new(),
        condition: String::new(),
        file: layer.file,
        line: layer.line,
    });
}
