//! One symbol: its source, its docs, who uses it and what it uses.

use super::code;
use super::failure::Failure;
use super::layout::{Document, Place, document, freshness};
use super::links::Links;
use super::visit::Visit;
use fathom_protocol::{Operation, Relation, Response};
use maud::{Markup, html};
use serde_json::json;

/// Most callers and callees each.
const MOST: usize = 100;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let answer = visit.answer(Operation::Show, json!({"symbol": visit.value("id"), "limit": MOST})).await?;
    let Response::Show(show) = answer.response else { return Err(visit.mismatch()) };
    let (links, symbol) = (visit.links(), &show.symbol);
    let body = html! {
        h1 { span.kind { (symbol.kind) } (symbol.name) }
        p.where {
            a href=(links.line(&symbol.source_path, symbol.line)) { (symbol.source_path) ":" (symbol.line) }
            span.tag { (symbol.language) }
            span.tag { (symbol.visibility) }
            @if symbol.test { span.tag { "test" } }
            a href=(links.impact(&symbol.id)) { "What depends on it" }
            button type="button" data-text=(symbol.id) hidden { "Copy id" }
        }
        (freshness(&show.index))
        div.columns {
            section aria-label="Source" {
                @if !show.doc.is_empty() { p.doc { (show.doc) } }
                @match &show.code {
                    Some(text) => (code::linked(text, symbol.line, |line| links.line(&symbol.source_path, line))),
                    None => p.signature { code { (symbol.signature) } },
                }
                @if !show.members.is_empty() {
                    h2 { "Members" }
                    ul.plain {
                        @for member in &show.members {
                            li {
                                span.kind { (member.kind) }
                                a.item href=(links.symbol(&member.id)) { (member.own_name) }
                                a.aside href=(links.line(&member.source_path, member.line)) { (member.line) }
                            }
                        }
                    }
                }
            }
            aside {
                (relations("Used by", &show.callers, show.caller_count, &links))
                (relations("Uses", &show.callees, show.callee_count, &links))
                (relations("Mentioned in", &show.mentioned_in, show.mention_count, &links))
                @if !show.alternatives.is_empty() {
                    h2 { "Same name" }
                    ul.plain { @for id in &show.alternatives { li { a href=(links.symbol(id)) { (id) } } } }
                }
            }
        }
    };
    Ok(document(&symbol.name, &Place::Workspace { name: visit.name(), page: "browse" }, &body))
}

fn relations(title: &str, relations: &[Relation], total: usize, links: &Links) -> Markup {
    html! {
        @if total > 0 {
            h2 { (title) " " span.aside { (total) } }
            ul.plain {
                @for relation in relations {
                    li {
                        a.item href=(links.symbol(&relation.node)) title=(relation.node) { (relation.name) }
                        span.aside {
                            (relation.edge_type)
                            @if relation.confidence < 0.995 { (format!(", {:.0}%", relation.confidence * 100.0)) }
                        }
                        a.evidence href=(links.line(&relation.path, relation.line)) {
                            (relation.path) ":" (relation.line)
                        }
                    }
                }
            }
            @if relations.len() < total { p.aside { "and " (total - relations.len()) " more" } }
        }
    }
}
