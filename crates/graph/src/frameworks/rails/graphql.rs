//! GraphQL: `field :close_ticket, mutation: Mutations::CloseTicket` is an entry point, `mutation closeTicket`.

use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Endpoint, EndpointKind};
use crate::ids::SymbolId;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Options of a field that name the class which resolves it.
const RESOLVERS: [&str; 4] = ["mutation", "resolver", "subscription", "function"];

/// Methods that resolve a field, the most likely first.
const HANDLERS: [&str; 3] = ["resolve", "call", "perform"];

/// Adds the fields of the outermost types.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    if !project.depends_on("graphql") {
        return;
    }
    let names: FxHashSet<u64> = [hash_name("field")].into_iter().collect();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            if let Some(endpoint) = field(project, &call) {
                out.models.endpoints.push(endpoint);
            }
        }
    }
}

fn field(project: &Project<'_, '_>, call: &Call<'_>) -> Option<Endpoint> {
    let name = call.first()?.literal()?;
    let around = project.type_around(project.scope_of(call))?;
    let stated = RESOLVERS.iter().find_map(|word| {
        let value = call.keyword(word).filter(|value| value.kind() == ArgumentKind::Name)?;
        Some((*word, project.type_at(call, value.text())?))
    });
    let is_outermost = |kind: &str| {
        let own = project.name(around).to_ascii_lowercase();
        own.starts_with(kind) && (own.len() == kind.len() || own.ends_with("type") || own.ends_with("root"))
    };
    let outermost = ["mutation", "subscription", "query"].into_iter().find(|kind| is_outermost(kind));
    let (owner, symbol): (SymbolId, SymbolId) = match stated {
        Some((_, class)) => (class, HANDLERS.iter().find_map(|name| project.method(class, name))?),
        // A field of an outermost type that a method of that type resolves.
        None => (outermost.map(|_| around)?, project.method(around, name)?),
    };
    let kind = match stated {
        Some((word @ ("mutation" | "subscription"), _)) => word,
        _ => outermost.unwrap_or("query"),
    };
    let separator = if project.is_static(symbol) { "." } else { "#" };
    Some(Endpoint {
        kind: EndpointKind::Event,
        method: String::new(),
        path: format!("{kind} {}", camel_back(name)),
        handler: format!("{}{separator}{}", project.qualified(owner, "::"), project.name(symbol)),
        symbol: Some(symbol),
        owner: Some(owner),
        file: call.file,
        line: call.line(),
    })
}

/// `close_ticket` as `closeTicket`.
fn camel_back(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let (head, tail) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        all + &head.to_uppercase() + tail
    })
}
