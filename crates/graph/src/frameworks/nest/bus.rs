//! Buses of commands, queries and events: the handler of the class of what is sent runs.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use super::NEST;
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Decorators of handlers, and the method that runs.
const HANDLERS: [(&str, &str); 3] =
    [("CommandHandler", "execute"), ("QueryHandler", "execute"), ("EventsHandler", "handle")];
/// Methods of buses.
const SENDS: [&str; 3] = ["execute", "publish", "publishAll"];
/// Handlers of one class that are followed.
const MOST: usize = 16;

/// Adds handlers as events, and hops from what sends.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let handlers = handlers(project, out);
    if handlers.is_empty() {
        return;
    }
    let names: FxHashSet<u64> = SENDS.map(hash_name).into_iter().collect();
    for language in NEST.languages {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names) {
                let Some(sent) = call.first().filter(|one| !one.text().is_empty()) else { continue };
                let of = match project.value_at(&call, sent.text()) {
                    Value::Instance(of) | Value::Type(of) => Some(of),
                    _ => project.type_at(&call, sent.text().trim_end_matches("()")),
                };
                let known = of.and_then(|of| handlers.get(&project.canonical(of)));
                for handler in known.into_iter().flatten().take(MOST) {
                    let (from, line) = (project.scope_of(&call), call.line());
                    let (kind, how) = (EdgeKind::Callback, Resolution::Exact);
                    out.hop(Hop::new(from, *handler, kind, how, line, Some(call.number)), "");
                }
            }
        }
    }
}

fn handlers(project: &Project<'_, '_>, out: &mut Contributions) -> FxHashMap<SymbolId, Vec<SymbolId>> {
    let names: FxHashSet<u64> = HANDLERS.iter().map(|(name, _)| hash_name(name)).collect();
    let mut found: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for language in NEST.languages {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names).filter(Call::is_decorator) {
                let Some((_, method)) = HANDLERS.iter().find(|(name, _)| *name == call.name()) else {
                    continue;
                };
                let class = project.scope_of(&call);
                let Some(handler) = project.method(class, method) else { continue };
                for named in Project::named_arguments(&call) {
                    if let Some(of) = project.type_at(&call, named) {
                        found.entry(project.canonical(of)).or_default().push(handler);
                    }
                    out.models.endpoints.push(Endpoint {
                        kind: EndpointKind::Event,
                        method: String::new(),
                        path: named.to_owned(),
                        handler: project.qualified(handler, "."),
                        symbol: Some(handler),
                        owner: Some(project.canonical(class)),
                        file,
                        line: call.line(),
                    });
                }
            }
        }
    }
    found
}
