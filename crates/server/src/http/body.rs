//! Reads a body: of the right type, not too large, not too slow.

use super::refusal::Refusal;
use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, Request, StatusCode, header};
use fathom_protocol::{Error, ErrorCode};
use futures_util::StreamExt;
use serde_json::{Map, Value};
use std::time::Duration;
use tokio::time::timeout;

/// Largest body in bytes.
pub(crate) const MOST_BYTES: usize = 8 * 1024 * 1024;
/// A body must arrive within this time. Together with the time for the headers it makes 30 seconds.
const PATIENCE: Duration = Duration::from_secs(20);
/// A client that sends too much reads the refusal only when it has sent it all, so this much more is
/// read and dropped.
const MOST_DROPPED: usize = 64 * 1024 * 1024;
const DROP_PATIENCE: Duration = Duration::from_secs(5);

/// The fields of a JSON object.
pub(crate) async fn fields(request: Request<Body>) -> Result<Map<String, Value>, Refusal> {
    let hint = "send `Content-Type: application/json`";
    check_type(request.headers(), "application/json", "only JSON bodies are accepted", hint)?;
    match serde_json::from_slice(&bytes(request).await?) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(invalid("the body is not a JSON object", "send an object: {\"workspace\": …}")),
        Err(error) => {
            Err(invalid(&format!("the body is not JSON: {error}"), "send an object: {\"workspace\": …}"))
        }
    }
}

/// The fields of a form of a page.
pub(crate) async fn form(request: Request<Body>) -> Result<Vec<(String, String)>, Refusal> {
    const FORM: &str = "application/x-www-form-urlencoded";
    check_type(request.headers(), FORM, "only forms are accepted", "send the form of the page")?;
    Ok(form_urlencoded::parse(&bytes(request).await?).into_owned().collect())
}

/// The whole body.
async fn bytes(request: Request<Body>) -> Result<Vec<u8>, Refusal> {
    let expects_continue = request.headers().contains_key(header::EXPECT);
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let is_declared_too_large =
        declared.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > MOST_BYTES);
    let mut stream = request.into_body().into_data_stream();
    if is_declared_too_large {
        // A client that waits for `100 Continue` has sent nothing yet.
        if !expects_continue {
            drop_rest(stream).await;
        }
        return Err(too_large());
    }
    let read = timeout(PATIENCE, read(&mut stream)).await;
    match read {
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => {
            drop_rest(stream).await;
            Err(too_large())
        }
        Ok(Err(())) => Err(invalid("the body is incomplete", "send the whole body").closing()),
        Err(_) => {
            let error = Error::new(
                ErrorCode::InvalidRequest,
                "the request arrived too slowly",
                "send it within 30 s",
            );
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, error).closing())
        }
    }
}

/// A browser sends other types to any site without asking first.
fn check_type(headers: &HeaderMap, wanted: &str, message: &str, hint: &str) -> Result<(), Refusal> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case(wanted) {
        return Ok(());
    }
    let error = Error::new(ErrorCode::InvalidRequest, message, hint);
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error).closing())
}

/// The whole body; `None` if it is too large.
async fn read(stream: &mut BodyDataStream) -> Result<Option<Vec<u8>>, ()> {
    let mut bytes = Vec::new();
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| ())?;
        if bytes.len() + part.len() > MOST_BYTES {
            return Ok(None);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(Some(bytes))
}

async fn drop_rest(mut stream: BodyDataStream) {
    let mut dropped = 0;
    let dropping = async {
        while let Some(Ok(part)) = stream.next().await {
            dropped += part.len();
            if dropped > MOST_DROPPED {
                break;
            }
        }
    };
    // Whatever is left is cut.
    let _ = timeout(DROP_PATIENCE, dropping).await;
}

fn too_large() -> Refusal {
    let hint = "send at most 8 MiB; give a large diff in parts";
    let error = Error::new(ErrorCode::InvalidRequest, "the body is larger than 8 MiB", hint);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error).closing()
}

fn invalid(message: &str, hint: &str) -> Refusal {
    Error::new(ErrorCode::InvalidRequest, message, hint).into()
}
