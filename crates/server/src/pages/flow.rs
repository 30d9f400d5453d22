//! What an entry point runs: a list of entry points, and for one of them the filters and
//! the chain of calls, as a tree and as a drawing.

use super::failure::Failure;
use super::layout::{Document, PageContext, count, document, freshness, notes};
use super::links::Links;
use super::visit::Visit;
use fathom_protocol::endpoints::{Endpoint, Kind, Response as Endpoints};
use fathom_protocol::flow::{Response as Flow, Step, StepKind};
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::json;

/// Most entry points on a page.
const MOST: usize = 400;
/// Most steps of a drawing.
const DRAWN: usize = 80;
/// Pixels of a row, of one level and of a letter in a drawing.
const ROW: usize = 26;
const LEVEL: usize = 28;
const LETTER: usize = 7;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let entry = visit.value("entry");
    let found = if entry.is_empty() { list(&visit).await? } else { flow(&visit, entry).await? };
    let address = visit.links().page("flow");
    let body = html! {
        h1 { "Flow" }
        form action=(address) {
            label for="entry" { "A route, a URL, a job, a task or any symbol" }
            div.row {
                input id="entry" name="entry" value=(entry) required spellcheck="false" placeholder="POST /orders/:id";
                button { "Show" }
            }
        }
        (found)
    };
    Ok(document("Flow", &PageContext::Workspace { name: visit.name(), page: "flow" }, &body))
}

async fn list(visit: &Visit) -> Result<Markup, Failure> {
    let query = visit.value("q");
    let fields = json!({"query": query, "limit": MOST});
    let answer = visit.answer(Operation::Endpoints, fields).await?;
    let Response::Endpoints(endpoints) = answer.into_response() else { return Err(visit.mismatch()) };
    let links = visit.links();
    Ok(html! {
        (freshness(&endpoints.index))
        form action=(links.page("flow")) {
            label for="q" { "Entry points that contain" }
            div.row {
                input id="q" name="q" value=(query) spellcheck="false" type="search";
                button { "Filter" }
            }
        }
        p.summary {
            strong { (count(endpoints.total, "entry point", "entry points")) }
            @if endpoints.endpoints.len() < endpoints.total { span.aside { "the first " (endpoints.endpoints.len()) " are shown" } }
            @if !endpoints.frameworks.is_empty() { span.aside { (endpoints.frameworks.join(", ")) } }
        }
        @if endpoints.frameworks.is_empty() {
            p.hint { "No supported framework was found. You can still follow the calls of any symbol." }
        }
        @for kind in Kind::ALL { (of_kind(&endpoints, *kind, &links)) }
    })
}

fn of_kind(endpoints: &Endpoints, kind: Kind, links: &Links) -> Markup {
    let of_kind: Vec<&Endpoint> = endpoints.endpoints.iter().filter(|one| one.kind == kind).collect();
    html! {
        @if !of_kind.is_empty() {
            h2 { (kind) "s " span.count { (of_kind.len()) } }
            ul.plain.entries {
                @for one in of_kind {
                    @let address = format!("{} {}", one.method, one.path);
                    li {
                        a.item href=(links.flow(address.trim())) {
                            @if !one.method.is_empty() { span.method { (one.method) } "\u{a0}" }
                            (one.path)
                        }
                        span.aside { (one.handler) }
                        a.evidence href=(links.line(&one.source_path, one.line)) { (one.source_path) ":" (one.line) }
                    }
                }
            }
        }
    }
}

async fn flow(visit: &Visit, entry: &str) -> Result<Markup, Failure> {
    let answer = visit.answer(Operation::Flow, json!({"entry": entry})).await?;
    let Response::Flow(flow) = answer.into_response() else { return Err(visit.mismatch()) };
    let links = visit.links();
    Ok(html! {
        (freshness(&flow.index))
        (notes(&flow.notes))
        @if flow.found {
            @if !flow.path.is_empty() { h2 { (flow.method) " " (flow.path) } }
            div.columns {
                section aria-label="Chain" {
                    @if !flow.filters.is_empty() { (filters(&flow, &links)) }
                    h2 { "In execution order " span.count { (flow.chain.len()) } }
                    ul.plain.steps { @for step in &flow.chain { (row(step, &links)) } }
                }
                aside {
                    @if !flow.externals.is_empty() {
                        h2 { "Leaves the repository" }
                        ul.plain {
                            @for one in &flow.externals {
                                li {
                                    span.tag { (one.kind) } " " (one.name)
                                    a.evidence href=(links.line(&one.path, one.line)) { (one.path) ":" (one.line) }
                                }
                            }
                        }
                    }
                    h2 { "Diagram" }
                    (drawing(&flow))
                }
            }
        }
    })
}

fn filters(flow: &Flow, links: &Links) -> Markup {
    html! {
        h2 { "Filters " span.count { (flow.filters.len()) } }
        ul.plain.entries {
            @for filter in &flow.filters {
                li {
                    span.tag { (filter.kind) } " " (filter.name)
                    @if let Some(condition) = &filter.condition { span.aside { (condition) } }
                    a.evidence href=(links.line(&filter.source_path, filter.line)) {
                        (filter.source_path) ":" (filter.line)
                    }
                }
            }
        }
    }
}

fn row(step: &Step, links: &Links) -> Markup {
    let is_symbol = step.node.contains("::") || step.kind != StepKind::External;
    html! {
        li {
            @for _ in 0..step.depth.min(12) { span.level {} }
            @if !matches!(step.kind, StepKind::Call | StepKind::Branch) { span.tag { (step.kind) } " " }
            @if is_symbol { a.item href=(links.symbol(&step.node)) title=(step.node) { (step.name) } }
            @else { (step.name) }
            @if let Some(condition) = &step.condition { span.aside { (condition) } }
            a.evidence href=(links.line(&step.path, step.line)) { (step.path) ":" (step.line) }
        }
    }
}

/// The chain as boxes below each other, each joined to the one that leads to it.
fn drawing(flow: &Flow) -> Markup {
    let steps: Vec<&Step> = flow.chain.iter().take(DRAWN).collect();
    let label = |step: &Step| step.name.rsplit("::").next().unwrap_or(&step.name).to_owned();
    let right = |step: &Step| step.depth as usize * LEVEL + label(step).chars().count() * LETTER + 24;
    let width = steps.iter().map(|step| right(step)).max().unwrap_or(0);
    let height = steps.len() * ROW + 4;
    // The row of the last step at each depth.
    let mut rows: Vec<usize> = Vec::new();
    let mut drawn: Vec<(usize, usize, &Step, Option<usize>)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let depth = step.depth as usize;
        rows.truncate(depth);
        let above = rows.last().copied();
        while rows.len() <= depth {
            rows.push(at);
        }
        drawn.push((at, depth, step, above));
    }
    html! {
        svg.flow width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) role="img"
            aria-label="The chain as a drawing" {
            @for (at, depth, step, above) in drawn {
                @let (x, y) = (depth * LEVEL + 2, at * ROW + 2);
                @if let Some(above) = above {
                    @let from = format!("M{} {} V{} H{}", x - LEVEL + 8, above * ROW + ROW - 2, y + ROW / 2 - 2, x);
                    path d=(from) class=(step.kind.word()) {}
                }
                rect x=(x) y=(y) width=(label(step).chars().count() * LETTER + 16) height=(ROW - 6) rx="4"
                    class=(step.kind.word()) { title { (step.name) } }
                text x=(x + 8) y=(y + 14) { (label(step)) }
            }
        }
        @if flow.chain.len() > DRAWN { p.hint { "The first " (DRAWN) " steps are drawn." } }
    }
}
