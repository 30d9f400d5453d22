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

    /// Whether it is a variable at the top of a file.
    pub(crate) fn is_of(self, project: &Project<'_, '_>, file: FileId) -> bool {
        self.part == 0 && project.file_of(self.symbol) == file && self.symbol != project.symbol(file, 0)
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
    /// Where it is declared, if filters behind it do not apply.
    place: Option<(FileId, u32)>,
}

/// A filter of a router.
struct RouterLayer {
    /// The path below which it applies; empty for all.
    below: String,
    layer: Layer,
}

/// Everything that a model declares.
#[derive(Default)]
pub(crate) struct Routing {
    routes: Vec<RouteDeclaration>,
    mounts: FxHashMap<Router, Vec<Mount>>,
    prefixes: FxHashMap<Router, String>,
    layers: FxHashMap<Router, Vec<RouterLayer>>,
    /// A filter applies to what is declared behind it.
    is_ordered: bool,
    /// Paths are put together as they are written, without slashes between them.
    is_verbatim: bool,
}

impl Routing {
    /// For a framework whose prefixes contain their slashes.
    pub(crate) fn verbatim() -> Routing {
        Routing { is_verbatim: true, ..Routing::default() }
    }

    /// For a framework whose filters apply to what is declared behind them.
    pub(crate) fn ordered() -> Routing {
        Routing { is_ordered: true, ..Routing::default() }
    }

    /// Adds a route.
    pub(crate) fn route(&mut self, route: RouteDeclaration) {
        self.routes.push(route);
    }

    /// Puts a router below a prefix of another one, or at the root.
    pub(crate) fn mount(&mut self, child: Router, parent: Option<Router>, prefix: &str, layers: Vec<Layer>) {
        self.mount_at(child, parent, prefix, layers, None);
    }

    /// Puts a router below another one at a place in the text.
    pub(crate) fn mount_at(
        &mut self,
        child: Router,
        parent: Option<Router>,
        prefix: &str,
        layers: Vec<Layer>,
        place: Option<(FileId, u32)>,
    ) {
        if parent != Some(child) {
            let mount = Mount { parent, prefix: prefix.to_owned(), layers, place };
            self.mounts.entry(child).or_default().push(mount);
        }
    }

    /// Says that a router is another one under a different name: a parameter, and what it is given.
    pub(crate) fn same(&mut self, one: Router, other: Router) {
        if let Some(layers) = self.layers.remove(&one) {
            self.layers.entry(other).or_default().extend(layers);
        }
        self.mount(one, Some(other), "", Vec::new());
    }

    /// The bodies in which a part is a router.
    pub(crate) fn bodies(&self) -> FxHashSet<SymbolId> {
        let routes = self.routes.iter().filter_map(|route| route.router);
        let parents = self.mounts.values().flatten().filter_map(|mount| mount.parent);
        let all = routes.chain(parents).chain(self.layers.keys().copied());
        all.filter(|router| router.part != 0).map(|router| router.symbol).collect()
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
        self.filter_below(router, "", layer);
    }

    /// Adds a filter to the routes of a router below a path.
    pub(crate) fn filter_below(&mut self, router: Router, below: &str, layer: Layer) {
        self.layers.entry(router).or_default().push(RouterLayer { below: below.to_owned(), layer });
    }

    /// The filters of a router that apply to a path below it, which is declared at a place.
    fn active(&self, router: Router, path: &str, place: Option<(FileId, u32)>) -> Vec<Layer> {
        let is_before = |layer: &Layer| {
            let behind = place.is_some_and(|(file, line)| layer.file == file && layer.line > line);
            !self.is_ordered || !behind || layer.kind == FilterKind::After
        };
        let own = self.layers.get(&router).into_iter().flatten();
        let own = own.filter(|one| is_below(path, &one.below) && is_before(&one.layer));
        own.map(|one| one.layer.clone()).collect()
    }

    /// Contributes every route with its whole path and its filters, outermost first.
    pub(crate) fn finish(mut self, project: &Project<'_, '_>, out: &mut Contributions) {
        let routes = std::mem::take(&mut self.routes);
        let mut seen: FxHashSet<(String, String, String)> = FxHashSet::default();
        let mut filtered: FxHashSet<(SymbolId, FileId, u32, String)> = FxHashSet::default();
        for route in routes {
            let places = self.places(&route);
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
    fn places(&self, route: &RouteDeclaration) -> Vec<(String, Vec<Layer>)> {
        let mut places = Vec::new();
        match route.router {
            Some(router) => {
                let own = self.prefixes.get(&router).cloned().unwrap_or_default();
                let layers = self.active(router, &route.path, Some((route.file, route.line)));
                self.climb(router, &route.path, own, layers, DEEPEST, &mut places);
            }
            None => places.push((String::new(), Vec::new())),
        }
        places
    }

    fn climb(
        &self,
        router: Router,
        route: &str,
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
                    let mut outer = self.active(parent, &self.joined(&path, route), mount.place);
                    let own = self.prefixes.get(&parent).map_or("", String::as_str);
                    let path = self.joined_below(own, &path);
                    outer.append(&mut all);
                    outer.truncate(MOST_FILTERS);
                    self.climb(parent, route, path, outer, steps - 1, places);
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

/// Whether a path is below another one; a parameter is any word.
fn is_below(path: &str, above: &str) -> bool {
    let parts = |path: &'_ str| {
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let (path, above) = (parts(path), parts(above));
    let fits = |(one, other): (&String, &String)| {
        one == other || one.starts_with(':') || other.starts_with([':', '*'])
    };
    path.len() >= above.iter().filter(|part| !part.starts_with('*')).count()
        && path.iter().zip(&above).all(fits)
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
