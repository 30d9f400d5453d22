//! Routers that are passed to functions of the application, which declare routes or filters on them.

use super::super::project::Project;
use super::{Router, Routing};
use crate::ids::SymbolId;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Says of the parameters of such functions which router they are.
pub(crate) fn add(project: &Project<'_, '_>, language: &'static str, routing: &mut Routing) {
    let bodies: FxHashSet<SymbolId> = routing.bodies();
    let takes = bodies
        .into_iter()
        .filter(|one| project.kind(*one).is_callable() && !project.parameters(*one).is_empty());
    let takes: FxHashSet<SymbolId> = takes.collect();
    let names: FxHashSet<u64> = takes.iter().map(|one| hash_name(project.name(*one))).collect();
    if names.is_empty() {
        return;
    }
    for file in project.files_in(language) {
        for call in project.calls_named(file, &names).filter(|call| !call.is_decorator()) {
            let chain = match call.receiver() {
                "" => call.name().to_owned(),
                receiver => format!("{receiver}.{}", call.name()),
            };
            let Some(function) = project.thing_at(&call, &chain).filter(|one| takes.contains(one)) else {
                continue;
            };
            let parameters = project.parameters(function).into_iter();
            let parameters = parameters.filter(|(name, _)| !matches!(*name, "self" | "cls" | "this"));
            for ((name, _), value) in parameters.zip(call.positional()) {
                if value.kind() == ArgumentKind::Name
                    && let Some(given) = project.router_at(&call, value.text())
                {
                    routing.same(Router::part(function, hash_name(name)), given);
                }
            }
        }
    }
}
