//! Symbols by any form of their name: the search box of every page.

use super::failure::Failure;
use super::layout::{Document, Place, count, document, freshness};
use super::visit::Visit;
use fathom_protocol::{Operation, Response};
use maud::html;
use serde_json::json;

/// Most results.
const MOST: usize = 100;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let query = visit.value("q");
    let answer = visit.answer(Operation::Symbols, json!({"query": query, "limit": MOST})).await?;
    let Response::Symbols(found) = answer.response else { return Err(visit.mismatch()) };
    let links = visit.links();
    let body = html! {
        h1 { "Symbols like “" (query) "”" }
        (freshness(&found.index))
        p.summary {
            (count(found.count, "result", "results"))
            @if !found.exact && found.count > 0 { "; no symbol has exactly this name" }
        }
        // The script shows this list below the search box while somebody types.
        ul.plain.found id="found" {
            @for symbol in &found.symbols {
                li {
                    span.kind { (symbol.kind) }
                    a.item href=(links.symbol(&symbol.id)) { (symbol.name) }
                    span.evidence { (symbol.source_path) ":" (symbol.line) }
                }
            }
        }
    };
    Ok(document(query, &Place::Workspace { name: visit.name(), page: "" }, &body))
}
