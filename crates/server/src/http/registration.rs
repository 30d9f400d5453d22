//! `/init`, `/workspaces` and `/workspaces/resolve`: which repositories there are.

use super::operations::blocking;
use super::refusal::Refusal;
use super::{Server, body};
use crate::requests;
use crate::workspaces::WorkspaceRecord;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use serde::Serialize;
use std::sync::Arc;

/// Every registered workspace.
#[derive(Serialize)]
pub(super) struct WorkspaceList {
    workspaces: Vec<WorkspaceRecord>,
}

/// A workspace that may or may not be registered.
#[derive(Serialize)]
pub(super) struct ResolvedWorkspace {
    #[serde(flatten)]
    record: WorkspaceRecord,
    registered: bool,
}

/// Registers a workspace and starts to index it.
pub(super) async fn init(
    State(server): State<Arc<Server>>,
    request: Request<Body>,
) -> Result<Json<WorkspaceRecord>, Refusal> {
    let path = requests::text_field(&body::fields(request).await?, "root_path")?;
    let workspaces = server.workspaces.clone();
    // The refresh that this starts needs the runtime, which a blocking thread has.
    let registered = blocking(move || workspaces.register(&path)).await?;
    Ok(Json(registered.record().clone()))
}

/// Lists what is registered.
pub(super) fn list(server: &Server) -> Json<WorkspaceList> {
    Json(WorkspaceList { workspaces: server.workspaces.list() })
}

/// The workspace of a path.
pub(super) async fn resolve(
    State(server): State<Arc<Server>>,
    request: Request<Body>,
) -> Result<Json<ResolvedWorkspace>, Refusal> {
    let path = requests::text_field(&body::fields(request).await?, "path")?;
    let workspaces = server.workspaces.clone();
    let (record, registered) = blocking(move || workspaces.locate(&path)).await?;
    Ok(Json(ResolvedWorkspace { record, registered }))
}
