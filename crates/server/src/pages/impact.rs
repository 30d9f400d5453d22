//! What depends on a symbol, a file or a diff, and which tests reach it.

use super::failure::Failure;
use super::layout::{Document, Place, count, document, freshness, notes};
use super::links::Links;
use super::visit::Visit;
use crate::http::body;
use axum::body::Body;
use axum::http::Request;
use fathom_protocol::impact::{Impacted, Response as Impact};
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::{Value, json};

/// Most dependants on a page.
const MOST: usize = 500;

/// What depends on a node.
pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let node = visit.value("node");
    if node.is_empty() {
        return Ok(shown(&visit, "", "", &html! {}));
    }
    let impact = ask(&visit, json!({"node": node, "limit": MOST})).await?;
    Ok(shown(&visit, node, "", &result(&impact, &visit.links())))
}

/// What depends on a diff. It changes nothing, so it needs no protection but the checks of every route.
pub(super) async fn of_diff(visit: Visit, request: Request<Body>) -> Result<Document, Failure> {
    let fields = body::form(request).await;
    let fields = fields.map_err(|refusal| Failure::new(refusal, Some(visit.name().to_owned())))?;
    let diff = fields.into_iter().find(|(key, _)| key == "diff").map(|(_, value)| value).unwrap_or_default();
    // Browsers send every line end as CR LF; a diff of files with LF would match nothing.
    let diff = diff.replace("\r\n", "\n");
    let impact = ask(&visit, json!({"diff": diff, "limit": MOST})).await?;
    Ok(shown(&visit, "", &diff, &result(&impact, &visit.links())))
}

async fn ask(visit: &Visit, fields: Value) -> Result<Impact, Failure> {
    let answer = visit.answer(Operation::Impact, fields).await?;
    let Response::Impact(impact) = answer.response else { return Err(visit.mismatch()) };
    Ok(*impact)
}

fn shown(visit: &Visit, node: &str, diff: &str, result: &Markup) -> Document {
    let address = visit.links().page("impact");
    let body = html! {
        h1 { "Impact" }
        form action=(address) {
            label for="node" { "A symbol or the path of a file" }
            div.row {
                input id="node" name="node" value=(node) required spellcheck="false";
                button { "Show" }
            }
        }
        details open[!diff.is_empty()] {
            summary { "Or paste a diff" }
            form method="post" action=(address) {
                textarea name="diff" rows="10" required aria-label="A unified diff" spellcheck="false" { "\n" (diff) }
                button { "Show" }
            }
        }
        (result)
    };
    document("Impact", &Place::Workspace { name: visit.name(), page: "impact" }, &body)
}

fn result(impact: &Impact, links: &Links) -> Markup {
    let deepest = impact.impacted.iter().map(|one| one.depth).max().unwrap_or_default();
    html! {
        (freshness(&impact.index))
        (notes(&impact.notes))
        div.columns {
            section aria-label="Dependants" {
                p.summary {
                    strong { (count(impact.total, "dependant", "dependants")) }
                    @if impact.impacted.len() < impact.total { ", the first " (impact.impacted.len()) " are shown" }
                    @if impact.possibly_missing > 0 {
                        "; " (count(impact.possibly_missing as usize, "call", "calls"))
                        " by the same name with an unknown receiver"
                    }
                }
                @for depth in 1..=deepest {
                    h2 { @if depth == 1 { "Direct" } @else { "At depth " (depth) } }
                    ul.plain {
                        @for one in impact.impacted.iter().filter(|one| one.depth == depth) { (row(one, links)) }
                    }
                }
            }
            aside {
                h2 { "What changes" }
                ul.plain { @for id in &impact.changed { li { a href=(links.symbol(id)) { (id) } } } }
                h2 { "Tests to run " span.aside { (impact.tests.len()) } }
                @if impact.tests.is_empty() { p { "No test of the index reaches it." } }
                ul.plain { @for id in &impact.tests { li { a href=(links.symbol(id)) { (id) } } } }
            }
        }
    }
}

fn row(one: &Impacted, links: &Links) -> Markup {
    html! {
        li {
            a.item href=(links.symbol(&one.node)) title=(one.node) { (one.name) }
            span.aside { (one.edge_type) " " (one.via) (format!(", {:.0}%", one.confidence * 100.0)) }
            @if one.test { span.tag { "test" } }
            a.evidence href=(links.line(&one.path, one.line)) { (one.path) ":" (one.line) }
        }
    }
}
