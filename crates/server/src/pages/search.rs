//! Symbols by any form of their name, and text by its words: the search box of every page.

use super::failure::Failure;
use super::layout::{Document, PageContext, count, document, freshness, kind};
use super::visit::Visit;
use fathom_protocol::{Operation, Response, SymbolKind, query, symbols};
use maud::{Markup, html};
use serde_json::{Value, json};

/// Most symbols.
const MOST: usize = 100;
/// Most results by words.
const MOST_HITS: usize = 30;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let query = visit.value("q");
    let place = PageContext::Workspace { name: visit.name(), page: "search" };
    if query.is_empty() {
        let body = html! {
            h1 { "Search" }
            (form(&visit))
            p.hint {
                "A name in any form (" code { "Order#cancel" } ", " code { "order_mailer.rb:80" } "), a part of one, or words of docs and comments."
            }
        };
        return Ok(document("Search", &place, &body));
    }
    let found = symbols(&visit).await?;
    let hits = hits(&visit).await?;
    let links = visit.links();
    let body = html! {
        h1.hidden { "Search" }
        (form(&visit))
        (freshness(&found.index))
        div.columns.halves {
            section aria-label="Symbols" {
                h2 {
                    "Symbols " span.count { (found.count) }
                    @if !found.exact && found.count > 0 { span.aside { "no symbol has exactly this name" } }
                }
                @if found.symbols.is_empty() { p.hint { "No name is like “" (query) "”." } }
                // The script shows this list below the search box during input.
                ul.plain.found id="found" {
                    @for symbol in &found.symbols {
                        li {
                            (kind(symbol.kind))
                            a.item href=(links.symbol(&symbol.id)) { (symbol.name) }
                            span.evidence { (symbol.source_path) ":" (symbol.line) }
                        }
                    }
                }
            }
            section aria-label="Text" {
                h2 { "Code, docs and prose " span.count { (hits.total) } }
                @if hits.results.is_empty() { p.hint { "No text has these words." } }
                ul.plain.found {
                    @for hit in &hits.results {
                        li {
                            a.item href=(links.symbol(&hit.id)) { (hit.title) }
                            span.evidence { (hit.source_path) ":" (hit.line) }
                            @if !hit.snippet.is_empty() { code.snippet { (hit.snippet) } }
                        }
                    }
                }
            }
        }
        p.hint { "Looking for what a task needs rather than for words? " a href=(links.with("ask", &[("q", query)])) { "Ask" } }
    };
    Ok(document(&format!("{query} ({})", count(found.count, "symbol", "symbols")), &place, &body))
}

async fn symbols(visit: &Visit) -> Result<symbols::Response, Failure> {
    let mut fields = filtered(visit);
    fields["limit"] = MOST.into();
    let named = SymbolKind::from_word(visit.value("kind"));
    if let Some(kind) = named {
        fields["kind"] = kind.word().into();
    }
    let answer = visit.answer(Operation::Symbols, fields).await?;
    let Response::Symbols(found) = answer.into_response() else { return Err(visit.mismatch()) };
    Ok(*found)
}

async fn hits(visit: &Visit) -> Result<query::Response, Failure> {
    let mut fields = filtered(visit);
    fields["limit"] = MOST_HITS.into();
    let answer = visit.answer(Operation::Query, fields).await?;
    let Response::Query(hits) = answer.into_response() else { return Err(visit.mismatch()) };
    Ok(*hits)
}

fn filtered(visit: &Visit) -> Value {
    let mut fields = json!({"query": visit.value("q")});
    for filter in ["path", "lang"] {
        if !visit.value(filter).is_empty() {
            fields[filter] = visit.words(filter).into();
        }
    }
    fields
}

fn form(visit: &Visit) -> Markup {
    let is_filtered = ["kind", "path", "lang"].iter().any(|name| !visit.value(name).is_empty());
    html! {
        form.ask role="search" action=(visit.links().page("search")) {
            div.row {
                div.grow {
                    label.hidden for="query" { "Search" }
                    input id="query" type="search" name="q" value=(visit.value("q")) required spellcheck="false"
                        autofocus[visit.value("q").is_empty()] placeholder="A name or words";
                }
                button.primary { "Search" }
            }
            details open[is_filtered] {
                summary { "Filters" }
                div.row {
                    div {
                        label for="kind" { "Kind" }
                        select id="kind" name="kind" {
                            option value="" { "any" }
                            @for kind in SymbolKind::ALL {
                                option selected[visit.value("kind") == kind.word()] { (kind) }
                            }
                        }
                    }
                    div.grow {
                        label for="path" { "Only these paths" }
                        input id="path" name="path" value=(visit.value("path")) spellcheck="false" placeholder="src/ app/**/*.rb";
                    }
                    div.grow {
                        label for="lang" { "Only these languages" }
                        input id="lang" name="lang" value=(visit.value("lang")) spellcheck="false" placeholder="python ts";
                    }
                }
            }
        }
    }
}
