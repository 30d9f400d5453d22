//! Work that runs later: `ActiveJob`, Sidekiq, Resque, `GoodJob`, mailers and Action Cable.
//!
//! `CleanupJob.perform_later(x)` and its relatives start `CleanupJob#perform`.

use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::{FileId, SymbolId};
use crate::link::eval::{Place, ResolutionContext, Value};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::inflection::camel;
use fathom_syntax::{Flags, Kind, Visibility, hash_name};
use rustc_hash::FxHashSet;

/// Calls on a job that start it.
const STARTS: &[&str] = &[
    "perform_later",
    "perform_async",
    "perform_in",
    "perform_at",
    "perform_bulk",
    "perform_all_later",
    "enqueue",
    "enqueue_in",
    "enqueue_at",
    "enqueue_to",
    "perform_now",
    "perform_inline",
];

/// The start of the names of other calls on a job that start it.
const OWN_START: &str = "perform_";

/// Calls that send a message of a mailer.
const SENDS: &[&str] =
    &["deliver_later", "deliver_later!", "deliver_now", "deliver_now!", "deliver", "deliver!"];

/// Calls on an object whose result takes the call that runs later.
const DELAYS: [&str; 3] = [".delay", ".delay_for", ".delay_until"];

/// Methods that run a job, the most likely first.
const HANDLERS: [&str; 4] = ["perform", "execute", "call", "run"];

/// Bases of jobs.
const JOBS: &[&str] = &[
    "ActiveJob.Base",
    "ApplicationJob",
    "ApplicationWorker",
    "Sidekiq.Worker",
    "Sidekiq.Job",
    "Sidekiq.IterableJob",
    "Que.Job",
    "SuckerPunch.Job",
    "Shoryuken.Worker",
    "Resque.Job",
];

const CHANNELS: &[&str] = &["ActionCable.Channel.Base", "ApplicationCable.Channel"];

/// Adds entry points of jobs and channels, and what starts them.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    add_endpoints(project, out);
    let mut names: FxHashSet<u64> = STARTS.iter().chain(SENDS).map(|name| hash_name(name)).collect();
    names.extend(own_starts(project));
    for file in project.files_in("ruby") {
        add_delayed(project, file, out);
        for call in project.calls_named(file, &names) {
            let from = project.scope_of(&call);
            let Some((to, resolution)) = started(project, &call) else { continue };
            if to == from {
                continue;
            }
            let now =
                matches!(call.name(), "perform_now" | "perform_inline" | "deliver_now" | "deliver_now!");
            let kind = if now { EdgeKind::Delegate } else { EdgeKind::Async };
            out.hop(Hop::new(from, to, kind, resolution, call.line(), Some(call.number)), "");
        }
    }
}

/// `newsletter.delay.deliver`: any method of an object, run later.
fn add_delayed(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let facts = project.facts(file);
    for (number, reference) in (0..).zip(facts.references) {
        let receiver = facts.text(reference.receiver);
        let Some(object) =
            DELAYS.iter().find_map(|delay| receiver.trim_end_matches("()").strip_suffix(delay))
        else {
            continue;
        };
        let Some(call) = Call::new(file, facts, number) else { continue };
        let place = Place { file, scope: call.scope(), line: call.line() };
        let exact = project.world.chain(place, object, ResolutionContext::steps());
        let (value, resolution) = match exact {
            Value::Instance(_) | Value::Type(_) => (exact, Resolution::Exact),
            _ => {
                let likely = project.world.by_convention();
                (likely.chain(place, object, ResolutionContext::steps()), Resolution::Inferred)
            }
        };
        let (Value::Instance(class) | Value::Type(class)) = value else { continue };
        let from = project.scope_of(&call);
        if let Some(to) = project.method(class, call.name()).filter(|to| *to != from) {
            out.hop(Hop::new(from, to, EdgeKind::Async, resolution, call.line(), Some(number)), "");
        }
    }
}

/// The job that a call starts.
pub(super) fn started(project: &Project<'_, '_>, call: &Call<'_>) -> Option<(SymbolId, Resolution)> {
    if SENDS.contains(&call.name()) {
        return sent(project, call).map(|message| (message, Resolution::Exact));
    }
    let is_own = || call.name().starts_with(OWN_START);
    if !STARTS.contains(&call.name()) && !is_own() {
        return None;
    }
    // `Resque.enqueue(Cleanup)`, `Jobs.enqueue(:cleanup)`: the job is the first argument.
    if call.name().starts_with("enqueue")
        && let Some(found) = named_by_argument(project, call)
    {
        return Some((found, Resolution::Inferred));
    }
    let (class, resolution) = class_of_receiver(project, call)?;
    if !STARTS.contains(&call.name()) && !project.is_a(class, JOBS) {
        return None;
    }
    Some((handler(project, class)?, resolution))
}

/// Hashes of the names that the repository gives to its own ways to start a job:
/// `perform_async_in_queue`.
fn own_starts(project: &Project<'_, '_>) -> FxHashSet<u64> {
    let mut names = FxHashSet::default();
    for file in project.files_in("ruby") {
        let facts = project.facts(file);
        for definition in facts.definitions.iter().filter(|one| one.flags().has(Flags::STATIC)) {
            let name = facts.text(definition.name);
            if definition.kind().is_callable() && name.starts_with(OWN_START) {
                names.insert(hash_name(name));
            }
        }
    }
    names
}

fn named_by_argument(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    let mut arguments = call.positional();
    let first =
        arguments.find(|value| value.literal().is_some() || value.text().starts_with(char::is_uppercase))?;
    let class = match first.literal() {
        Some(name) => {
            let module = constants(call.receiver());
            let class = camel(name).replace("::", ".");
            let inside = (!module.is_empty()).then(|| format!("{module}.{class}"));
            inside
                .and_then(|name| project.type_called("ruby", &name))
                .or_else(|| project.type_called("ruby", &class))
                .or_else(|| project.type_called("ruby", &format!("{class}Job")))?
        }
        None => project.type_at(call, &constants(first.text()))?,
    };
    handler(project, class)
}

/// The class that a call is made on: `CleanupJob`, `CleanupJob.set(wait: 5)`, `self.class`.
fn class_of_receiver(project: &Project<'_, '_>, call: &Call<'_>) -> Option<(SymbolId, Resolution)> {
    let receiver = call.receiver();
    if receiver.is_empty() || receiver.starts_with("self") {
        return project.type_around(project.scope_of(call)).map(|class| (class, Resolution::Exact));
    }
    let path = constants(receiver);
    if !path.is_empty() {
        return project.type_at(call, &path).map(|class| (project.canonical(class), Resolution::Exact));
    }
    match project.likely_receiver(call) {
        (Value::Type(class) | Value::Instance(class), sure) => Some((project.canonical(class), sure)),
        _ => None,
    }
}

/// The message that a call sends: `UserMailer.welcome(user).deliver_later`.
fn sent(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    let receiver = call.receiver();
    let path = constants(receiver);
    let message = receiver.trim_end_matches("()").rsplit('.').next()?;
    let class = match path.is_empty() {
        // `welcome(user).deliver_later` in a method of the mailer itself.
        true if !receiver.contains('.') => project.type_around(project.scope_of(call))?,
        true => return None,
        false => project.type_at(call, &path)?,
    };
    // A mailer's messages are methods of its instances.
    let messages = project.methods(class).iter().copied();
    let mut own = messages.filter(|method| project.name(*method) == message);
    own.find(|method| !project.is_static(*method)).or_else(|| project.method(class, message))
}

/// The constants that a chain starts with.
pub(super) fn constants(chain: &str) -> String {
    let chain = chain.trim_start_matches("::");
    let is_constant =
        |part: &&str| part.starts_with(|c: char| c.is_uppercase()) && !part.contains(['(', '[']);
    chain.split('.').take_while(is_constant).collect::<Vec<_>>().join(".")
}

/// The method that runs a job: its own before an inherited one.
pub(super) fn handler(project: &Project<'_, '_>, class: SymbolId) -> Option<SymbolId> {
    let own = project.methods(class);
    let named = |name: &&str| own.iter().copied().find(|method| project.name(*method) == *name);
    HANDLERS.iter().find_map(named).or_else(|| project.method(class, HANDLERS[0]))
}

fn add_endpoints(project: &Project<'_, '_>, out: &mut Contributions) {
    for file in project.files_in("ruby") {
        let path = project.path(file);
        let in_folder = ["app/jobs/", "app/workers/", "app/sidekiq/", "app/consumers/"]
            .iter()
            .any(|folder| path.starts_with(folder) || path.contains(&format!("/{folder}")));
        for (local, definition) in (0..).zip(project.facts(file).definitions) {
            if definition.kind() != Kind::Class {
                continue;
            }
            let symbol = project.symbol(file, local);
            let class = project.canonical(symbol);
            if class != symbol {
                continue;
            }
            let is_job = in_folder || project.is_a(class, JOBS);
            if is_job && let Some(handler) = handler(project, class) {
                let own = project.container(handler).map(|owner| project.canonical(owner)) == Some(class);
                // A base class of jobs is no job itself.
                if own || project.world.bases.below(class).is_empty() {
                    let name = project.qualified(class, "::");
                    let separator = if project.is_static(handler) { "." } else { "#" };
                    out.models.endpoints.push(Endpoint {
                        kind: EndpointKind::Job,
                        method: String::new(),
                        handler: format!("{name}{separator}{}", project.name(handler)),
                        path: name,
                        symbol: Some(handler),
                        owner: Some(class),
                        file,
                        line: definition.line,
                    });
                }
            }
            if project.is_a(class, CHANNELS) {
                add_channel(project, class, out);
            }
        }
    }
}

/// The messages of a channel: its public methods.
fn add_channel(project: &Project<'_, '_>, class: SymbolId, out: &mut Contributions) {
    let name = project.qualified(class, "::");
    for &method in project.methods(class) {
        let definition = project.definition(method);
        if definition.visibility() != Visibility::Public || project.is_static(method) {
            continue;
        }
        let message = format!("{name}#{}", project.name(method));
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Event,
            method: String::new(),
            path: message.clone(),
            handler: message,
            symbol: Some(method),
            owner: Some(class),
            file: project.file_of(method),
            line: definition.line,
        });
    }
}
