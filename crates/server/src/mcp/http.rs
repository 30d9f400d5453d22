//! MCP over streamable HTTP, as a service that a router mounts.
//!
//! It keeps no sessions, so any replica can answer any request.

use super::WorkspaceSource;
use super::handler::Handler;
use super::tools::ToolSelection;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The service: `Router::route_service("/mcp", …)` mounts it.
pub type HttpService = StreamableHttpService<Handler, NeverSessionManager>;

/// The allowed hosts and origins, and the limits of a request.
pub struct HttpOptions {
    /// Hosts, with or without a port, that a request may be addressed to.
    pub allowed_hosts: Vec<String>,
    /// Origins, as `scheme://host:port`, that a page may ask from; any other is refused.
    pub allowed_origins: Vec<String>,
    /// Most bytes of a request.
    pub max_body_bytes: usize,
    /// The tools that are offered.
    pub tools: ToolSelection,
    /// Ends what is under way when the server stops.
    pub stop: CancellationToken,
}

/// The MCP endpoint for these workspaces.
pub fn http_service(workspaces: impl WorkspaceSource, options: HttpOptions) -> HttpService {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(options.allowed_hosts)
        .with_allowed_origins(options.allowed_origins)
        .enforce_origin_validation()
        .with_max_request_body_bytes(options.max_body_bytes)
        .with_cancellation_token(options.stop);
    let handler = Handler::new(options.tools, Box::new(workspaces));
    StreamableHttpService::new(move || Ok(handler.clone()), Arc::new(NeverSessionManager::default()), config)
}
