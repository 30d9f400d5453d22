//! One handler for every operation: a request of the protocol in, the engine's JSON out.

use super::Server;
use super::body;
use super::refusal::Refusal;
use crate::requests;
use axum::body::Body;
use axum::http::{Request, header};
use axum::response::{IntoResponse, Response};
use fathom_protocol::{Error, ErrorCode, Operation};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Answers an operation.
pub(super) async fn answer(
    server: &Arc<Server>,
    operation: Operation,
    request: Request<Body>,
) -> Result<Response, Refusal> {
    let mut fields = if operation.http_method() == "GET" {
        from_query(operation, request.uri().query().unwrap_or_default())
    } else {
        body::fields(request).await?
    };
    let named = requests::take_workspace(&mut fields)?;
    let request = requests::read(operation, fields)?;
    let workspace = if let Some(known) = server.workspaces.find_known(&named) {
        known
    } else {
        let workspaces = server.workspaces.clone();
        blocking(move || workspaces.find(&named)).await?
    };
    let answer = server.workspaces.answer(&workspace, request).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer.into_json()).into_response())
}

fn from_query(operation: Operation, query: &str) -> Map<String, Value> {
    let pairs = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    requests::from_pairs(operation, pairs)
}

/// Runs what reads the file system where it does not hold up other requests.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let failed = |_| Error::new(ErrorCode::Internal, "a request panicked", "");
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}
