//! Functional routes: `route().GET("/orders/{id}", handler::show)` and `route(GET("/orders"), handler::list)`.

use super::super::call::{Call, FileCalls, Value};
use super::super::project::Project;
use super::super::web::{Layer, RouteDeclaration, Routing, join, template};
use super::SPRING;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

const VERBS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/// Calls around a route that are looked at.
const MOST_AROUND: usize = 16;

pub(super) fn add(project: &Project<'_, '_>, around: &[Layer], routing: &mut Routing) {
    let names: FxHashSet<u64> = VERBS.iter().map(|name| hash_name(name)).collect();
    for language in SPRING.languages {
        for file in project.files_in(language) {
            if project.calls_named(file, &names).next().is_none() {
                continue;
            }
            let calls = project.calls(file);
            for call in calls.all.iter().filter(|call| VERBS.contains(&call.name())) {
                declare(project, &calls, call, around, routing);
            }
        }
    }
}

fn declare<'a>(
    project: &Project<'_, 'a>,
    calls: &FileCalls<'a>,
    call: &Call<'a>,
    around: &[Layer],
    routing: &mut Routing,
) {
    let Some(path) = call.first().and_then(|value| project.text_at(call, &value)) else { return };
    let outer = enclosing(calls, call);
    let own = call.positional().nth(1);
    let given = || outer.filter(|one| one.name().to_lowercase().ends_with("route"))?.positional().nth(1);
    let Some(handler) = own.or_else(given) else { return };
    let handler = match handler.kind() {
        ArgumentKind::Name => project.handler_at(call, &handler.text().replace("::", ".")),
        ArgumentKind::Block | ArgumentKind::Other => project.handler(project.scope_of(call)),
        _ => return,
    };
    let mut whole = path.to_owned();
    let mut at = outer;
    for _ in 0..MOST_AROUND {
        let Some(one) = at else { break };
        if matches!(one.name(), "path" | "nest") {
            let prefix =
                one.first().filter(|value| value.kind() == ArgumentKind::Text).or_else(|| nested(calls, one));
            whole = join(prefix.map(|value| value.text()).unwrap_or_default(), &whole);
        }
        at = enclosing(calls, one);
    }
    routing.route(RouteDeclaration {
        router: None,
        method: call.name().to_owned(),
        path: template(&whole),
        handler,
        layers: around.to_vec(),
        file: call.file,
        line: call.line(),
    });
}

/// The call that a call is an argument of or in a block of.
fn enclosing<'c, 'a>(calls: &'c FileCalls<'a>, call: &Call<'a>) -> Option<&'c Call<'a>> {
    let number = call.site.enclosing?;
    calls.all.binary_search_by_key(&number, |one| one.number).ok().map(|at| &calls.all[at])
}

/// The prefix in `nest(path("/api"), …)`.
fn nested<'a>(calls: &FileCalls<'a>, nest: &Call<'a>) -> Option<Value<'a>> {
    let mut inside = calls.all.iter().filter(|one| one.site.enclosing == Some(nest.number));
    inside.find(|one| one.name() == "path")?.first().filter(|value| value.kind() == ArgumentKind::Text)
}
