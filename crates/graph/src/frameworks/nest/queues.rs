//! Queues of Bull and `BullMQ`: processors of a queue, and what adds work to it.

use super::super::call::{Call, Value};
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use super::NEST;
use crate::ids::{FileId, SymbolId};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, ReferenceKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Processors that one call may start.
const MOST: usize = 8;

/// A method that does the work of a queue.
struct Processor<'a> {
    /// The queue, as its class names it.
    queue: &'a str,
    /// The kind of work, as the method names it; empty for all.
    job: &'a str,
    symbol: SymbolId,
}

/// Adds processors as jobs, and hops from what adds work.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let processors = processors(project, out);
    if processors.is_empty() {
        return;
    }
    let adds: FxHashSet<u64> = ["add", "addBulk", "InjectQueue"].map(hash_name).into_iter().collect();
    for language in NEST.languages {
        for file in project.files_in(language) {
            let calls: Vec<Call<'_>> = project.calls_named(file, &adds).collect();
            let injected: Vec<&Call<'_>> = calls.iter().filter(|one| one.name() == "InjectQueue").collect();
            for call in calls.iter().filter(|one| one.name() != "InjectQueue") {
                for (to, how) in started(project, call, &injected, &processors) {
                    hop(project.scope_of(call), to, how, call.line(), call.number, out);
                }
            }
            named_jobs(project, file, &processors, out);
        }
    }
}

fn processors<'a>(project: &Project<'_, 'a>, out: &mut Contributions) -> Vec<Processor<'a>> {
    let names: FxHashSet<u64> = [hash_name("Processor")].into_iter().collect();
    let mut found = Vec::new();
    for language in NEST.languages {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names).filter(Call::is_decorator) {
                let class = project.scope_of(&call);
                let queue = call.first().filter(|one| !one.text().is_empty());
                let queue = queue.or_else(|| call.keyword("name")).map_or("", |value| value.text());
                for method in project.methods(class) {
                    let decorators = project.decorators_of(*method);
                    let process = decorators.iter().find(|one| one.name() == "Process");
                    let is_worker = project.name(*method) == "process";
                    if process.is_none() && !is_worker {
                        continue;
                    }
                    let job = process.and_then(|one| {
                        let first = one.first().filter(|value| !value.text().is_empty());
                        first.or_else(|| one.keyword("name"))
                    });
                    let job = job.map_or("", |value| value.text());
                    let path = if job.is_empty() { queue } else { job };
                    let handler = project.qualified(*method, ".");
                    out.models.endpoints.push(Endpoint {
                        kind: EndpointKind::Job,
                        method: String::new(),
                        path: if path.is_empty() { handler.clone() } else { path.to_owned() },
                        handler,
                        symbol: Some(*method),
                        owner: Some(project.canonical(class)),
                        file,
                        line: process.map_or(project.definition(*method).line, Call::line),
                    });
                    found.push(Processor { queue, job, symbol: *method });
                }
            }
        }
    }
    found
}

/// What `this.mails.add("welcome", …)` starts: by the name of the work, else by the queue that the class
/// is given.
fn started<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    injected: &[&Call<'a>],
    processors: &[Processor<'a>],
) -> Vec<(SymbolId, Resolution)> {
    let class = project.type_around(project.scope_of(call));
    let own: Vec<&&Call<'_>> =
        injected.iter().filter(|one| project.type_around(project.scope_of(one)) == class).collect();
    let field = call.receiver().rsplit('.').next().unwrap_or_default();
    let place = class.and_then(|class| {
        let constructor = project.method(class, "constructor")?;
        let queues = project.parameters(constructor).into_iter().filter(|(_, of)| of.starts_with("Queue"));
        queues.map(|(name, _)| name).position(|name| name == field)
    });
    let queue = match own[..] {
        [] => None,
        [only] => Some(*only),
        _ => place.and_then(|at| own.get(at).copied()).copied(),
    };
    let queue = queue.and_then(Call::first).map(|value| value.text());
    let job = call.first().map(|value| value.text()).filter(|text| !text.is_empty());
    let by_job: Vec<SymbolId> = processors
        .iter()
        .filter(|one| job == Some(one.job) && queue.is_none_or(|queue| one.queue == queue))
        .map(|one| one.symbol)
        .collect();
    if !by_job.is_empty() {
        return by_job.into_iter().take(MOST).map(|one| (one, Resolution::Exact)).collect();
    }
    let Some(queue) = queue else { return Vec::new() };
    let of_queue: Vec<&Processor<'_>> = processors.iter().filter(|one| one.queue == queue).collect();
    let general: Vec<SymbolId> =
        of_queue.iter().filter(|one| one.job.is_empty()).map(|one| one.symbol).collect();
    // Work of a name that no method has is done by those without one; a name in a variable may be any.
    let is_written = call.first().is_some_and(|value| value.literal().is_some());
    let all = if !general.is_empty() || is_written {
        general
    } else {
        of_queue.iter().map(|one| one.symbol).collect()
    };
    let how = if all.len() == 1 { Resolution::Inferred } else { Resolution::Ambiguous };
    all.into_iter().take(MOST).map(|one| (one, how)).collect()
}

/// Code that names the constant of a kind of work starts it, through whatever adds it to the queue.
fn named_jobs<'a>(
    project: &Project<'_, 'a>,
    file: FileId,
    processors: &[Processor<'a>],
    out: &mut Contributions,
) {
    let is_constant = |name: &str| {
        name.contains('_') && name.chars().all(|c| c.is_ascii_uppercase() || "_0123456789".contains(c))
    };
    let mut constants: FxHashMap<u64, SymbolId> = FxHashMap::default();
    for one in processors.iter().filter(|one| is_constant(one.job)) {
        constants.insert(hash_name(one.job), one.symbol);
    }
    let facts = project.facts(file);
    let mut call: Option<Call<'a>> = None;
    for (number, reference) in (0..).zip(facts.references) {
        if let Some(next) = Call::new(file, facts, number) {
            call = Some(next);
            continue;
        }
        let Some(to) = constants.get(&facts.strings.hash(reference.name)) else { continue };
        let Some(around) = call.filter(|one| one.scope() == reference.from && !one.is_decorator()) else {
            continue;
        };
        let from = project.symbol(file, reference.from);
        let is_given = reference.kind() == ReferenceKind::Read && given(&around, facts.text(reference.name));
        // `add(NAME)` is followed by its queue.
        if is_given && from != *to && !matches!(around.name(), "add" | "addBulk") {
            hop(from, *to, Resolution::Inferred, reference.line, around.number, out);
        }
    }
}

/// Whether a call is given a name, also in a map.
fn given(call: &Call<'_>, name: &str) -> bool {
    let is_it = |value: Value<'_>| value.kind() == ArgumentKind::Name && value.text() == name;
    call.arguments().any(|value| is_it(value) || value.elements().any(is_it))
        || !matches!(call.name(), "includes" | "indexOf" | "has")
}

fn hop(from: SymbolId, to: SymbolId, how: Resolution, line: u32, reference: u32, out: &mut Contributions) {
    out.hop(Hop::new(from, to, EdgeKind::Async, how, line, Some(reference)), "");
}
