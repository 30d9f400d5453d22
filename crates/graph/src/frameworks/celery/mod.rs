//! Celery and other queues of Python (RQ, Dramatiq, Huey): tasks are functions with a decorator, and
//! a call of one of their methods queues them.

use super::call::Call;
use super::project::Project;
use super::{Contributions, Endpoint, EndpointKind, Framework, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const CELERY: Framework = Framework { name: "celery", languages: &["python"], applies, model };

/// Decorators that make a function a task.
const TASKS: [&str; 6] = ["task", "shared_task", "periodic_task", "actor", "job", "db_task"];
/// Methods of a task that queue it.
const QUEUES: [&str; 10] = [
    "delay",
    "apply_async",
    "si",
    "s",
    "signature",
    "send",
    "send_with_options",
    "schedule",
    "retry",
    "enqueue",
];
/// Libraries whose decorators these are.
const LIBRARIES: [&str; 5] = ["celery", "rq", "django_rq", "dramatiq", "huey"];

fn applies(project: &Project<'_, '_>) -> bool {
    LIBRARIES.iter().any(|one| project.imports(one))
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let tasks = tasks(project, out);
    if tasks.is_empty() {
        return;
    }
    let attributes = attributes(project, &tasks);
    let names: FxHashSet<u64> = QUEUES.iter().map(|name| hash_name(name)).collect();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            for (task, resolution) in queued(project, &call, &tasks, &attributes) {
                let from = project.scope_of(&call);
                let hop = Hop::new(from, task, EdgeKind::Async, resolution, call.line(), Some(call.number));
                out.hop(hop, "");
            }
        }
    }
}

fn tasks(project: &Project<'_, '_>, out: &mut Contributions) -> FxHashSet<SymbolId> {
    let names: FxHashSet<u64> = TASKS.iter().map(|name| hash_name(name)).collect();
    let mut tasks = FxHashSet::default();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names).filter(Call::is_decorator) {
            let task = project.scope_of(&call);
            if !project.kind(task).is_callable() || !tasks.insert(task) {
                continue;
            }
            let own = call.keyword("name").and_then(|value| value.literal());
            let handler = project.qualified(task, ".");
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Job,
                method: String::new(),
                path: own.map_or_else(|| handler.clone(), str::to_owned),
                handler,
                symbol: Some(task),
                owner: None,
                file,
                line: call.line(),
            });
        }
    }
    tasks
}

/// Class attributes that hold a task (`task = send_mail`), by their names.
fn attributes(
    project: &Project<'_, '_>,
    tasks: &FxHashSet<SymbolId>,
) -> FxHashMap<String, Vec<(SymbolId, SymbolId)>> {
    let mut found: FxHashMap<String, Vec<(SymbolId, SymbolId)>> = FxHashMap::default();
    for file in project.files_in("python") {
        let facts = project.facts(file);
        for (local, definition) in (0..).zip(facts.definitions) {
            let symbol = project.symbol(file, local);
            let Some(class) = project.container(symbol).filter(|one| project.is_type(*one)) else { continue };
            if definition.kind().is_callable() || definition.value_type == 0 {
                continue;
            }
            let Some(chain) = facts.text(definition.value_type).strip_prefix('=') else { continue };
            let task = project.thing_in(file, chain).filter(|one| tasks.contains(one));
            if let Some(task) = task {
                found.entry(facts.text(definition.name).to_owned()).or_default().push((class, task));
            }
        }
    }
    found
}

fn queued(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    tasks: &FxHashSet<SymbolId>,
    attributes: &FxHashMap<String, Vec<(SymbolId, SymbolId)>>,
) -> Vec<(SymbolId, Resolution)> {
    if call.name() == "enqueue" {
        let first = call.first().filter(|value| value.kind() == ArgumentKind::Name);
        let task = first.and_then(|value| project.thing_at(call, value.text()));
        return task
            .filter(|one| project.kind(*one).is_callable())
            .map(|one| (one, Resolution::Exact))
            .into_iter()
            .collect();
    }
    let chain = call.receiver();
    if let Some(task) = project.thing_at(call, chain).filter(|one| tasks.contains(one)) {
        return vec![(task, Resolution::Exact)];
    }
    // `self.task.apply_async()`: whatever the classes below set the attribute to.
    let Some(attribute) = chain.strip_prefix("self.").filter(|rest| !rest.contains('.')) else {
        return Vec::new();
    };
    let Some(own) = project.type_around(project.scope_of(call)) else { return Vec::new() };
    let set = attributes.get(attribute).into_iter().flatten();
    let below = set.filter(|(class, _)| project.ancestors(*class).contains(&own));
    let mut found: Vec<(SymbolId, Resolution)> =
        below.map(|(_, task)| (*task, Resolution::Ambiguous)).collect();
    found.sort_unstable_by_key(|(task, _)| *task);
    found.dedup();
    if found.len() == 1 {
        found[0].1 = Resolution::Inferred;
    }
    found.truncate(16);
    found
}
