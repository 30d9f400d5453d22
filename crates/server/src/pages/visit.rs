//! One request for a page of a workspace: which workspace, which question, and how it is answered.

use super::failure::Failure;
use super::links::Links;
use crate::http::{Server, blocking};
use crate::requests;
use crate::workspaces::RegisteredWorkspace;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use fathom_engine::{Answer, EngineError, View};
use fathom_protocol::{Error, ErrorCode, Operation};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A request for a page of a workspace.
pub(super) struct Visit {
    server: Arc<Server>,
    workspace: Arc<RegisteredWorkspace>,
    /// The path behind `browse/`.
    pub(super) path: String,
    /// Other named parts of the address.
    parts: BTreeMap<String, String>,
    query: Vec<(String, String)>,
}

impl FromRequestParts<Arc<Server>> for Visit {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Visit, Failure> {
        let Ok(Path(mut names)) = Path::<BTreeMap<String, String>>::from_request_parts(parts, server).await
        else {
            return Err(Failure::new(not_found("this address is not UTF-8"), None));
        };
        let name = names.remove("workspace").unwrap_or_default();
        let Some(workspace) = server.workspaces.named(&name) else {
            return Err(Failure::new(not_found("no such workspace is registered"), None));
        };
        let query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        Ok(Visit {
            server: server.clone(),
            workspace,
            path: names.remove("path").unwrap_or_default(),
            parts: names,
            query: query.into_owned().collect(),
        })
    }
}

impl Visit {
    /// The name of the workspace.
    pub(super) fn name(&self) -> &str {
        &self.workspace.record().name
    }

    pub(super) fn links(&self) -> Links {
        Links::new(self.name())
    }

    /// A value of the address, without space around it; empty where there is none.
    pub(super) fn value(&self, name: &str) -> &str {
        let found = self.query.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// A named part of the address; empty where there is none.
    pub(super) fn part(&self, name: &str) -> &str {
        self.parts.get(name).map_or("", String::as_str)
    }

    /// The words of a value, which commas or spaces separate.
    pub(super) fn words(&self, name: &str) -> Vec<String> {
        let words = self.value(name).split(|c: char| c == ',' || c.is_whitespace());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// Answers an operation with the checks of the API.
    pub(super) async fn answer(&self, operation: Operation, fields: Value) -> Result<Answer, Failure> {
        let fields: Map<String, Value> = match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        let request = requests::read(operation, fields).map_err(|error| self.failure(error))?;
        let answered = self.server.workspaces.answer(&self.workspace, request).await;
        answered.map_err(|error| self.failure(error))
    }

    /// Answers requests that are not operations.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        answer: impl Fn(&View<'_>) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, Failure> {
        let answered = self.server.workspaces.ask(&self.workspace, answer).await;
        answered.map_err(|error| self.failure(error))
    }

    /// Reads files of the workspace where that does not hold up other requests.
    pub(super) async fn in_root<T: Send + 'static>(
        &self,
        read: impl FnOnce(&std::path::Path) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Failure> {
        let workspace = self.workspace.clone();
        let read = blocking(move || read(workspace.root())).await;
        read.map_err(|error| self.failure(error))
    }

    /// A failure that is shown among the pages of this workspace.
    pub(super) fn failure(&self, error: Error) -> Failure {
        Failure::new(error, Some(self.name().to_owned()))
    }

    /// An answer of another operation than the one that was asked.
    pub(super) fn mismatch(&self) -> Failure {
        self.failure(Error::new(ErrorCode::Internal, "an operation gave the answer of another", ""))
    }
}

/// There is no such page.
pub(super) fn not_found(message: &str) -> Error {
    Error::new(ErrorCode::NotFound, message, "")
}
