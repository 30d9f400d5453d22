//! The methods of the protocol: what rmcp calls.

use super::arguments::{self, Call, error_text};
use super::indexing::{Freshness, IndexedWorkspace};
use super::progress;
use super::resources::{self, KnownResource};
use super::tools::{self, ToolSelection};
use super::{WorkspaceSource, guidance};
use fathom_engine::{Answer, Cancellation};
use fathom_protocol::{Error, ErrorCode, Operation};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    JsonObject, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Tools do not change while the server runs.
const TOOLS_TTL_MS: u64 = 3_600_000;

/// An MCP server; clones share everything.
#[derive(Clone)]
pub struct Handler {
    shared: Arc<HandlerState>,
}

struct HandlerState {
    selection: ToolSelection,
    tools: Vec<Tool>,
    workspaces: Box<dyn WorkspaceSource>,
    /// The workspaces that were asked about, by their root.
    indexed: Mutex<BTreeMap<PathBuf, Arc<IndexedWorkspace>>>,
    /// As many questions are answered at once as there are cores; the others wait in a queue.
    permits: Arc<Semaphore>,
}

impl Handler {
    pub(super) fn new(selection: ToolSelection, workspaces: Box<dyn WorkspaceSource>) -> Handler {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let tools = selection.operations().iter().map(|operation| tools::tool(*operation)).collect();
        let permits = Arc::new(Semaphore::new(cores));
        Handler {
            shared: Arc::new(HandlerState {
                selection,
                tools,
                workspaces,
                indexed: Mutex::default(),
                permits,
            }),
        }
    }

    /// Starts to index the default workspace, where there is one; blocks while it is looked for.
    pub(super) fn prepare(&self) {
        if let Ok(workspace) = self.shared.find(None) {
            workspace.refresh_in_background();
        }
    }

    async fn find(&self, named: Option<String>) -> Result<Arc<IndexedWorkspace>, Error> {
        let shared = self.shared.clone();
        blocking(move || shared.find(named.as_deref())).await
    }

    /// Runs work that blocks, in its turn. A cancelled call drops this future: work that waits never
    /// begins, and work that has begun ends at its next step.
    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancellation) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let cancellation = Cancellation::default();
        let _guard = cancellation.on_drop();
        let permit = self.shared.permits.clone().acquire_owned().await;
        blocking(move || {
            // Held until the work ends, even if the client has disconnected.
            let _permit = permit;
            work(&cancellation)
        })
        .await
    }

    async fn answer(&self, call: Call, context: &RequestContext<RoleServer>) -> Result<Answer, Error> {
        let workspace = self.find(call.workspace).await?;
        let freshness = fresh(&workspace, context).await?;
        self.in_turn(move |cancelled| workspace.answer(cancelled, &call.request, freshness)).await
    }

    async fn resource_text(
        &self,
        resource: KnownResource,
        context: &RequestContext<RoleServer>,
    ) -> Result<String, Error> {
        let workspace = self.find(None).await?;
        let freshness =
            if resource.needs_index() { fresh(&workspace, context).await? } else { Freshness::Fresh };
        self.in_turn(move |cancelled| resource.text(cancelled, &workspace, freshness)).await
    }

    fn input_schema(&self, operation: Operation) -> Arc<JsonObject> {
        let tool = self.shared.tools.iter().find(|tool| tool.name == operation.name());
        tool.map(|tool| tool.input_schema.clone()).unwrap_or_default()
    }
}

impl HandlerState {
    fn find(&self, named: Option<&str>) -> Result<Arc<IndexedWorkspace>, Error> {
        let found = self.workspaces.find(named)?;
        let mut indexed = self.indexed.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = indexed
            .entry(found.root().to_owned())
            .or_insert_with(|| Arc::new(IndexedWorkspace::new(found.clone())));
        if !Arc::ptr_eq(entry.shared(), &found) {
            *entry = Arc::new(IndexedWorkspace::new(found));
        }
        Ok(entry.clone())
    }
}

/// Waits for a fresh index; sends progress notifications if the client requested them.
async fn fresh(
    workspace: &Arc<IndexedWorkspace>,
    context: &RequestContext<RoleServer>,
) -> Result<Freshness, Error> {
    match context.meta.get_progress_token() {
        None => workspace.refreshed().await,
        Some(token) => tokio::select! {
            freshness = workspace.refreshed() => freshness,
            never = progress::notify(&context.peer, token, workspace.progress()) => match never {},
        },
    }
}

/// Runs work that blocks on a thread for such work.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let defect = |error: tokio::task::JoinError| {
        let message = format!("a defect of Fathom stopped the answer: {error}");
        Err(Error::new(ErrorCode::Internal, message, "please report it with the question"))
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(defect)
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let mut server = Implementation::new("fathom", env!("CARGO_PKG_VERSION"));
        server.title = Some("Fathom".into());
        server.description = Some("Finds the code a task needs and what a change reaches.".into());
        ServerConfig::new(capabilities)
            .with_server_info(server)
            .with_instructions(guidance::instructions(&self.shared.selection))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = ListToolsResult::with_all_items(self.shared.tools.clone());
        Ok(tools.with_ttl_ms(TOOLS_TTL_MS).with_cache_scope(CacheScope::Private))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.shared.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(operation) = self.shared.selection.named(&request.name) else {
            let message = format!(
                "there is no tool `{}`; the tools are {}",
                request.name,
                self.shared.selection.names()
            );
            return Err(ErrorData::invalid_params(message, None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let answer = async {
            let call = arguments::read(operation, &self.input_schema(operation), arguments)?;
            self.answer(call, &context).await
        };
        let answer = tokio::select! {
            biased;
            // Dropping the other future cancels its work.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("the call was cancelled", None)),
            answer = answer => answer,
        };
        Ok(match answer {
            Ok(answer) => result(&answer),
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error_text(&error))]),
        }
        .into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(resource) = KnownResource::at(&request.uri) else {
            let message = format!("there is no resource {}; see resources/list", request.uri);
            return Err(ErrorData::resource_not_found(message, None));
        };
        match self.resource_text(resource, &context).await {
            Ok(text) => Ok(resource.result(text).into()),
            Err(error) => Err(ErrorData::internal_error(error_text(&error), None)),
        }
    }
}

/// An answer as both kinds of clients read it: some give a model the JSON, others the text.
fn result(answer: &Answer) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text())]);
    result.structured_content = serde_json::from_str(answer.json()).ok();
    result
}
