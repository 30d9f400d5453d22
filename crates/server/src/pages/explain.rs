//! Why a symbol has its rank in the answer to a task.

use super::failure::Failure;
use super::layout::{Document, Place, document, freshness, notes, probability};
use super::visit::Visit;
use fathom_protocol::explain::{Standing, Term};
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::json;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let (task, symbol) = (visit.value("q"), visit.value("symbol"));
    let fields = json!({"task": task, "symbol": symbol, "hints": visit.words("hint")});
    let answer = visit.answer(Operation::Explain, fields).await?;
    let Response::Explain(explain) = answer.response else { return Err(visit.mismatch()) };
    let links = visit.links();
    let body = html! {
        h1 { a href=(links.symbol(&explain.symbol.id)) { (explain.symbol.name) } }
        p { "in the answer to “" (explain.task) "”" }
        (freshness(&explain.index))
        (notes(&explain.notes))
        @if let Some(absent) = &explain.absent { p.notice { (absent) } }
        @if let Some(standing) = &explain.standing { (signals(standing, explain.candidates)) }
        @if !explain.terms.is_empty() { (terms(&explain.terms)) }
    };
    let title = format!("Why {}", explain.symbol.name);
    Ok(document(&title, &Place::Workspace { name: visit.name(), page: "ask" }, &body))
}

fn signals(standing: &Standing, candidates: usize) -> Markup {
    html! {
        p {
            "Rank " strong { (standing.rank) } " of " (candidates) " candidates; "
            (standing.prior_rank) " by the prior, " (standing.model_rank) " by the model. "
            (probability(standing.probability))
        }
        @if standing.overload { p.notice { "An overload of it comes first." } }
        @if let Some(other) = &standing.repeats { p.notice { (other) " has the same name and comes first." } }
        @for advice in &standing.advice { p.notice { (format!("{:+.2} ", advice.weight)) (advice.reason) } }
        h2 { "Signals" }
        div.scroll {
            table {
                thead { tr { th { "Signal" } th { "Share" } th { "Rank" } th { "Change" } th { "Reason" } } }
                tbody {
                    @for signal in &standing.signals {
                        tr {
                            td { (signal.signal) }
                            td.figure { (format!("{:.2}", signal.share)) }
                            td.figure { @if let Some(rank) = signal.rank { (rank) } }
                            td.figure { (format!("{:+.2}", signal.change)) }
                            td { @if let Some(reason) = &signal.reason { (reason) } }
                        }
                    }
                    @for feature in &standing.features {
                        tr {
                            td { (feature.feature) }
                            td.figure { (format!("{:.2}", feature.value)) }
                            td {}
                            td.figure { (format!("{:+.2}", feature.change)) }
                            td {}
                        }
                    }
                }
            }
        }
    }
}

fn terms(terms: &[Term]) -> Markup {
    html! {
        h2 { "Terms" }
        div.scroll {
            table {
                thead { tr { th { "Term" } th { "Field" } th { "Count" } th { "Share of the text score" } } }
                tbody {
                    @for term in terms {
                        tr {
                            td { (term.term) }
                            td { (term.field) }
                            td.figure { (term.count) }
                            td.figure { (format!("{:.2}", term.score)) }
                        }
                    }
                }
            }
        }
    }
}
