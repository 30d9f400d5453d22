//! `GitNexus`: a graph of symbols and flows in the repository's `.gitnexus`.
//!
//! Its search needs a full-text extension that it downloads when it first
//! indexes. Without it every answer is empty, so a machine that cannot download
//! counts as one where it is not installed. The order is that of its
//! answer: symbols of flows, then definitions.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError, loose};
use crate::corpus::Site;
use crate::record::IndexCost;
use std::sync::OnceLock;

pub(super) struct GitNexus {
    tool: Tool,
    /// Why its search cannot work here: found once, for all repositories.
    lacking: OnceLock<String>,
}

impl GitNexus {
    pub(super) fn install(tools: &Tools) -> Result<GitNexus, SystemError> {
        Ok(GitNexus { tool: tools.tool("gitnexus")?, lacking: OnceLock::new() })
    }

    fn call(&self, site: &Site, step: &'static str) -> Call {
        self.tool.call(step).within(&site.root).home(&site.state)
    }
}

/// The line of its output that reports that its search cannot work.
fn without_search(output: &str) -> Option<&str> {
    output.lines().find(|line| {
        line.contains("FTS extension") && (line.contains("unavailable") || line.contains("failed"))
    })
}

impl System for GitNexus {
    fn name(&self) -> &'static str {
        "gitnexus"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        if let Some(why) = self.lacking.get() {
            return Err(SystemError::NotInstalled(why.clone()));
        }
        let call =
            self.call(site, "indexing").args(["analyze", "--skip-agents-md", "--skip-skills", "--force"]);
        let ended = call.args(["--name", &site.name]).arg(&site.root).run(deadline)?.succeeded()?;
        if let Some(line) = without_search(&ended.stderr).or_else(|| without_search(&ended.stdout)) {
            let why = format!("its full-text search could not be downloaded: {}", line.trim());
            return Err(SystemError::NotInstalled(self.lacking.get_or_init(|| why).clone()));
        }
        let disk_bytes = Some(size(&site.root.join(".gitnexus")));
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes, ..IndexCost::default() })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        let most = MOST_FOUND.to_string();
        let call = self.call(site, "asking").args(["query", "--limit", &most, "--repo", &site.name]);
        let ended = call.args(["--query", question]).run(deadline)?.succeeded()?;
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }

    fn read(&self, site: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        let json = asked.text.find('{').map_or("{}", |start| &asked.text[start..]);
        let answer =
            serde_json::from_str(json).map_err(|why| SystemError::failed("unreadable answer", why))?;
        let found = loose::symbols(&answer, &["process_symbols", "definitions"], &site.root);
        Ok(Answer { found, files: Vec::new() }.settle())
    }
}

#[cfg(test)]
mod tests {
    use super::without_search;

    #[test]
    fn an_index_without_search_is_noticed() {
        let output = "indexed\nGitNexus: FTS extension unavailable; continuing without FTS features.";
        assert!(without_search(output).is_some());
        assert_eq!(without_search("Repository indexed successfully"), None);
    }
}
