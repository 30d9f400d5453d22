//! knowing: a graph of symbols in `SQLite`, asked by `knowing context`.
//!
//! Indexed without blame (which makes it 4 to 30 times slower and adds only
//! authors) and enriched by its own resolver. Time and tokens are those of the
//! compact format it has for agents, the ranking that of its JSON. A question writes to the
//! database, so each is asked of a fresh copy; copying does not count.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, Asked, System, Trouble};
use crate::BUDGET;
use crate::corpus::Site;
use crate::record::{Found, IndexCost};
use serde::Deserialize;
use std::path::{Path, PathBuf};

pub(super) struct Knowing {
    tool: Tool,
}

#[derive(Deserialize)]
struct Context {
    #[serde(default)]
    symbols: Option<Vec<Symbol>>,
}

#[derive(Deserialize)]
struct Symbol {
    qualified_name: String,
}

impl Knowing {
    pub(super) fn install(tools: &Tools) -> Result<Knowing, Trouble> {
        Ok(Knowing { tool: tools.tool("knowing")? })
    }

    fn call(&self, site: &Site, step: &'static str) -> Call {
        self.tool.call(step).within(&site.root).home(&site.state)
    }

    fn context(
        &self,
        site: &Site,
        question: &str,
        format: &str,
        deadline: Deadline,
    ) -> Result<Asked, Trouble> {
        let copied = site.state.join("asked.db");
        copy(&database(site), &copied).map_err(|why| Trouble::failed("the database", why))?;
        let call = self.call(site, "asking").arg("context").arg("-db").arg(&copied);
        let budget = BUDGET.to_string();
        let call = call.args(["-task", question, "-format", format, "-budget", &budget]);
        let ended = call.run(deadline)?.succeeded()?;
        Ok(Asked { ms: ended.ms, text: ended.stdout, ranked: None })
    }
}

fn database(site: &Site) -> PathBuf {
    site.state.join("knowing.db")
}

/// Copies a database with what `SQLite` keeps beside it.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    for end in ["", "-wal", "-shm"] {
        let (from, to) =
            (PathBuf::from(format!("{}{end}", from.display())), format!("{}{end}", to.display()));
        match std::fs::copy(from, to) {
            Err(why) if end.is_empty() || why.kind() != std::io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    Ok(())
}

/// `host/owner/name://path.of.names`: the file, if it is one, and the names
/// behind it; Go has folders in place of files.
fn split(qualified: &str, root: &Path) -> (Option<String>, String) {
    let rest = qualified.split_once("://").map_or(qualified, |(_, rest)| rest).trim_start_matches("./");
    let base = rest.rfind('/').map_or(0, |at| at + 1);
    for (dot, _) in rest[base..].match_indices('.').filter(|(dot, _)| *dot > 0) {
        let (path, name) = (&rest[..base + dot], &rest[base + dot + 1..]);
        if root.join(path).is_file() {
            return (Some(path.to_owned()), name.to_owned());
        }
    }
    // The longest path that is a file may end in its own extension, so folders are tried after files.
    for (dot, _) in rest[base..].match_indices('.').filter(|(dot, _)| *dot > 0) {
        let (path, name) = (&rest[..base + dot], &rest[base + dot + 1..]);
        if root.join(path).is_dir() {
            return (None, name.to_owned());
        }
    }
    (None, rest[base..].to_owned())
}

impl System for Knowing {
    fn name(&self) -> &'static str {
        "knowing"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, Trouble> {
        let database = database(site);
        let url = site.url.split_once("://").map_or(site.url.as_str(), |(_, rest)| rest);
        let index = self.call(site, "indexing").arg("index").arg("-db").arg(&database);
        let indexed = index.args(["-url", url, "-skip-blame", "."]).run(deadline)?.succeeded()?;
        let enrich = self.call(site, "indexing").args(["enrich", "resolver", "-db"]).arg(&database);
        let enriched = enrich.arg(&site.root).run(deadline)?.succeeded()?;
        Ok(IndexCost {
            ms: indexed.ms + enriched.ms,
            peak_bytes: indexed.peak_bytes.max(enriched.peak_bytes),
            disk_bytes: Some(size(&database)),
        })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<Asked, Trouble> {
        self.context(site, question, "gcf", deadline)
    }

    fn read(&self, site: &Site, question: &str, _: &Asked, deadline: Deadline) -> Result<Answer, Trouble> {
        let said = self.context(site, question, "json", deadline)?;
        let context: Context =
            serde_json::from_str(&said.text).map_err(|why| Trouble::failed("unreadable answer", why))?;
        let found = context.symbols.unwrap_or_default().into_iter().map(|one| {
            let (path, name) = split(&one.qualified_name, &site.root);
            Found { name, path, line: None, end_line: None }
        });
        Ok(Answer { found: found.collect(), files: Vec::new() }.settle())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_told_from_the_names_by_looking() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("src/net")).unwrap();
        std::fs::write(folder.path().join("src/app.test.py"), "").unwrap();
        let split = |name| split(name, folder.path());
        assert_eq!(
            split("host/o/r://./src/app.test.py.App.run"),
            (Some("src/app.test.py".to_owned()), "App.run".to_owned())
        );
        assert_eq!(split("host/o/r://src/net.Server.Serve"), (None, "Server.Serve".to_owned()));
        assert_eq!(split("host/o/r://gone.thing"), (None, "gone.thing".to_owned()));
    }
}
