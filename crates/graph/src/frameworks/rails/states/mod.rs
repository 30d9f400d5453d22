//! State machines of models: AASM, `state_machine(s)`, Workflow, Statesman, `enum`, and constants as
//! `STATUS_OPEN`.
//!
//! An event is a method that a declaration makes; its symbol is the declaration. Firing it
//! (`ticket.close!`) leads to that symbol, and from there to guards and callbacks.

mod builder;
mod constants;
mod declared;
mod fired;
mod written;

use super::callbacks::Callbacks;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop, StateMachine};
use crate::ids::SymbolId;
use crate::model::EdgeKind;
use crate::model::Resolution;

/// What runs with an event, in order: the method, and when it runs.
pub(super) struct EventHook {
    event: SymbolId,
    name: String,
    when: &'static str,
    line: u32,
}

/// A machine with what it runs.
pub(super) struct Machine {
    pub(super) shape: StateMachine,
    pub(super) hooks: Vec<EventHook>,
    /// Whether firing an event with `!` saves the object.
    pub(super) saves: bool,
}

/// Adds all state machines, what their events run, and who fires them.
pub(super) fn add(project: &Project<'_, '_>, callbacks: &mut Callbacks<'_, '_, '_>, out: &mut Contributions) {
    let mut machines = declared::find(project);
    constants::find(project, &mut machines);
    written::find(project, &mut machines);
    for one in &machines {
        let model = one.shape.model;
        for hook in &one.hooks {
            if let Some(method) = project.method(model, &hook.name).filter(|method| *method != hook.event) {
                let kind = if hook.when == "guard" { EdgeKind::Transition } else { EdgeKind::Callback };
                let hop = Hop::new(hook.event, method, kind, Resolution::Exact, hook.line, None);
                out.hop(hop, hook.when);
            }
        }
        if one.saves && callbacks.is_model(model) {
            for event in one.shape.events.iter().filter_map(|event| event.symbol) {
                let line = project.definition(event).line;
                callbacks.run(event, model, super::callbacks::Deed::Update, line, None, out);
            }
        }
    }
    fired::add(project, &machines, out);
    out.models.machines.extend(machines.into_iter().map(|one| one.shape));
}
