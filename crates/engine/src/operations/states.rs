//! `states`: the states of a model, their transitions, and the code that sets them; or all models
//! with states.

use super::dispatch;
use super::named;
use crate::{EngineError, View};
use fathom_graph::frameworks::StateMachine;
use fathom_graph::{EdgeKind, FileId, SymbolId};
use fathom_protocol::flow::Format;
use fathom_protocol::states::{Event, Model, Request, Response, State, Transition, Writer};
use fathom_syntax::Flags;
use std::fmt::Write;

/// Models that are listed.
const MODELS: usize = 500;
/// Symbols that fire one event.
const TRIGGERS: usize = 50;

/// Finds the states of a model, or lists the models.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let graph = view.graph;
    if request.model.trim().is_empty() {
        return Ok(list(view));
    }
    let machines = &graph.models().machines;
    let named = named::named(view, &request.model)?;
    let of_model = |symbol: &SymbolId| machines.iter().any(|machine| machine.model == *symbol);
    let symbol = named.iter().copied().find(of_model).unwrap_or(named[0]);
    // A model has the machines of the modules that it mixes in and of its base classes too.
    let above = dispatch::ancestors(graph, symbol);
    let mut all: Vec<&StateMachine> = machines.iter().filter(|one| above.contains(&one.model)).collect();
    all.sort_by_key(|one| above.iter().position(|model| *model == one.model));
    let wanted =
        |machine: &&&StateMachine| request.field.as_ref().is_none_or(|field| machine.field == *field);
    let chosen = all.iter().filter(wanted).max_by_key(|one| (one.transitions.len(), one.states.len()));
    let mut response =
        Response { model: graph.qualified_name(symbol), index: view.state(), ..Response::default() };
    let Some(machine) = chosen else {
        response.other_fields = all.iter().map(|machine| machine.field.clone()).collect();
        response.notes.push(match &request.field {
            Some(field) => format!("no state machine is declared for `{field}` of {}", response.model),
            None => format!("no state machine is declared for {}", response.model),
        });
        return Ok(response);
    };
    let others = all.iter().map(|other| &other.field).filter(|field| **field != machine.field);
    response.other_fields = others.cloned().collect();
    fill(view, machine, &mut response);
    if request.format == Some(Format::Mermaid) || request.format == Some(Format::Sequence) {
        response.mermaid = Some(diagram(&response));
    }
    Ok(response)
}

/// The models with states, production code before tests, those with transitions first.
fn list(view: &View<'_>) -> Response {
    let graph = view.graph;
    let mut machines: Vec<&StateMachine> = graph.models().machines.iter().collect();
    machines.sort_by_key(|machine| {
        let is_test = graph.flags(machine.model).has(Flags::TEST);
        (is_test, machine.transitions.is_empty(), graph.qualified_name(machine.model), machine.field.clone())
    });
    let mut response = Response { index: view.state(), ..Response::default() };
    match machines.len() {
        0 => response.notes.push("no model declares states".to_owned()),
        all if all > MODELS => response.notes.push(format!("{} more models have states", all - MODELS)),
        _ => {}
    }
    let model = |machine: &&StateMachine| Model {
        model: graph.qualified_name(machine.model),
        field: machine.field.clone(),
        states: machine.states.iter().map(|state| state.name.clone()).collect(),
        transitions: machine.transitions.len(),
        path: graph.path(machine.model).to_owned(),
        line: graph.definition(machine.model).line,
    };
    response.models = machines.iter().take(MODELS).map(model).collect();
    response
}

fn fill(view: &View<'_>, machine: &StateMachine, response: &mut Response) {
    let graph = view.graph;
    let path = |file: FileId| graph.files().get(file.index()).map_or("", |file| file.path).to_owned();
    response.field.clone_from(&machine.field);
    response.states = machine
        .states
        .iter()
        .map(|state| State {
            name: state.name.clone(),
            initial: state.initial,
            line: state.line,
            path: path(state.file),
        })
        .collect();
    response.events = machine
        .events
        .iter()
        .map(|event| Event {
            name: event.name.clone(),
            guards: event.guards.clone(),
            callbacks: event.callbacks.clone(),
            triggered_by: event.symbol.map(|symbol| triggers(view, symbol)).unwrap_or_default(),
        })
        .collect();
    response.transitions = machine
        .transitions
        .iter()
        .map(|one| Transition {
            event: one.event.clone(),
            from: one.from.clone(),
            to: one.to.clone(),
            path: path(one.file),
            line: one.line,
        })
        .collect();
    response.writers = machine
        .writers
        .iter()
        .map(|writer| Writer {
            node: graph.id(writer.symbol),
            state: writer.state.clone(),
            path: graph.path(writer.symbol).to_owned(),
            line: writer.line,
        })
        .collect();
}

/// Ids of the symbols that fire an event, tests last.
fn triggers(view: &View<'_>, event: SymbolId) -> Vec<String> {
    let graph = view.graph;
    let fires = |kind: EdgeKind| matches!(kind, EdgeKind::Call | EdgeKind::Transition);
    let mut from: Vec<(bool, SymbolId)> = graph
        .incoming(event)
        .filter(|edge| fires(edge.kind()) && edge.from != event)
        .map(|edge| (graph.flags(edge.from).has(Flags::TEST), edge.from))
        .collect();
    from.sort_unstable();
    from.dedup();
    from.into_iter().take(TRIGGERS).map(|(_, symbol)| graph.id(symbol)).collect()
}

/// A Mermaid state diagram.
fn diagram(response: &Response) -> String {
    let mut text = String::from("stateDiagram-v2\n");
    let name = |state: &str| -> String {
        let plain: String = state.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        if plain.is_empty() { "_".to_owned() } else { plain }
    };
    for state in &response.states {
        if state.initial {
            let _ = writeln!(text, "  [*] --> {}", name(&state.name));
        } else {
            let _ = writeln!(text, "  state {}", name(&state.name));
        }
    }
    for one in &response.transitions {
        let from: Vec<&str> = if one.from == "*" {
            response.states.iter().map(|state| state.name.as_str()).filter(|state| *state != one.to).collect()
        } else {
            vec![one.from.as_str()]
        };
        for from in from {
            let label = if one.event.is_empty() { String::new() } else { format!(" : {}", name(&one.event)) };
            let _ = writeln!(text, "  {} --> {}{label}", name(from), name(&one.to));
        }
    }
    text
}
