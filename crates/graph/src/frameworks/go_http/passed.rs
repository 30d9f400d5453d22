//! Routers that are passed to functions which declare routes on them.

use super::super::project::Project;
use super::super::web::{Router, Routing};
use crate::ids::SymbolId;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Types of routers, without their packages.
const TYPES: [&str; 12] = [
    "RouterGroup",
    "Engine",
    "IRouter",
    "IRoutes",
    "Echo",
    "Group",
    "Router",
    "Mux",
    "ServeMux",
    "App",
    "Routes",
    "RouterRegister",
];

/// Mounts the parameters of functions on the routers that calls pass.
pub(super) fn add(project: &Project<'_, '_>, routing: &mut Routing) {
    let mut names: FxHashSet<u64> = FxHashSet::default();
    let mut takes: FxHashSet<SymbolId> = FxHashSet::default();
    for file in project.files_in("go") {
        for symbol in project.symbols_in(file).filter(|one| project.kind(*one).is_callable()) {
            let last = |written: &str| written.rsplit('.').next().is_some_and(|name| TYPES.contains(&name));
            if project.parameters(symbol).iter().any(|(_, written)| last(written)) {
                names.insert(hash_name(project.name(symbol)));
                takes.insert(symbol);
            }
        }
    }
    if names.is_empty() {
        return;
    }
    for file in project.files_in("go") {
        for call in project.calls_named(file, &names) {
            let chain = match call.receiver() {
                "" => call.name().to_owned(),
                receiver => format!("{receiver}.{}", call.name()),
            };
            let Some(function) = project.thing_at(&call, &chain).filter(|one| takes.contains(one)) else {
                continue;
            };
            for ((name, _), value) in project.parameters(function).iter().zip(call.positional()) {
                if value.kind() != ArgumentKind::Name {
                    continue;
                }
                let Some(parent) = project.local(file, call.scope(), value.text()) else { continue };
                let child = Router::part(function, hash_name(name));
                routing.mount(child, Some(parent), "", Vec::new());
            }
        }
    }
}
