//! Gortex: a daemon that tracks repositories, asked for the context of a task.
//!
//! The daemon gets a home folder of its own, so it sees one repository, and
//! is stopped when the repository is done. Every question is warm except for the
//! first.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, System, SystemAnswer, SystemError, loose};
use crate::corpus::Site;
use crate::record::IndexCost;

pub(super) struct Gortex {
    tool: Tool,
}

impl Gortex {
    pub(super) fn install(tools: &Tools) -> Result<Gortex, SystemError> {
        Ok(Gortex { tool: tools.tool("gortex")? })
    }

    fn call(&self, site: &Site, step: &'static str) -> Call {
        self.tool.call(step).within(&site.root).home(&site.state).env("DO_NOT_TRACK", "1")
    }

    fn context(
        &self,
        site: &Site,
        question: &str,
        format: &str,
        deadline: Deadline,
    ) -> Result<SystemAnswer, SystemError> {
        let call = self.call(site, "asking").args(["call", "smart_context", "--format", format, "--arg"]);
        let ended = call.arg(format!("task={question}")).run(deadline)?.succeeded()?;
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }
}

impl System for Gortex {
    fn name(&self) -> &'static str {
        "gortex"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let started =
            self.call(site, "indexing").args(["daemon", "start", "--detach"]).run(deadline)?.succeeded()?;
        let tracked = self.call(site, "indexing").arg("track").arg(&site.root).run(deadline)?.succeeded()?;
        Ok(IndexCost {
            ms: started.ms + tracked.ms,
            // The daemon is not a child of either command.
            peak_bytes: None,
            disk_bytes: Some(size(&site.state)),
            ..IndexCost::default()
        })
    }

    fn refresh(&self, _: &Site, _: Deadline) -> Result<(), SystemError> {
        // The daemon watches files.
        Ok(())
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        self.context(site, question, "text", deadline)
    }

    fn read(
        &self,
        site: &Site,
        question: &str,
        _: &SystemAnswer,
        deadline: Deadline,
    ) -> Result<Answer, SystemError> {
        let answer = self.context(site, question, "json", deadline)?;
        let answer = serde_json::from_str(&answer.text)
            .map_err(|why| SystemError::failed("unreadable answer", why))?;
        let keys = ["relevant_symbols", "symbols", "results"];
        Ok(Answer { found: loose::symbols(&answer, &keys, &site.root), files: Vec::new() }.settle())
    }

    fn leave(&self, site: &Site, deadline: Deadline) {
        // A daemon that does not stop is its own affair; nothing else can be done about it here.
        let _ = self.call(site, "stopping").args(["daemon", "stop"]).run(deadline);
    }
}
