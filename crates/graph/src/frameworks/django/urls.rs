//! URL patterns: lists of `path` and `re_path` that include each other.

use super::super::Contributions;
use super::super::call::Call;
use super::super::project::Project;
use super::super::web::{RouteDeclaration, Router, Routing, template};
use super::include::{Included, included};
use super::{rest, views};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions that make a pattern.
const PATTERNS: [&str; 3] = ["path", "re_path", "url"];
/// Functions that only change which prefix a list has.
const WRAPPERS: [&str; 2] = ["i18n_patterns", "static"];

/// The patterns of one file.
struct PatternFile<'a> {
    file: FileId,
    calls: Vec<Call<'a>>,
    by_number: FxHashMap<u32, usize>,
}

impl<'a> PatternFile<'a> {
    /// The call around a call, as its argument or in a list among its arguments.
    fn around(&self, call: &Call<'a>) -> Option<&Call<'a>> {
        self.by_number.get(&call.site.enclosing?).map(|at| &self.calls[*at])
    }

    /// The pattern that a call is an argument of, through `include` and what else is between.
    fn pattern_around(&self, call: &Call<'a>) -> Option<&Call<'a>> {
        let mut at = self.around(call)?;
        for _ in 0..8 {
            if is_pattern(at) {
                return Some(at);
            }
            at = self.around(at)?;
        }
        None
    }
}

fn is_pattern(call: &Call<'_>) -> bool {
    PATTERNS.contains(&call.name()) && !matches!(call.receiver(), "os" | "os.path")
}

/// Adds the routes of all URL configurations.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> =
        PATTERNS.iter().chain(&["include", "register"]).map(|name| hash_name(name)).collect();
    let mut routing = Routing::verbatim();
    let mut files = Vec::new();
    for file in project.files_in("python") {
        if project.calls_named(file, &names).next().is_none() || !imports_urls(project, file) {
            continue;
        }
        let calls = project.calls(file).all;
        let by_number = calls.iter().enumerate().map(|(at, call)| (call.number, at)).collect();
        files.push(PatternFile { file, calls, by_number });
    }
    let mut rest = rest::RestRouters::new(project);
    for file in &files {
        for call in file.calls.iter().filter(|call| is_pattern(call)) {
            add_pattern(project, file, call, &mut routing);
        }
        file.calls.iter().for_each(|call| rest.register(call, &mut routing));
        add_sums(project, file, &mut routing);
    }
    routing.finish(project, out);
}

fn imports_urls(project: &Project<'_, '_>, file: FileId) -> bool {
    let facts = project.facts(file);
    let is_urls = |path: &str| {
        path.starts_with("django.urls")
            || path.starts_with("django.conf.urls")
            || path.starts_with("rest_framework")
            || path.contains("router")
    };
    facts.imports.iter().any(|one| is_urls(facts.text(one.path)))
}

/// The list of a pattern: another pattern's `include`, a list, or the file's `urlpatterns`.
fn list_of(project: &Project<'_, '_>, file: &PatternFile<'_>, call: &Call<'_>) -> Router {
    if let Some(around) = file.pattern_around(call) {
        return Router::part(project.scope_of(around), u64::from(around.number) + 1);
    }
    let scope = project.scope_of(call);
    if call.scope() != 0 && !project.kind(scope).is_type() {
        return Router::of(project.canonical(scope));
    }
    urlpatterns(project, file.file)
}

/// The list that a URL configuration is read from.
pub(super) fn urlpatterns(project: &Project<'_, '_>, file: FileId) -> Router {
    let own = project.thing_in(file, "urlpatterns");
    Router::of(own.map_or(project.symbol(file, 0), |list| project.canonical(list)))
}

fn add_pattern<'a>(
    project: &Project<'_, 'a>,
    file: &PatternFile<'a>,
    call: &Call<'a>,
    routing: &mut Routing,
) {
    let mut arguments = call.arguments().filter(|value| !matches!(value.name(), "name" | "kwargs"));
    let Some(written) = arguments.next() else { return };
    let Some(path) = pattern_text(&written) else { return };
    let own = if call.name() == "path" { template(path) } else { regular(path) };
    let list = list_of(project, file, call);
    let Some(view) = arguments.next() else { return };
    let inside = file.calls.iter().filter(|one| one.site.enclosing == Some(call.number));
    let include = inside.clone().find(|one| one.name() == "include");
    if let Some(include) = include {
        let here = Router::part(project.scope_of(call), u64::from(call.number) + 1);
        routing.mount(here, Some(list), &own, Vec::new());
        for target in included(project, include) {
            match target {
                Included::List(list) => routing.mount(list, Some(here), "", Vec::new()),
                Included::Module(module) => {
                    routing.mount(urlpatterns(project, module), Some(here), "", Vec::new());
                }
            }
        }
        return;
    }
    let nested: Vec<&Call<'a>> = inside.collect();
    for found in views::handlers(project, call, &view, &nested) {
        routing.route(RouteDeclaration {
            router: Some(list),
            method: found.method,
            path: own.clone(),
            handler: found.handler,
            layers: found.layers,
            file: call.file,
            line: call.line(),
        });
    }
}

/// The text of a pattern, also of a translated one (`_("orders/")`).
fn pattern_text<'a>(value: &super::super::call::Value<'a>) -> Option<&'a str> {
    match value.kind() {
        ArgumentKind::Text | ArgumentKind::Template => Some(value.text()),
        _ => None,
    }
}

/// A regular expression; one that does not start at the beginning matches after anything, which
/// people write only where that is nothing.
fn regular(path: &str) -> String {
    let anchored = if path.starts_with('^') { path.to_owned() } else { format!("^{path}") };
    template(&anchored)
}

/// `urlpatterns = shop_patterns + [...]`: lists that are parts of a list.
fn add_sums(project: &Project<'_, '_>, patterns: &PatternFile<'_>, routing: &mut Routing) {
    let file = patterns.file;
    let facts = project.facts(file);
    let included = |name: &str, line: u32| {
        let given = |call: &Call<'_>| {
            let values = call.arguments().flat_map(|value| value.elements().chain([value]));
            values.into_iter().any(|value| value.text() == name)
        };
        patterns
            .calls
            .iter()
            .any(|call| call.line().abs_diff(line) <= 1 && call.name() == "include" && given(call))
    };
    for reference in facts.references.iter().filter(|one| !one.kind().is_call() && one.receiver == 0) {
        let Some(around) = facts.definitions.get(reference.from as usize) else { continue };
        let outer = facts.text(around.name);
        let name = facts.text(reference.name);
        let is_list = |name: &str| name.ends_with("patterns") || name.ends_with("urls");
        if reference.from == 0 || !is_list(outer) || !is_list(name) || around.kind().is_callable() {
            continue;
        }
        if included(name, reference.line) {
            continue;
        }
        let part: Option<SymbolId> = project.thing_in(file, name);
        let whole = project.symbol(file, reference.from);
        if let Some(part) =
            part.filter(|part| *part != whole && project.world.tables.as_file(*part).is_none())
        {
            let whole = Router::of(project.canonical(whole));
            if !WRAPPERS.contains(&name) {
                routing.sum(Router::of(project.canonical(part)), whole);
            }
        }
    }
}
