//! Guards, interceptors, pipes, exception filters and middleware, in the order in which they run.

use super::super::FilterKind;
use super::super::call::{Call, Value};
use super::super::project::Project;
use super::super::web::Layer;
use super::{NEST, named_in_module};
use crate::ids::SymbolId;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Decorators that add filters: when they run, and the method of the class that runs.
const FILTERS: [(&str, FilterKind, &str); 4] = [
    ("UseGuards", FilterKind::Before, "canActivate"),
    ("UseInterceptors", FilterKind::Around, "intercept"),
    ("UsePipes", FilterKind::Before, "transform"),
    ("UseFilters", FilterKind::After, "catch"),
];
/// Calls that add filters to all routes, and the decorator that each stands for.
const GLOBAL: [(&str, &str); 4] = [
    ("useGlobalGuards", "UseGuards"),
    ("useGlobalInterceptors", "UseInterceptors"),
    ("useGlobalPipes", "UsePipes"),
    ("useGlobalFilters", "UseFilters"),
];
/// Tokens of providers that are filters of all routes.
const TOKENS: [(&str, &str); 4] = [
    ("APP_GUARD", "UseGuards"),
    ("APP_INTERCEPTOR", "UseInterceptors"),
    ("APP_PIPE", "UsePipes"),
    ("APP_FILTER", "UseFilters"),
];
/// Filters that one decorator of the application stands for.
const MOST_COMPOSED: usize = 16;

/// The names of calls that add filters to all routes.
pub(super) fn global_names() -> impl Iterator<Item = &'static str> {
    GLOBAL.iter().map(|(name, _)| *name)
}

/// `app.useGlobalGuards(new RolesGuard())` and `{ provide: APP_GUARD, useClass: RolesGuard }`.
pub(super) fn global<'a>(project: &Project<'_, 'a>, call: &Call<'a>) -> Vec<Layer> {
    if let Some((_, decorator)) = GLOBAL.iter().find(|(name, _)| *name == call.name()) {
        return filters_of(project, call, decorator, call.arguments());
    }
    if call.name() == "apply" && call.receiver().ends_with("consumer") {
        return middleware(project, call);
    }
    let mut layers = Vec::new();
    for (token, class) in named_in_module(project, call) {
        let Some((_, decorator)) = TOKENS.iter().find(|(name, _)| *name == token) else { continue };
        let Some((_, kind, method)) = FILTERS.iter().find(|(name, _, _)| name == decorator) else { continue };
        let symbol = project.thing_at(call, class);
        layers.push(Layer {
            kind: *kind,
            name: class.to_owned(),
            symbol: symbol.map(|class| project.method(class, method).unwrap_or(class)),
            file: call.file,
            line: call.line(),
        });
    }
    layers
}

/// `consumer.apply(Audit)` in the `configure` of a module. For which routes is not read.
fn middleware<'a>(project: &Project<'_, 'a>, call: &Call<'a>) -> Vec<Layer> {
    let named = call.arguments().filter(|value| value.kind() == ArgumentKind::Name);
    let layer = |value: Value<'a>| {
        let chain = value.text().trim_end_matches("()");
        let class = project.thing_at(call, chain);
        Layer {
            kind: FilterKind::Around,
            name: chain.to_owned(),
            symbol: class.map(|class| project.method(class, "use").unwrap_or(class)),
            file: call.file,
            line: call.line(),
        }
    };
    named.map(layer).collect()
}

/// The filters of decorators. Of several decorators of one kind, that next to the handler adds first.
pub(super) fn of<'a>(project: &Project<'_, 'a>, decorators: &[Call<'a>]) -> Vec<Layer> {
    let of_one = |call: &Call<'a>| {
        let own = filters_of(project, call, call.name(), call.arguments());
        if own.is_empty() { composed(project, call) } else { own }
    };
    decorators.iter().rev().flat_map(of_one).collect()
}

/// Puts guards before interceptors, these before pipes, whatever their decorators' order.
pub(super) fn order(layers: &mut [Layer]) {
    layers.sort_by_key(|layer| match layer.kind {
        FilterKind::Before if layer.name.ends_with("Pipe") => 2,
        FilterKind::Before => 0,
        FilterKind::Around => 1,
        FilterKind::After => 3,
    });
}

/// A decorator of the application that stands for others:
/// `const Secured = () => applyDecorators(UseGuards(TokenGuard))`.
fn composed<'a>(project: &Project<'_, 'a>, call: &Call<'a>) -> Vec<Layer> {
    let Some(function) = project.thing_at(call, call.name()) else { return Vec::new() };
    let names: FxHashSet<u64> = FILTERS.iter().map(|(name, ..)| hash_name(name)).collect();
    let inside = project.calls_named(project.file_of(function), &names);
    let own = inside.filter(|one| project.scope_of(one) == function && !one.is_decorator());
    let all = own.flat_map(|one| filters_of(project, &one, one.name(), one.arguments()));
    all.take(MOST_COMPOSED).collect()
}

/// The classes that a decorator, or what stands for it, adds as filters.
fn filters_of<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    decorator: &str,
    classes: impl Iterator<Item = Value<'a>>,
) -> Vec<Layer> {
    let Some((_, kind, method)) = FILTERS.iter().find(|(name, _, _)| *name == decorator) else {
        return Vec::new();
    };
    let named = classes.filter(|value| value.kind() == ArgumentKind::Name);
    named
        .map(|value| {
            let chain = value.text().trim_end_matches("()");
            let class = project.thing_at(call, chain);
            let symbol = class.map(|class| project.method(class, method).unwrap_or(class));
            Layer {
                kind: *kind,
                name: chain.to_owned(),
                symbol: symbol.or_else(|| strategy(project, call, chain)),
                file: call.file,
                line: call.line(),
            }
        })
        .collect()
}

/// What the guard of Passport (`AuthGuard("jwt")`) runs: `validate` of the strategy of that name.
fn strategy(project: &Project<'_, '_>, call: &Call<'_>, guard: &str) -> Option<SymbolId> {
    let names: FxHashSet<u64> = [hash_name(guard)].into_iter().collect();
    let inner = project.calls_named(call.file, &names);
    let mut inner = inner.filter(|one| one.site.enclosing == Some(call.number) && guard == "AuthGuard");
    let wanted = inner.find_map(|one| one.first()?.literal())?.replace('-', "").to_lowercase();
    for language in NEST.languages {
        for file in project.files_in(language) {
            for class in project.symbols_in(file).filter(|one| project.kind(*one).is_type()) {
                let is_strategy =
                    project.written_bases(class).iter().any(|base| base.starts_with("PassportStrategy"));
                if is_strategy && project.name(class).to_lowercase().starts_with(&wanted) {
                    return project.method(class, "validate");
                }
            }
        }
    }
    None
}
