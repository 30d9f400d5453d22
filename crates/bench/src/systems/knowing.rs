//! knowing: a graph of symbols in `SQLite`, asked by `knowing context`.
//!
//! Indexed without blame (which makes it 4 to 30 times slower and adds only
//! authors) and enriched by its own resolver. Time and tokens are those of the
//! compact format it has for agents, the ranking that of its JSON. A question writes to the
//! database, so each is asked of a fresh copy; copying does not count. Answers
//! name no files; where a symbol is, is looked up in its index.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, System, SystemAnswer, SystemError};
use crate::BUDGET;
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use rusqlite::{Connection, OpenFlags};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The copy that a question is asked of.
const COPY: &str = "asked.db";

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
    pub(super) fn install(tools: &Tools) -> Result<Knowing, SystemError> {
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
        budget: usize,
        deadline: Deadline,
    ) -> Result<SystemAnswer, SystemError> {
        let copied = site.state.join(COPY);
        copy(&database(site), &copied).map_err(|why| SystemError::failed("the database", why))?;
        let call = self.call(site, "asking").arg("context").arg("-db").arg(&copied);
        let budget = budget.to_string();
        let call = call.args(["-task", question, "-format", format, "-budget", &budget]);
        let ended = call.run(deadline)?.succeeded()?;
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
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

/// Where a symbol is, by its own index; an answer has only the name.
fn place(database: &Connection, qualified: &str) -> Option<(String, Option<u32>)> {
    let sql = "SELECT files.path, nodes.line FROM nodes JOIN files USING (file_hash) \
               WHERE nodes.qualified_name = ?1 ORDER BY files.path, nodes.line LIMIT 1";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, Option<u32>>(1)?));
    let (path, line) = database.query_row(sql, [qualified], row).ok()?;
    Some((path.trim_start_matches("./").to_owned(), line.filter(|&line| line > 0)))
}

/// The nesting of names in `host/owner/name://where.names`, where `where` is the
/// file, the file without its ending, the folder (Go) or the package (Java).
fn nesting(qualified: &str, path: Option<&str>) -> String {
    let rest = qualified.split_once("://").map_or(qualified, |(_, rest)| rest).trim_start_matches("./");
    let path = path.unwrap_or_default();
    if let Some(name) =
        rest.strip_prefix(path).and_then(|name| name.strip_prefix('.')).filter(|_| !path.is_empty())
    {
        return name.to_owned();
    }
    if let Some(slash) = rest.rfind('/') {
        let inner = &rest[slash + 1..];
        return inner.split_once('.').map_or(inner, |(_, name)| name).to_owned();
    }
    let folders: Vec<&str> = path.split('/').collect();
    let mut name = rest;
    while let Some((_, inner)) = name.split_once('.').filter(|(first, _)| folders.contains(first)) {
        name = inner;
    }
    name.to_owned()
}

fn open(path: &Path) -> Result<Connection, SystemError> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|why| SystemError::failed("the database", why))
}

impl System for Knowing {
    fn name(&self) -> &'static str {
        "knowing"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
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
            ..IndexCost::default()
        })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        self.context(site, question, "gcf", BUDGET, deadline)
    }

    fn ask_within(
        &self,
        site: &Site,
        question: &str,
        budget: usize,
        deadline: Deadline,
    ) -> Option<Result<SystemAnswer, SystemError>> {
        Some(self.context(site, question, "gcf", budget, deadline))
    }

    fn read(
        &self,
        site: &Site,
        question: &str,
        _: &SystemAnswer,
        deadline: Deadline,
    ) -> Result<Answer, SystemError> {
        let answer = self.context(site, question, "json", BUDGET, deadline)?;
        let context: Context = serde_json::from_str(&answer.text)
            .map_err(|why| SystemError::failed("unreadable answer", why))?;
        let database = open(&site.state.join(COPY))?;
        let found = context.symbols.unwrap_or_default().into_iter().map(|one| {
            let (path, line) = place(&database, &one.qualified_name).unzip();
            let name = nesting(&one.qualified_name, path.as_deref());
            FoundSymbol { name, path, line: line.flatten(), end_line: None }
        });
        Ok(Answer { found: found.collect(), files: Vec::new() }.settle())
    }

    fn holds(&self, site: &Site, name: &str, _: Deadline) -> Option<bool> {
        let database = open(&site.state.join(COPY)).ok()?;
        let escaped = name.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let sql = "SELECT EXISTS (SELECT 1 FROM nodes WHERE qualified_name LIKE ?1 ESCAPE '\\')";
        database.query_row(sql, [format!("%.{escaped}")], |row| row.get(0)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::nesting;

    #[test]
    fn file_folder_module_and_package_are_no_part_of_the_name() {
        for (qualified, path, name) in [
            ("h/o/r://./src/app.test.py.App.run", Some("src/app.test.py"), "App.run"),
            ("h/o/r://h/o/r/v2/modules/net.Server.Serve", Some("modules/net/server.go"), "Server.Serve"),
            ("h/o/r://lib/shop/cart.Shop::Cart.add!", Some("lib/shop/cart.rb"), "Shop::Cart.add!"),
            ("h/o/r://org.shop.Cart.add", Some("src/main/java/org/shop/Cart.java"), "Cart.add"),
            ("h/o/r://gone.thing", None, "gone.thing"),
        ] {
            assert_eq!(nesting(qualified, path), name, "{qualified}");
        }
    }
}
