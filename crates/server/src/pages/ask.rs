//! A task in plain words, and the answer as an agent gets it.

use super::code;
use super::failure::Failure;
use super::layout::{Document, Place, document, freshness, notes, probability};
use super::links::Links;
use super::visit::Visit;
use fathom_protocol::context::{DEFAULT_BUDGET, RankedSymbol, Response as Context};
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::{Value, json};

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let place = Place::Workspace { name: visit.name(), page: "ask" };
    let task = visit.value("q");
    if task.is_empty() {
        let body = html! {
            h1 { "Ask" }
            (form(&visit))
            p.hint { "Describe a change, a question or an error in plain words. The answer is what an agent gets." }
        };
        return Ok(document("Ask", &place, &body));
    }
    let mut fields = json!({"task": task, "hints": visit.words("hint")});
    let budget = visit.value("budget");
    if !budget.is_empty() {
        fields["budget"] = budget.parse::<u64>().map_or_else(|_| Value::from(budget), Value::from);
    }
    let answer = visit.answer(Operation::Context, fields).await?;
    let Response::Context(context) = answer.response else { return Err(visit.mismatch()) };
    let links = visit.links();
    let body = html! {
        h1 { "Ask" }
        (form(&visit))
        div.columns {
            section aria-label="Symbols" {
                p.summary {
                    strong { (context.tokens) } " of " (context.budget) " tokens"
                    button type="button" data-copy="prompt" hidden { "Copy as prompt" }
                }
                (freshness(&context.index))
                (notes(&context.notes))
                @if context.symbols.is_empty() { p.notice { "Nothing in this repository matches the task." } }
                ol.results {
                    @for symbol in &context.symbols { (ranked(&context, symbol, &links)) }
                }
                details {
                    summary { "The answer as text" }
                    pre.code id="prompt" { (answer.text) }
                }
            }
            aside { (beside(&context, &links)) }
        }
    };
    Ok(document(task, &place, &body))
}

fn form(visit: &Visit) -> Markup {
    let budget = match visit.value("budget") {
        "" => DEFAULT_BUDGET.to_string(),
        given => given.to_owned(),
    };
    html! {
        form.ask action=(visit.links().page("ask")) {
            label for="task" { "Task" }
            textarea id="task" name="q" rows="3" required autofocus[visit.value("q").is_empty()] { (visit.value("q")) }
            div.row {
                div.grow {
                    label for="hint" { "Hints: names you expect in the code" }
                    input id="hint" name="hint" value=(visit.value("hint")) spellcheck="false";
                }
                div {
                    label for="budget" { "Budget in tokens" }
                    input id="budget" name="budget" type="number" min="1" max="1000000" value=(budget);
                }
                button { "Ask" }
            }
        }
    }
}

fn ranked(context: &Context, symbol: &RankedSymbol, links: &Links) -> Markup {
    html! {
        li.card {
            h3 {
                span.rank { (symbol.rank) }
                span.kind { (symbol.kind) }
                a.item href=(links.symbol(&symbol.id)) { (symbol.qualified_name) }
            }
            p.where {
                a href=(links.line(&symbol.path, symbol.line)) { (symbol.path) ":" (symbol.line) }
                (probability(symbol.probability))
                a href=(links.explain(&context.task, &context.hints, &symbol.id)) { "why?" }
            }
            @if !symbol.reasons.is_empty() { p.reasons { (symbol.reasons.join(" · ")) } }
            @match &symbol.code {
                Some(text) => (code::linked(text, symbol.line, |line| links.line(&symbol.path, line))),
                None => p.signature { code { (symbol.signature) } },
            }
        }
    }
}

fn beside(context: &Context, links: &Links) -> Markup {
    html! {
        @if !context.files.is_empty() {
            h2 { "Files" }
            ul.plain {
                @for file in &context.files {
                    li { a href=(links.browse(&file.path)) { (file.path) } (probability(file.probability)) }
                }
            }
        }
        @if !context.tests.is_empty() {
            h2 { "Tests" }
            ul.plain {
                @for test in &context.tests {
                    li { a href=(links.symbol(&test.id)) { (test.id) } (probability(test.probability)) }
                }
            }
        }
        @if !context.unsupported_languages.is_empty() {
            h2 { "Not read" }
            p { (context.unsupported_languages.join(", ")) }
        }
    }
}
