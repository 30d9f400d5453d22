//! The MCP front end: the operations as tools of the Model Context Protocol, over standard input and
//! output ([`stdio`]) and over streamable HTTP ([`http_service`]).
//!
//! A call is read into a request of the protocol ([`arguments`]), its workspace is found
//! ([`WorkspaceSource`]) and brought up to date in the background ([`indexing`]), the engine answers, and
//! the answer goes out as JSON and as text. Both eras of the protocol are served: the handshake
//! revisions from 2024-11-05 to 2025-11-25 and the stateless one of 2026-07-28.

mod arguments;
mod guidance;
mod handler;
mod http;
mod indexing;
mod local;
mod progress;
mod registered;
mod resources;
mod schema;
mod stdio;
mod tools;

pub use guidance::guidance;
pub use http::{HttpOptions, HttpService, http_service};
pub(crate) use registered::{HTTP_PATH, registered_service};
pub use stdio::{StdioOptions, stdio};
pub use tools::{TOOLS_VARIABLE, ToolSelection, UnknownTool};

use fathom_engine::SharedWorkspace;
use fathom_protocol::Error;
use std::sync::Arc;

/// The workspaces that a front end can reach.
pub trait WorkspaceSource: Send + Sync + 'static {
    /// The workspace that a path, a name or a hash names; without one, the default.
    fn find(&self, named: Option<&str>) -> Result<Arc<SharedWorkspace>, Error>;
}
