//! MCP for the registered workspaces of an HTTP server.

use super::WorkspaceSource;
use super::http::{HttpOptions, HttpService, http_service};
use super::tools::ToolSelection;
use crate::workspaces::Workspaces;
use fathom_engine::SharedWorkspace;
use fathom_protocol::{Error, ErrorCode};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Where the endpoint is mounted.
pub(crate) const HTTP_PATH: &str = "/mcp";
/// Most bytes of a request, as everywhere in the API.
const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// The registered workspaces and no other folder.
struct RegisteredWorkspaces(Arc<Workspaces>);

impl WorkspaceSource for RegisteredWorkspaces {
    fn find(&self, named: Option<&str>) -> Result<Arc<SharedWorkspace>, Error> {
        let workspace = match named {
            Some(named) => self.0.find(named).map_err(|error| match error.code {
                ErrorCode::NotFound => unknown(&self.0),
                _ => error,
            })?,
            // A server that has one workspace means that.
            None => match self.0.all().as_slice() {
                [only] => only.clone(),
                _ => return Err(needs_workspace(&self.0)),
            },
        };
        self.0.open_index(&workspace)
    }
}

/// The endpoint for a server at an address that clients also reach by these host names.
pub(crate) fn registered_service(
    workspaces: Arc<Workspaces>,
    address: SocketAddr,
    hosts: &[String],
    stop: CancellationToken,
) -> HttpService {
    let mut names: Vec<String> = hosts.to_vec();
    let ip = address.ip();
    if ip.is_loopback() {
        names.extend(["localhost", "127.0.0.1", "::1", "[::1]"].map(String::from));
    }
    names.push(ip.to_string());
    let origins =
        names.iter().flat_map(|name| ["http", "https"].map(|scheme| format!("{scheme}://{name}:*")));
    let allowed_origins =
        origins.filter(|origin| origin.matches(':').count() < 4 || origin.contains('[')).collect();
    // On other addresses, the server's own check of hosts applies, which has all addresses of the
    // machine.
    let allowed_hosts = if ip.is_loopback() { names } else { Vec::new() };
    let tools = ToolSelection::default();
    let options = HttpOptions { allowed_hosts, allowed_origins, max_body_bytes: MAX_BODY_BYTES, tools, stop };
    http_service(RegisteredWorkspaces(workspaces), options)
}

fn unknown(workspaces: &Workspaces) -> Error {
    Error::new(ErrorCode::NotFound, "no such workspace is registered", listed(workspaces))
}

fn needs_workspace(workspaces: &Workspaces) -> Error {
    Error::new(ErrorCode::InvalidRequest, "this server has no default workspace", listed(workspaces))
}

fn listed(workspaces: &Workspaces) -> String {
    let names: Vec<String> = workspaces.list().into_iter().map(|record| record.name).collect();
    match names.as_slice() {
        [] => "register a repository with `POST /api/v1/init` first".to_owned(),
        names => format!("send one of these as `workspace`: {}", names.join(", ")),
    }
}
