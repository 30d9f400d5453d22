//! Constants that name the states of a class: `STATUS_OPEN = 1`, `STATUS_CLOSED = 5`.

use super::Machine;
use crate::frameworks::State;
use crate::frameworks::project::Project;
use crate::ids::SymbolId;
use fathom_syntax::Kind;
use rustc_hash::FxHashMap;

const PREFIXES: [(&str, &str); 2] = [("STATUS_", "status"), ("STATE_", "state")];

/// Adds a machine for each class with two or more such constants and no other machine for the field.
pub(super) fn find(project: &Project<'_, '_>, machines: &mut Vec<Machine>) {
    let mut found: FxHashMap<(SymbolId, &'static str), Vec<State>> = FxHashMap::default();
    for file in project.files_in("ruby") {
        let facts = project.facts(file);
        for (local, definition) in (0..).zip(facts.definitions) {
            if definition.kind() != Kind::Constant {
                continue;
            }
            let name = facts.text(definition.name);
            for (prefix, field) in PREFIXES {
                let Some(state) = name.strip_prefix(prefix).filter(|state| !state.is_empty()) else {
                    continue;
                };
                let symbol = project.symbol(file, local);
                let Some(class) =
                    project.container(symbol).filter(|owner| project.kind(*owner) == Kind::Class)
                else {
                    continue;
                };
                let (name, line) = (state.to_ascii_lowercase(), definition.line);
                let states = found.entry((project.canonical(class), field)).or_default();
                states.push(State { name, initial: false, file, line });
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().filter(|(_, states)| states.len() > 1).collect();
    found.sort_by_key(|(key, _)| *key);
    for ((class, field), states) in found {
        let known = |one: &Machine| one.shape.model == class && one.shape.field == field;
        if !machines.iter().any(known) {
            let mut machine = Machine::new(class, field, false);
            machine.shape.states = states;
            machines.push(machine);
        }
    }
}
