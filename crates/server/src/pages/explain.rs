//! Why a symbol has its rank in the answer to a task.

use super::failure::Failure;
use super::layout::{Document, PageContext, document, freshness, notes, probability};
use super::visit::Visit;
use fathom_protocol::explain::{Standing, Term};
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::json;

/// Half the width of a bar: changes go to both sides.
const HALF: f64 = 60.0;
/// Smaller changes do not count as an effect.
const LEAST: f32 = 0.005;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let (task, symbol) = (visit.value("q"), visit.value("symbol"));
    let fields = json!({"task": task, "symbol": symbol, "hints": visit.words("hint")});
    let answer = visit.answer(Operation::Explain, fields).await?;
    let Response::Explain(explain) = answer.into_response() else { return Err(visit.mismatch()) };
    let links = visit.links();
    let body = html! {
        div.title {
            h1 { a href=(links.symbol(&explain.symbol.id)) { (explain.symbol.name) } }
            p { "in the answer to “" a href=(links.with("ask", &[("q", task), ("hint", visit.value("hint"))])) { (explain.task) } "”" }
        }
        (freshness(&explain.index))
        (notes(&explain.notes))
        @if let Some(absent) = &explain.absent { p.notice { (absent) } }
        @if let Some(standing) = &explain.standing { (signals(standing, explain.candidates)) }
        @if !explain.terms.is_empty() { (terms(&explain.terms)) }
    };
    let title = format!("Why {}", explain.symbol.name);
    Ok(document(&title, &PageContext::Workspace { name: visit.name(), page: "ask" }, &body))
}

/// One line of the table: a signal or another feature.
struct Effect<'e> {
    name: &'e str,
    value: f32,
    rank: Option<usize>,
    change: f32,
    reason: &'e str,
}

fn signals(standing: &Standing, candidates: usize) -> Markup {
    let signals = standing.signals.iter().map(|one| Effect {
        name: &one.signal,
        value: one.share,
        rank: one.rank,
        change: one.change,
        reason: one.reason.as_deref().unwrap_or_default(),
    });
    let features = standing.features.iter().map(|one| Effect {
        name: &one.feature,
        value: one.value,
        rank: None,
        change: one.change,
        reason: "",
    });
    let mut effects: Vec<Effect<'_>> = signals.chain(features).collect();
    effects.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()));
    let most = effects.first().map_or(0.01, |one| one.change.abs().max(0.01));
    let (strong, weak): (Vec<_>, Vec<_>) = effects.into_iter().partition(|one| one.change.abs() >= LEAST);
    html! {
        p.standing {
            "Rank " strong { (standing.rank) } " of " (candidates) " candidates; "
            (standing.prior_rank) " by the prior, " (standing.model_rank) " by the model. "
            (probability(standing.probability))
        }
        @if standing.overload { p.notice { "An overload of it comes first." } }
        @if let Some(other) = &standing.repeats { p.notice { (other) " has the same name and comes first." } }
        @if standing.crowd > 0 { p.notice { (standing.crowd) " members of its type come before it, which moves it down a little." } }
        @for advice in &standing.advice { p.notice { (format!("{:+.2} ", advice.weight)) (advice.reason) } }
        h2 { "What changed its score" }
        (table(&strong, most))
        @if !weak.is_empty() {
            details {
                summary { (weak.len()) " signals without effect" }
                (table(&weak, most))
            }
        }
    }
}

fn table(effects: &[Effect<'_>], most: f32) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { th { "Signal" } th.figure { "Value" } th.figure { "Rank" } th colspan="2" { "Change of the score" } th { "Reason" } } }
                tbody {
                    @for effect in effects {
                        tr {
                            td { (effect.name) }
                            td.figure { (format!("{:.2}", effect.value)) }
                            td.figure { @if let Some(rank) = effect.rank { (rank) } }
                            (change(effect.change, most))
                            td { (effect.reason) }
                        }
                    }
                }
            }
        }
    }
}

/// A change as a number and as a bar to the left or to the right.
fn change(change: f32, most: f32) -> Markup {
    let length = HALF * f64::from(change.abs() / most);
    let start = if change < 0.0 { HALF - length } else { HALF };
    html! {
        td.figure { (format!("{change:+.2}")) }
        td {
            svg.change width=(2.0 * HALF) height="12" viewBox={ "0 0 " (2.0 * HALF) " 12" } aria-hidden="true" {
                line x1=(HALF) x2=(HALF) y1="0" y2="12" {}
                rect.(if change < 0.0 { "down" } else { "up" }) x=(format!("{start:.1}")) y="2" width=(format!("{length:.1}")) height="8" rx="2" {}
            }
        }
    }
}

fn terms(terms: &[Term]) -> Markup {
    html! {
        h2 { "Terms" }
        div.scroll {
            table {
                thead { tr { th { "Term" } th { "Field" } th.figure { "Count" } th.figure { "Share of the text score" } } }
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
