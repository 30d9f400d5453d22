//! `/events`: indexing progress and new snapshots as server-sent events.

use super::refusal::Refusal;
use super::{Server, operations};
use crate::events::Event;
use axum::extract::State;
use axum::http::Uri;
use axum::response::sse::{Event as SentEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// A comment is sent this often, so that proxies keep the connection and a reader that is gone is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Streams events, of one workspace where `workspace` names one.
pub(super) async fn events(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Refusal> {
    let Ok(permit) = server.event_streams.clone().try_acquire_owned() else {
        return Err(Refusal::busy("too many clients read events"));
    };
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let named = pairs.into_owned().find(|(key, _)| key == "workspace").map(|(_, value)| value);
    let only = match named {
        None => None,
        Some(name) => {
            let workspaces = server.workspaces.clone();
            let found = operations::blocking(move || workspaces.find(&name)).await?;
            Some(found.record().workspace_hash.clone())
        }
    };
    let receiver = server.workspaces.events();
    let stopping = server.stopping.clone();
    let events = stream::unfold((receiver, permit), move |(mut receiver, permit)| {
        let (stopping, only) = (stopping.clone(), only.clone());
        async move {
            loop {
                let received = tokio::select! {
                    () = stopping.cancelled() => return None,
                    received = receiver.recv() => received,
                };
                match received {
                    Ok(event) if only.as_ref().is_none_or(|hash| *hash == event.workspace_hash) => {
                        return Some((Ok::<_, Infallible>(sent(&event)), (receiver, permit)));
                    }
                    // A reader that is too slow loses the oldest events.
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                }
            }
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}

fn sent(event: &Event) -> SentEvent {
    let data = serde_json::to_string(event).unwrap_or_default();
    SentEvent::default().event(event.change.name()).data(data)
}
