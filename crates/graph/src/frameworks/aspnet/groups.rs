//! Groups of minimal APIs: prefixes that hold for what is mapped on a group, also in a function that is
//! given the group.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::{Router, Routing, template};
use super::MINIMAL;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// The groups that are not stored: `app.MapGroup("/orders").MapGet(…)`.
pub(super) struct Groups {
    /// By file and the number of the call that makes one: the chain that it ends, its line, and the group.
    chained: FxHashMap<FileId, Vec<(String, u32, Router)>>,
}

impl Groups {
    /// Mounts all groups, and the builders that functions are given.
    pub(super) fn new(project: &Project<'_, '_>, calls: &[Call<'_>], routing: &mut Routing) -> Groups {
        let mut groups = Groups { chained: FxHashMap::default() };
        for call in calls.iter().filter(|call| call.name() == "MapGroup") {
            let Some(prefix) = call.first().and_then(|value| value.literal()) else { continue };
            let made = Router::part(project.scope_of(call), u64::from(call.number) + 1);
            routing.mount(made, groups.receiver(project, call), &template(prefix), Vec::new());
            if let Some(stored) = project.stored_in(call) {
                routing.sum(stored, made);
            }
            let chain = format!("{}.MapGroup()", call.receiver());
            groups.chained.entry(call.file).or_default().push((chain, call.line(), made));
        }
        groups.pass(project, calls, routing);
        groups
    }

    /// The application or group that a route is mapped on; one that is not a group has no prefix.
    pub(super) fn receiver(&self, project: &Project<'_, '_>, call: &Call<'_>) -> Option<Router> {
        let chain = call.receiver();
        if chain.contains("MapGroup()") {
            let own = self.chained.get(&call.file).into_iter().flatten();
            let near = own.filter(|(made, line, _)| chain.starts_with(made) && *line <= call.line());
            if let Some((_, _, router)) = near.max_by_key(|(made, line, _)| (made.len(), *line)) {
                return Some(*router);
            }
        }
        let head = chain.split(['.', '(']).next().unwrap_or_default();
        project.local(call.file, call.scope(), head)
    }

    /// `group.MapOrders()` of `static void MapOrders(this IEndpointRouteBuilder routes)`: what the
    /// function maps is below the group.
    fn pass(&self, project: &Project<'_, '_>, calls: &[Call<'_>], routing: &mut Routing) {
        let is_mapping = |call: &&Call<'_>| {
            call.name() == "MapGroup" || MINIMAL.iter().any(|(name, _)| *name == call.name())
        };
        let mut given: FxHashMap<u64, Vec<(SymbolId, Router)>> = FxHashMap::default();
        for call in calls.iter().filter(is_mapping) {
            let function = project.scope_of(call);
            if call.is_decorator() || !project.kind(function).is_callable() {
                continue;
            }
            let head = call.receiver().split(['.', '(']).next().unwrap_or_default();
            let first = project.parameters(function).first().map(|(name, _)| *name);
            let Some(router) = project.local(call.file, call.scope(), head) else { continue };
            if first == Some(head) {
                let all = given.entry(hash_name(project.name(function))).or_default();
                if !all.contains(&(function, router)) {
                    all.push((function, router));
                }
            }
        }
        let names: FxHashSet<u64> = given.keys().copied().collect();
        for file in project.files_in("csharp").filter(|_| !names.is_empty()) {
            for call in project.calls_named(file, &names) {
                let Some(functions) = given.get(&hash_name(call.name())) else { continue };
                let argument = call.first().map(|value| value.text()).unwrap_or_default();
                let own = self.receiver(project, &call);
                let passed = project.local(call.file, call.scope(), argument).or(own);
                // Of functions with one name, only the call's own target is meant; a name that is unique
                // needs none.
                let target = project.thing_at(&call, call.name());
                for (function, router) in functions {
                    let is_meant = functions.len() == 1 || target == Some(*function);
                    if is_meant && passed.is_some() && project.scope_of(&call) != *function {
                        routing.mount(*router, passed, "", Vec::new());
                    }
                }
            }
        }
    }
}
