//! Next.js: files are routes. `pages/orders/[id].tsx` and `app/orders/[id]/page.tsx` serve pages,
//! `pages/api` and `route.ts` serve requests, and `middleware.ts` runs before all of them.

use super::project::Project;
use super::web::{Handler, Layer, RouteDeclaration, Routing};
use super::{Contributions, FilterKind, Framework};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::Kind;

pub(super) const NEXT: Framework =
    Framework { name: "next", languages: &["typescript", "tsx", "javascript"], applies, model };

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/// Functions of a page that run on the server before it.
const LOADERS: [&str; 4] = ["getServerSideProps", "getStaticProps", "getInitialProps", "generateMetadata"];

fn applies(project: &Project<'_, '_>) -> bool {
    project.depends_on("next")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut routing = Routing::default();
    let all: Vec<FileId> = NEXT.languages.iter().flat_map(|one| project.files_in(one)).collect();
    let middleware: Vec<(String, Layer)> = all.iter().filter_map(|file| middleware(project, *file)).collect();
    for file in &all {
        let path = project.path(*file);
        let Some((root, route)) = route_of(path) else { continue };
        let around = middleware.iter().filter(|(folder, _)| root.starts_with(folder.as_str()));
        let around: Vec<Layer> = around.map(|(_, layer)| layer.clone()).collect();
        for (method, handler) in handlers(project, *file, path) {
            let mut layers = around.clone();
            layers.extend(loaders(project, *file));
            let symbol = handler.symbol.or(handler.owner);
            routing.route(RouteDeclaration {
                router: None,
                method: method.to_owned(),
                path: route.clone(),
                layers,
                file: *file,
                line: symbol.map_or(1, |one| project.definition(one).line),
                handler,
            });
        }
    }
    routing.finish(project, out);
}

/// The folder of the application and the route that a file serves.
fn route_of(path: &str) -> Option<(&str, String)> {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    if let Some((root, rest)) = below(stem, "app") {
        let (folder, name) = rest.rsplit_once('/').unwrap_or(("", rest));
        return matches!(name, "page" | "route").then(|| (root, segments(folder)));
    }
    let (root, rest) = below(stem, "pages")?;
    let name = rest.rsplit('/').next().unwrap_or(rest);
    // `orders.test` is not a page; the dots of `[...rest]` are part of a parameter.
    let after_parameters = name.rsplit(']').next().unwrap_or(name);
    if name.starts_with('_') || after_parameters.contains('.') || matches!(name, "404" | "500") {
        return None;
    }
    let rest = rest.strip_suffix("/index").unwrap_or(if rest == "index" { "" } else { rest });
    Some((root, segments(rest)))
}

/// Splits a path at the folder of pages, which is at the root of a package or in its `src`.
fn below<'p>(path: &'p str, folder: &str) -> Option<(&'p str, &'p str)> {
    let start = format!("{folder}/");
    if let Some(rest) = path.strip_prefix(&start) {
        return Some(("", rest));
    }
    let at = path.find(&format!("/{start}"))?;
    let root = &path[..at];
    let is_package = root.split('/').count() <= 3;
    is_package.then(|| (root.strip_suffix("/src").unwrap_or(root), &path[at + start.len() + 1..]))
}

/// `orders/[id]/(tabs)/@modal/[...rest]` as a path.
fn segments(folder: &str) -> String {
    let mut path = String::new();
    for segment in folder.split('/').filter(|one| !one.is_empty()) {
        if segment.starts_with('(') && segment.ends_with(')') || segment.starts_with('@') {
            continue;
        }
        let name = segment.trim_start_matches('[').trim_end_matches(']');
        path.push('/');
        match name.strip_prefix("...") {
            Some(rest) => path.extend(["*", rest]),
            None if name != segment => path.extend([":", name]),
            None => path.push_str(segment),
        }
    }
    if path.is_empty() { "/".to_owned() } else { path }
}

fn handlers(project: &Project<'_, '_>, file: FileId, path: &str) -> Vec<(&'static str, Handler)> {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    if stem.ends_with("/route") {
        let own = METHODS.iter().filter_map(|method| {
            project.thing_in(file, method).map(|symbol| (*method, project.handler(symbol)))
        });
        return own.collect();
    }
    let is_api = path.starts_with("pages/api/") || path.contains("/pages/api/");
    let method = if is_api { "ANY" } else { "GET" };
    exported(project, file).map(|symbol| (method, project.handler(symbol))).into_iter().collect()
}

/// What a page exports: the function named in its `export default`, else its first component.
fn exported(project: &Project<'_, '_>, file: FileId) -> Option<SymbolId> {
    let facts = project.facts(file);
    let tops = (1u32..).zip(facts.definitions.iter().skip(1)).filter(|(_, one)| one.parent == 0);
    let runs = |kind: Kind| kind.is_callable() || kind.is_type();
    let is_default = |signature: &str| signature.contains("export default");
    let mut first = None;
    for (local, definition) in tops {
        let name = facts.text(definition.name);
        let is_page = runs(definition.kind()) || name.starts_with(char::is_uppercase);
        if !is_page || LOADERS.contains(&name) {
            continue;
        }
        if is_default(facts.text(definition.signature)) || name == "handler" {
            return Some(project.symbol(file, local));
        }
        first = Some(local);
    }
    first.map(|local| project.symbol(file, local))
}

fn loaders(project: &Project<'_, '_>, file: FileId) -> Vec<Layer> {
    let own = LOADERS.iter().filter_map(|name| project.thing_in(file, name).map(|symbol| (name, symbol)));
    own.filter(|(_, symbol)| project.file_of(*symbol) == file)
        .map(|(name, symbol)| Layer {
            kind: FilterKind::Before,
            name: (*name).to_owned(),
            symbol: Some(symbol),
            file,
            line: project.definition(symbol).line,
        })
        .collect()
}

/// The middleware of an application, with the folder that it applies to.
fn middleware(project: &Project<'_, '_>, file: FileId) -> Option<(String, Layer)> {
    let path = project.path(file);
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let folder = stem.strip_suffix("middleware").filter(|rest| rest.is_empty() || rest.ends_with('/'))?;
    let symbol = project.thing_in(file, "middleware").or_else(|| exported(project, file))?;
    let folder = folder.trim_end_matches('/');
    let folder = folder.strip_suffix("src").unwrap_or(folder).trim_end_matches('/');
    let layer = Layer {
        kind: FilterKind::Before,
        name: "middleware".to_owned(),
        symbol: Some(symbol),
        file,
        line: project.definition(symbol).line,
    };
    Some((folder.to_owned(), layer))
}

#[cfg(test)]
mod tests {
    use super::route_of;

    #[test]
    fn a_path_of_a_file_is_a_route() {
        let route = |path: &str| route_of(path).map(|(_, route)| route);
        assert_eq!(route("pages/index.tsx").unwrap(), "/");
        assert_eq!(route("pages/orders/[id].tsx").unwrap(), "/orders/:id");
        assert_eq!(route("src/pages/api/orders/[...rest].ts").unwrap(), "/api/orders/*rest");
        assert_eq!(route("apps/web/app/(shop)/orders/[id]/page.tsx").unwrap(), "/orders/:id");
        assert_eq!(route("app/api/orders/route.ts").unwrap(), "/api/orders");
        assert_eq!(route("pages/docs/[[...slug]].tsx").unwrap(), "/docs/*slug");
        assert_eq!(route("pages/orders/[id].test.tsx"), None);
        assert_eq!(route("pages/orders.test.tsx"), None);
        assert_eq!(route("pages/_app.tsx"), None);
        assert_eq!(route("app/orders/layout.tsx"), None);
    }
}
