//! Code that the service container runs and injects: hosted services, and the class that is registered
//! for an interface.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use super::method_of;
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ReferenceKind, hash_name};
use rustc_hash::FxHashSet;

/// Registrations of a class for a type.
const REGISTRATIONS: [&str; 6] =
    ["AddScoped", "AddTransient", "AddSingleton", "TryAddScoped", "TryAddTransient", "TryAddSingleton"];

pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    hosted(project, out);
    registrations(project, out);
}

/// The types between the angle brackets of a call, as far as they are in the repository.
pub(super) fn type_arguments(project: &Project<'_, '_>, call: &Call<'_>) -> Vec<SymbolId> {
    let facts = project.facts(call.file);
    let types = facts.references.iter().filter(|one| {
        one.kind() == ReferenceKind::Type && one.line == call.line() && one.from == call.scope()
    });
    types.filter_map(|one| project.type_at(call, facts.text(one.name))).collect()
}

/// Classes that run in the background.
fn hosted(project: &Project<'_, '_>, out: &mut Contributions) {
    for file in project.files_in("csharp") {
        for symbol in project.symbols_in(file).filter(|one| project.kind(*one).is_type()) {
            let bases = project.written_bases(symbol);
            let is_hosted = bases.iter().any(|base| matches!(*base, "BackgroundService" | "IHostedService"));
            if !is_hosted {
                continue;
            }
            let handler = method_of(project, symbol, &["ExecuteAsync", "StartAsync"]);
            let name = project.qualified(symbol, ".");
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Job,
                method: String::new(),
                handler: handler.map_or_else(|| name.clone(), |one| project.qualified(one, ".")),
                path: name,
                symbol: handler,
                owner: Some(symbol),
                file,
                line: project.definition(symbol).line,
            });
        }
    }
}

/// `services.AddScoped<IOrders, Orders>()`: a user of the interface gets the class.
fn registrations(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = REGISTRATIONS.iter().map(|name| hash_name(name)).collect();
    for file in project.files_in("csharp") {
        for call in project.calls_named(file, &names) {
            if let [interface, class, ..] = type_arguments(project, &call)[..]
                && interface != class
            {
                let hop = Hop::new(
                    interface,
                    class,
                    EdgeKind::Inject,
                    Resolution::Exact,
                    project.definition(interface).line,
                    None,
                );
                out.hop(hop, "");
            }
        }
    }
}
