//! codebase-memory: a graph in `SQLite` in its own cache folder, asked through
//! the command line of its tools: `search_graph` with words is its
//! full-text search.
//!
//! Its packages download the program when it first starts.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError, loose};
use crate::corpus::Site;
use crate::record::IndexCost;
use serde_json::{Value, json};
use std::path::PathBuf;

pub(super) struct CodebaseMemory {
    tool: Tool,
}

impl CodebaseMemory {
    pub(super) fn install(tools: &Tools) -> Result<CodebaseMemory, SystemError> {
        Ok(CodebaseMemory { tool: tools.tool("codebase-memory")? })
    }

    fn call(&self, site: &Site, tool: &str, arguments: &Value, step: &'static str) -> Call {
        self.tool
            .call(step)
            .args(["cli", "--raw", tool])
            .arg(arguments.to_string())
            .within(&site.root)
            .home(&site.state)
            // The program that was downloaded when it was installed lies in that folder's home.
            .env("XDG_CACHE_HOME", self.tool.folder.join("home/.cache"))
            .env("CBM_CACHE_DIR", cache(site))
            .env("CBM_LOG_LEVEL", "error")
    }

    /// Its name of the repository.
    fn project(&self, site: &Site, deadline: Deadline) -> Result<String, SystemError> {
        let ended = self.call(site, "list_projects", &json!({}), "indexing").run(deadline)?.succeeded()?;
        let listed: Value = serde_json::from_str(&ended.stdout)
            .map_err(|why| SystemError::failed("unreadable answer", why))?;
        let projects = listed.get("projects").and_then(Value::as_array).or_else(|| listed.as_array());
        let name = projects.and_then(|all| all.first()?.get("name")?.as_str());
        name.map(str::to_owned)
            .ok_or_else(|| SystemError::Failed("it lists no project after indexing".to_owned()))
    }
}

fn cache(site: &Site) -> PathBuf {
    site.state.join("graph")
}

fn project_file(site: &Site) -> PathBuf {
    site.state.join("project")
}

impl System for CodebaseMemory {
    fn name(&self) -> &'static str {
        "codebase-memory"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let arguments = json!({ "repo_path": site.root });
        let ended = self.call(site, "index_repository", &arguments, "indexing").run(deadline)?.succeeded()?;
        let project = self.project(site, deadline)?;
        std::fs::write(project_file(site), project)
            .map_err(|why| SystemError::failed("the project's name", why))?;
        Ok(IndexCost {
            ms: ended.ms,
            peak_bytes: ended.peak_bytes,
            disk_bytes: Some(size(&cache(site))),
            ..IndexCost::default()
        })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        let project = std::fs::read_to_string(project_file(site))
            .map_err(|why| SystemError::failed("no index", why))?;
        let arguments =
            json!({ "project": project, "query": question, "limit": MOST_FOUND, "format": "json" });
        let ended = self.call(site, "search_graph", &arguments, "asking").run(deadline)?.succeeded()?;
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }

    fn read(&self, site: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        let answer =
            serde_json::from_str(&asked.text).map_err(|why| SystemError::failed("unreadable answer", why))?;
        let found = loose::symbols(&answer, &["results", "semantic_results"], &site.root);
        Ok(Answer { found, files: Vec::new() }.settle())
    }
}
