//! The service container, which gives a class for an interface, and the schedule of tasks.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Calls that register a class for a type.
const BINDINGS: [&str; 5] = ["bind", "singleton", "scoped", "bindIf", "singletonIf"];
/// Calls that schedule work.
const SCHEDULES: [&str; 3] = ["command", "job", "call"];

pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = BINDINGS.iter().chain(&SCHEDULES).map(|name| hash_name(name)).collect();
    for file in project.files_in("php") {
        for call in project.calls_named(file, &names) {
            if BINDINGS.contains(&call.name()) {
                bind(project, &call, out);
            } else if is_schedule(call.receiver()) {
                schedule(project, &call, out);
            }
        }
    }
}

/// `$this->app->bind(Orders::class, StoredOrders::class)`: who asks for the first is given the second.
fn bind(project: &Project<'_, '_>, call: &Call<'_>, out: &mut Contributions) {
    let classes: Vec<SymbolId> =
        call.positional().filter_map(|one| class(project, call, one.text())).collect();
    if let [asked, given] = classes[..]
        && asked != given
    {
        let line = project.definition(asked).line;
        out.hop(Hop::new(asked, given, EdgeKind::Inject, Resolution::Exact, line, None), "");
    }
}

fn class(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Option<SymbolId> {
    let chain = chain.trim_end_matches(".class").trim_end_matches("::class").trim_end_matches("()");
    project.thing_at(call, chain).filter(|one| project.is_type(*one)).map(|one| project.canonical(one))
}

fn is_schedule(receiver: &str) -> bool {
    receiver.trim_start_matches('$').eq_ignore_ascii_case("schedule")
}

/// `$schedule->command('orders:close')`, `$schedule->job(new CloseOrders)`.
fn schedule(project: &Project<'_, '_>, call: &Call<'_>, out: &mut Contributions) {
    let Some(work) = call.first() else { return };
    let named = match work.kind() {
        ArgumentKind::Name => class(project, call, work.text()),
        _ => None,
    };
    let known = work.literal().and_then(|name| {
        let path = format!("artisan {}", name.split(' ').next().unwrap_or(name));
        out.models.endpoints.iter().find(|one| one.path == path).and_then(|one| one.symbol)
    });
    let handle =
        named.and_then(|class| project.method(class, "handle").or_else(|| project.method(class, "__invoke")));
    let symbol = handle.or(known);
    let name = match (work.literal(), named) {
        (Some(text), _) => text.to_owned(),
        (None, Some(class)) => project.spelled(class),
        _ => format!("{}:{}", project.path(call.file), call.line()),
    };
    out.models.endpoints.push(Endpoint {
        kind: EndpointKind::Task,
        method: String::new(),
        path: name.clone(),
        handler: symbol.map_or(name, |one| project.spelled(one)),
        symbol,
        owner: symbol.and_then(|one| project.type_around(one)),
        file: call.file,
        line: call.line(),
    });
}
