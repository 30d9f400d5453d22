//! Which workspace of a server to ask, and waiting for its first index.

use super::dataset::Dataset;
use crate::Watch;
use crate::client::{Client, encode};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the first index may take.
const INDEX_PATIENCE: Duration = Duration::from_mins(15);
/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_secs(1);

/// The workspace that is given, else the dataset's, else the only one of the server. A folder of
/// this machine is registered.
pub(super) fn choose(client: &mut Client, dataset: &Dataset, given: Option<&str>) -> Result<String> {
    let own = Some(dataset.workspace.as_str()).filter(|_| !dataset.has_placeholder());
    if let Some(workspace) = given.filter(|given| !given.is_empty()).or(own) {
        let path = Path::new(workspace);
        if workspace.contains(['/', '\\', '.']) && path.is_dir() {
            let body = json!({"root_path": path.canonicalize()?});
            let record: Value = serde_json::from_str(&client.post("/api/v1/init", &body)?)?;
            let hash = record["workspace_hash"].as_str().context("`init` gave no workspace_hash")?;
            return Ok(hash.to_owned());
        }
        return Ok(workspace.to_owned());
    }
    let known: Value = serde_json::from_str(&client.get("/api/v1/workspaces")?)?;
    let known = known["workspaces"].as_array().map(Vec::as_slice).unwrap_or_default();
    match known {
        [only] => Ok(only["workspace_hash"].as_str().context("a workspace has no hash")?.to_owned()),
        [] => bail!("the server has no workspace; --workspace PATH registers a folder of this machine"),
        _ => bail!(
            "the server has {} workspaces; choose one with --workspace or FATHOM_WORKSPACE",
            known.len()
        ),
    }
}

/// Waits until the workspace answers questions.
pub(super) fn wait_for_index(client: &mut Client, workspace: &str, watch: Watch<'_>) -> Result<()> {
    let since = Instant::now();
    let path = format!("/api/v1/status?workspace={}", encode(workspace));
    loop {
        let reply = client.send("GET", &path, "")?;
        match reply.status {
            503 if since.elapsed() < INDEX_PATIENCE => {
                watch("waiting for the server's first index");
                std::thread::sleep(PAUSE);
            }
            503 => bail!("the server has no index after {} minutes", INDEX_PATIENCE.as_secs() / 60),
            401 => bail!("the server requires a token; set FATHOM_TOKEN"),
            404 => bail!(
                "the server has no such workspace; name it by hash, name or path with --workspace \
                 or FATHOM_WORKSPACE"
            ),
            _ => return Ok(()),
        }
    }
}
