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

use super::callbacks::{Callbacks, RecordAction, Run};
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop, StateMachine};
use crate::ids::SymbolId;
use crate::model::EdgeKind;
use crate::model::Resolution;

/// Classes that mix in a module with a machine, whose callbacks run.
const MIXED: usize = 2;

/// Writers of one machine that are linked.
const WRITERS: usize = 100;

/// A callback of an event: the method, and when it runs.
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
        for (model, resolution) in models(project, callbacks, model).into_iter().filter(|_| one.saves) {
            let run = Run { model, action: RecordAction::Update, resolution };
            for event in one.shape.events.iter().filter_map(|event| event.symbol) {
                let line = project.definition(event).line;
                callbacks.run(event, run, line, None, out);
            }
        }
        add_field(project, one, callbacks, out);
    }
    fired::add(project, &machines, out);
    out.models.machines.extend(machines.into_iter().map(|one| one.shape));
}

/// The models that a machine belongs to: the class that declares it, or the first classes that mix in
/// the module that does.
fn models(
    project: &Project<'_, '_>,
    callbacks: &mut Callbacks<'_, '_, '_>,
    declaring: SymbolId,
) -> Vec<(SymbolId, Resolution)> {
    if callbacks.is_model(declaring) {
        return vec![(declaring, Resolution::Exact)];
    }
    let below = project.world.bases.below(declaring).iter().map(|class| project.canonical(*class));
    let models = below.filter(|class| callbacks.is_model(*class)).take(MIXED);
    models.map(|class| (class, Resolution::Inferred)).collect()
}

/// Adds who sets the field of a machine, and what the methods of an enum's states run: they save.
fn add_field(
    project: &Project<'_, '_>,
    machine: &Machine,
    callbacks: &mut Callbacks<'_, '_, '_>,
    out: &mut Contributions,
) {
    let shape = &machine.shape;
    let mixed = models(project, callbacks, shape.model);
    let field = project
        .member(shape.model, &shape.field)
        .or_else(|| mixed.iter().find_map(|(model, _)| project.member(*model, &shape.field)));
    for writer in shape.writers.iter().take(WRITERS) {
        let Some(field) = field.filter(|field| *field != writer.symbol) else { break };
        let hop =
            Hop::new(writer.symbol, field, EdgeKind::Transition, Resolution::Inferred, writer.line, None);
        let state = if writer.state.is_empty() { "set".to_owned() } else { format!("to {}", writer.state) };
        out.hop(hop, &state);
    }
    if !shape.events.is_empty() || !callbacks.is_model(shape.model) {
        return;
    }
    for state in &shape.states {
        let Some(method) = project.method(shape.model, &format!("{}!", state.name)) else { continue };
        if project.definition(method).line == 0 || project.file_of(method) != state.file {
            continue;
        }
        let run = Run { model: shape.model, action: RecordAction::Update, resolution: Resolution::Exact };
        callbacks.run(method, run, project.definition(method).line, None, out);
        if let Some(field) = field {
            let line = project.definition(method).line;
            let hop = Hop::new(method, field, EdgeKind::Transition, Resolution::Exact, line, None);
            out.hop(hop, &format!("to {}", state.name));
        }
    }
}
