//! Dependents of a symbol, a file, a diff or a branch, and the tests to run.

use super::failure::Failure;
use super::layout::{Document, PageContext, copy, count, document, freshness, notes, probability};
use super::links::Links;
use super::visit::Visit;
use crate::http::body;
use axum::body::Body;
use axum::http::Request;
use fathom_engine::Branch;
use fathom_engine::operations::browse;
use fathom_protocol::impact::{Impacted, Response as Impact};
use fathom_protocol::{Operation, Response, tests};
use maud::{Markup, html};
use serde_json::{Value, json};

/// Most dependants on a page.
const MOST: usize = 500;
/// Most changed symbols that are in sight at once.
const IN_SIGHT: usize = 30;
/// References in a row that can be chosen.
const DEPTHS: [u32; 5] = [1, 2, 3, 4, 6];

/// Dependents of a node, or of the changes of a branch.
pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let (node, since) = (visit.value("node"), visit.value("since"));
    let branches = visit.ask(|view| Ok(browse::branches(view))).await?;
    let form = Form { visit: &visit, branches: &branches, node, since, diff: "" };
    if node.is_empty() && since.is_empty() {
        return Ok(form.document(&html! {
            p.hint { "See what a change reaches before you make it: its callers, subclasses and tests, nearest first." }
        }));
    }
    let change = if since.is_empty() { json!({"node": node}) } else { json!({"since": since}) };
    let result = answer(&visit, change).await?;
    Ok(form.document(&result))
}

/// Dependents of a diff. The request changes nothing, so the checks of every route are enough.
pub(super) async fn of_diff(visit: Visit, request: Request<Body>) -> Result<Document, Failure> {
    let fields = body::form(request).await;
    let fields = fields.map_err(|refusal| Failure::new(refusal, Some(visit.name().to_owned())))?;
    let diff = fields.into_iter().find(|(key, _)| key == "diff").map(|(_, value)| value).unwrap_or_default();
    // Browsers send every line end as CR LF; a diff of files with LF would match nothing.
    let diff = diff.replace("\r\n", "\n");
    let branches = visit.ask(|view| Ok(browse::branches(view))).await?;
    let result = answer(&visit, json!({"diff": diff})).await?;
    Ok(Form { visit: &visit, branches: &branches, node: "", since: "", diff: &diff }.document(&result))
}

/// Asks what a change reaches and which tests to run for it.
async fn answer(visit: &Visit, change: Value) -> Result<Markup, Failure> {
    let mut fields = change.clone();
    fields["limit"] = MOST.into();
    if let Ok(depth) = visit.value("depth").parse::<u32>() {
        fields["max_depth"] = depth.into();
    }
    let answer = visit.answer(Operation::Impact, fields).await?;
    let Response::Impact(impact) = answer.into_response() else { return Err(visit.mismatch()) };
    // `tests` does not take a node; its impact contains the tests.
    let tests = if change.get("node").is_some() {
        None
    } else {
        let answer = visit.answer(Operation::Tests, change).await?;
        let Response::Tests(tests) = answer.into_response() else { return Err(visit.mismatch()) };
        Some(*tests)
    };
    Ok(result(&impact, tests.as_ref(), &visit.links()))
}

/// The ways to name a change.
struct Form<'f> {
    visit: &'f Visit,
    branches: &'f [Branch],
    node: &'f str,
    since: &'f str,
    diff: &'f str,
}

impl Form<'_> {
    fn document(&self, result: &Markup) -> Document {
        let address = self.visit.links().page("impact");
        let body = html! {
            h1 { "Impact" }
            div.ways {
                form.card action=(address) {
                    label for="node" { "A symbol or a file" }
                    div.row {
                        input id="node" name="node" value=(self.node) required spellcheck="false" placeholder="Order.cancel";
                        (self.depth())
                        button.primary { "Show" }
                    }
                }
                @if !self.branches.is_empty() {
                    form.card action=(address) {
                        label for="since" { "The commits since a branch" }
                        div.row {
                            select.grow id="since" name="since" {
                                @for branch in self.branches {
                                    option selected[self.since == branch.name] { (branch.name) }
                                }
                            }
                            (self.depth())
                            button.primary { "Show" }
                        }
                    }
                }
                details.card open[!self.diff.is_empty()] {
                    summary { "Paste a diff" }
                    form method="post" action=(address) {
                        textarea name="diff" rows="10" required aria-label="A unified diff" spellcheck="false"
                            placeholder="git diff main…" { "\n" (self.diff) }
                        button.primary { "Show" }
                    }
                }
            }
            (result)
        };
        document("Impact", &PageContext::Workspace { name: self.visit.name(), page: "impact" }, &body)
    }

    fn depth(&self) -> Markup {
        let chosen = self.visit.value("depth").parse().unwrap_or(fathom_protocol::impact::DEFAULT_DEPTH);
        html! {
            select name="depth" aria-label="References in a row" title="References in a row" {
                @for depth in DEPTHS {
                    option value=(depth) selected[depth == chosen] { "depth " (depth) }
                }
            }
        }
    }
}

fn result(impact: &Impact, tests: Option<&tests::Response>, links: &Links) -> Markup {
    let deepest = impact.impacted.iter().map(|one| one.depth).max().unwrap_or_default();
    let (first, others) = impact.changed.split_at(impact.changed.len().min(IN_SIGHT));
    html! {
        (freshness(&impact.index))
        (notes(&impact.notes))
        div.columns {
            section aria-label="Dependants" {
                p.summary {
                    strong { (count(impact.total, "dependant", "dependants")) }
                    @if impact.impacted.len() < impact.total { span.aside { "the first " (impact.impacted.len()) " are shown" } }
                    @if impact.possibly_missing > 0 {
                        "; " (count(impact.possibly_missing as usize, "call", "calls"))
                        " by the same name with an unknown receiver"
                    }
                }
                @for depth in 1..=deepest {
                    @let level: Vec<&Impacted> = impact.impacted.iter().filter(|one| one.depth == depth).collect();
                    @if !level.is_empty() {
                        h2 { @if depth == 1 { "Direct " } @else { "At depth " (depth) " " } span.count { (level.len()) } }
                        ul.plain.relations { @for one in level { (row(one, links)) } }
                    }
                }
            }
            aside {
                h2 { "What changes " span.count { (impact.changed.len()) } }
                ul.plain { @for id in first { li { a href=(links.symbol(id)) { (id) } } } }
                @if !others.is_empty() {
                    details {
                        summary { (others.len()) " more" }
                        ul.plain { @for id in others { li { a href=(links.symbol(id)) { (id) } } } }
                    }
                }
                @match tests {
                    Some(tests) => (ranked_tests(tests, links)),
                    None => (reached_tests(&impact.tests, links)),
                }
            }
        }
    }
}

/// Tests with probabilities, as `fathom tests` gives them.
fn ranked_tests(tests: &tests::Response, links: &Links) -> Markup {
    let ids: Vec<&str> = tests.tests.iter().map(|test| test.id.as_str()).collect();
    html! {
        h2 { "Tests to run " span.count { (tests.total) } (copy("Copy", &ids.join("\n"))) }
        @if tests.tests.is_empty() { p.hint { "No test of the index reaches the change." } }
        ul.plain {
            @for test in &tests.tests {
                li {
                    a href=(links.symbol(&test.id)) title=(test.reasons.join("; ")) { (test.id) }
                    (probability(test.probability))
                }
            }
        }
        (notes(&tests.notes))
    }
}

fn reached_tests(ids: &[String], links: &Links) -> Markup {
    html! {
        h2 { "Tests to run " span.count { (ids.len()) } @if !ids.is_empty() { (copy("Copy", &ids.join("\n"))) } }
        @if ids.is_empty() { p.hint { "No test of the index reaches it." } }
        ul.plain { @for id in ids { li { a href=(links.symbol(id)) { (id) } } } }
    }
}

fn row(one: &Impacted, links: &Links) -> Markup {
    html! {
        li {
            a.item href=(links.symbol(&one.node)) title=(one.node) { (one.name) }
            span.aside title=(one.via) { (one.edge_type) " " (one.via.split_once("::").map_or(one.via.as_str(), |(_, name)| name)) }
            span.confidence title="Probability that the whole path is right" { (format!("{:.0}%", one.confidence * 100.0)) }
            @if one.test { span.tag { "test" } }
            a.evidence href=(links.line(&one.path, one.line)) { (one.path) ":" (one.line) }
        }
    }
}
