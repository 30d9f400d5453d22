//! Feedback on the symbols of an answer: recorded by a form of the page, shown beside the symbols.

use super::failure::Failure;
use super::visit::Visit;
use crate::http::body;
use axum::body::Body;
use axum::http::Request;
use axum::response::Redirect;
use fathom_protocol::feedback::{Response as Feedback, Verdict};
use fathom_protocol::{Operation, Response};
use serde_json::json;
use std::collections::BTreeMap;

/// Values of the form that lead back to the answer.
const RETURNED: [&str; 5] = ["q", "hint", "path", "lang", "budget"];

/// Records a verdict and leads back to the answer.
pub(super) async fn record(visit: Visit, request: Request<Body>) -> Result<Redirect, Failure> {
    let fields = body::form(request).await;
    let fields = fields.map_err(|refusal| Failure::new(refusal, Some(visit.name().to_owned())))?;
    let value =
        |name: &str| fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    // Browsers send every line end as CR LF.
    let task = value("q").replace("\r\n", "\n");
    let list = if value("verdict") == Verdict::Used.word() { "used" } else { "unused" };
    visit.answer(Operation::Feedback, json!({"task": task.trim(), list: [value("symbol")]})).await?;
    let back: Vec<(&str, &str)> = RETURNED.iter().map(|name| (*name, value(name))).collect();
    Ok(Redirect::to(&visit.links().with("ask", &back)))
}

/// The verdicts on record for a task that still apply, by symbol.
pub(super) async fn verdicts(visit: &Visit, task: &str) -> Result<BTreeMap<String, Verdict>, Failure> {
    let answer = visit.answer(Operation::Feedback, json!({"action": "list"})).await?;
    let Response::Feedback(feedback) = answer.into_response() else { return Err(visit.mismatch()) };
    let Feedback::Listed(list) = *feedback else { return Err(visit.mismatch()) };
    let of_task = list.feedback.into_iter().filter(|one| one.task == task && one.expired.is_none());
    Ok(of_task.map(|one| (one.symbol, one.verdict)).collect())
}
