//! Who fires the events of state machines.

use super::Machine;
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds a hop for each call of an event: `close`, `close!`, `may_close?`, `fire_events(:close)`.
pub(super) fn add(project: &Project<'_, '_>, machines: &[Machine], out: &mut Contributions) {
    // Events by the hashes of the names that fire them: the model and the event.
    let mut events: FxHashMap<u64, Vec<(SymbolId, SymbolId)>> = FxHashMap::default();
    for one in machines {
        for event in &one.shape.events {
            let Some(symbol) = event.symbol else { continue };
            let spellings = [
                event.name.clone(),
                format!("{}!", event.name),
                format!("may_{}?", event.name),
                format!("can_{}?", event.name),
            ];
            for name in spellings {
                events.entry(hash_name(&name)).or_default().push((one.shape.model, symbol));
            }
        }
    }
    if events.is_empty() {
        return;
    }
    let names: FxHashSet<u64> = events.keys().copied().collect();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            let from = project.scope_of(&call);
            let candidates = &events[&hash_name(call.name())];
            let asks = call.name().ends_with('?');
            if asks || candidates.iter().any(|(_, event)| *event == from) {
                continue;
            }
            if let Some((event, resolution)) = meant(project, &call, candidates) {
                let hop =
                    Hop::new(from, event, EdgeKind::Transition, resolution, call.line(), Some(call.number));
                out.hop(hop, "");
            }
        }
    }
}

/// The event that a call fires.
fn meant(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    candidates: &[(SymbolId, SymbolId)],
) -> Option<(SymbolId, Resolution)> {
    let is_below = |class: SymbolId| {
        let above = project.ancestors(class);
        candidates.iter().any(|(model, _)| above.contains(model))
    };
    let (class, sure) = match call.receiver() {
        "" | "self" => {
            let scope = project.scope_of(call);
            let found = project.class_around(scope, &mut |class| is_below(class));
            let own = || project.type_around(scope).map(|class| (class, Resolution::Exact));
            found.or_else(own).map_or((None, Resolution::Exact), |(class, sure)| (Some(class), sure))
        }
        _ => match project.likely_receiver(call) {
            (Value::Instance(class) | Value::Collection(class), sure) => (Some(class), sure),
            (Value::Type(_) | Value::Container(_) | Value::Function(_) | Value::Super(_), _) => return None,
            (Value::Unknown | Value::External, sure) => (None, sure),
        },
    };
    match class {
        Some(class) => {
            let above = project.ancestors(class);
            let found = candidates.iter().find(|(model, _)| above.contains(model));
            found.map(|(_, event)| (*event, sure))
        }
        // On an object of unknown type, only `close!` is specific enough.
        None => match candidates {
            [(_, event)] if call.name().ends_with('!') && !call.receiver().is_empty() => {
                Some((*event, Resolution::Inferred))
            }
            _ => None,
        },
    }
}
