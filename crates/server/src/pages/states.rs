//! The states of a model, their transitions, and the code that sets them.

use super::failure::Failure;
use super::layout::{Document, PageContext, document, freshness, notes};
use super::links::Links;
use super::visit::Visit;
use fathom_protocol::states::{Event, Model, Response as States};
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::json;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let model = visit.value("model");
    let mut fields = json!({"model": model});
    if !visit.value("field").is_empty() {
        fields["field"] = visit.value("field").into();
    }
    let answer = visit.answer(Operation::States, fields).await?;
    let Response::States(states) = answer.into_response() else { return Err(visit.mismatch()) };
    let links = visit.links();
    let result = if model.is_empty() { listed(&states, &links) } else { shown(&states, &links) };
    let body = html! {
        h1 { "States" }
        form action=(visit.links().page("states")) {
            label for="model" { "A model" }
            div.row {
                input id="model" name="model" value=(model) required spellcheck="false" placeholder="Order";
                button { "Show" }
            }
        }
        (result)
    };
    Ok(document("States", &PageContext::Workspace { name: visit.name(), page: "states" }, &body))
}

/// Where nothing was asked: what can be.
fn listed(states: &States, links: &Links) -> Markup {
    html! {
        p.hint {
            "A type with a state machine, an enum or constants such as STATUS_OPEN. The page shows its states, the "
            "events and transitions between them, and the code that triggers and writes them."
        }
        (freshness(&states.index))
        (notes(&states.notes))
        @if !states.models.is_empty() {
            h2 { "Models with states " span.count { (states.models.len()) } }
            ul.plain { @for model in &states.models { (of_model(model, links)) } }
        }
    }
}

fn of_model(model: &Model, links: &Links) -> Markup {
    html! {
        li {
            a.item href=(links.states(&model.model, &model.field)) { (model.model) "." (model.field) }
            span.aside { (model.states.join(", ")) }
            a.evidence href=(links.line(&model.path, model.line)) { (model.path) ":" (model.line) }
        }
    }
}

fn shown(states: &States, links: &Links) -> Markup {
    html! {
        (freshness(&states.index))
        (notes(&states.notes))
        h2 { (states.model) @if !states.field.is_empty() { "." (states.field) } }
        @for field in &states.other_fields {
            a.tag href=(links.states(&states.model, field)) { (field) } " "
        }
        ul.plain {
            @for state in &states.states {
                li {
                    (state.name)
                    @if state.initial { " " span.tag { "initial" } }
                    a.evidence href=(links.line(&state.path, state.line)) { (state.path) ":" (state.line) }
                }
            }
        }
        @if !states.events.is_empty() { h2 { "Events" } }
        @for event in &states.events { (of_event(event, states, links)) }
        @if !states.writers.is_empty() {
            h2 { "Set by" }
            ul.plain {
                @for writer in &states.writers {
                    li {
                        a.item href=(links.symbol(&writer.node)) { (writer.node) }
                        @if !writer.state.is_empty() { span.aside { (writer.state) } }
                        a.evidence href=(links.line(&writer.path, writer.line)) { (writer.path) ":" (writer.line) }
                    }
                }
            }
        }
    }
}

fn of_event(event: &Event, states: &States, links: &Links) -> Markup {
    html! {
        h3 {
            (event.name)
            @if !event.guards.is_empty() { span.aside { "if " (event.guards.join(", ")) } }
        }
        ul.plain {
            @for one in states.transitions.iter().filter(|one| one.event == event.name) {
                li {
                    (one.from) " → " (one.to)
                    a.evidence href=(links.line(&one.path, one.line)) { (one.path) ":" (one.line) }
                }
            }
            @if !event.callbacks.is_empty() { li { "runs " (event.callbacks.join(", ")) } }
            @for id in &event.triggered_by { li { "fired by " a.item href=(links.symbol(id)) { (id) } } }
        }
    }
}
