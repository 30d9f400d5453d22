//! Aider's repository map, as its chat would show it for a first message.
//!
//! `aider_map.py` calls the map inside Aider's own package: the message's words
//! are the mentioned identifiers. The answer is the map inside the common
//! budget; the ranking is that of its ranked definitions. Indexing is one map
//! without a message, which fills its cache of tags; starting Python counts.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError};
use crate::BUDGET;
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use serde::Deserialize;

const SCRIPT: &str = include_str!("aider_map.py");
const CACHE: &str = ".aider.tags.cache.v4";

pub(super) struct Aider {
    tool: Tool,
}

#[derive(Deserialize)]
struct Tag {
    path: String,
    line: u32,
    name: String,
}

impl Aider {
    pub(super) fn install(tools: &Tools) -> Result<Aider, SystemError> {
        Ok(Aider { tool: tools.tool("aider")? })
    }

    fn call(&self, site: &Site, wanted: &str, question: &str, step: &'static str) -> Call {
        self.tool
            .call(step)
            .args(["-c", SCRIPT])
            .arg(&site.root)
            .args([wanted, &BUDGET.to_string()])
            .env("LITELLM_LOCAL_MODEL_COST_MAP", "True")
            .within(&site.state)
            .home(&site.state)
            .input(question)
    }
}

impl System for Aider {
    fn name(&self) -> &'static str {
        "aider"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let ended = self.call(site, "map", "", "indexing").run(deadline)?.succeeded()?;
        let disk_bytes = Some(size(&site.root.join(CACHE)));
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes, ..IndexCost::default() })
    }

    fn refresh(&self, _: &Site, _: Deadline) -> Result<(), SystemError> {
        Ok(())
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        let ended = self.call(site, "map", question, "asking").run(deadline)?.succeeded()?;
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }

    fn read(
        &self,
        site: &Site,
        question: &str,
        _: &SystemAnswer,
        deadline: Deadline,
    ) -> Result<Answer, SystemError> {
        let ended = self.call(site, "tags", question, "asking").run(deadline)?.succeeded()?;
        // It may print messages to the same stream: only lines that are tags count.
        let tags = ended.stdout.lines().filter_map(|line| serde_json::from_str::<Tag>(line).ok());
        let found = tags.take(4 * MOST_FOUND).map(|tag| FoundSymbol {
            name: tag.name,
            path: Some(tag.path),
            line: Some(tag.line),
            end_line: None,
        });
        Ok(Answer { found: found.collect(), files: Vec::new() }.settle())
    }
}
