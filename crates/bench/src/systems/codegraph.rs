//! codegraph: a graph in the repository's `.codegraph`, asked by `codegraph context` or, as
//! `codegraph+explore`, by the one tool that its README shows to agents.
//!
//! Time and tokens are those of the Markdown it gives by itself, the ranking is
//! that of its JSON with up to 50 symbols: entry points, then the symbols it shows
//! code of, then the other symbols of the subgraph. `explore` prints Markdown alone; its symbols are
//! those it names beside each file.

use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError};
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use serde::Deserialize;

pub(super) struct Codegraph {
    tool: Tool,
    explores: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Context {
    entry_points: Vec<Node>,
    code_blocks: Vec<Block>,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    name: String,
    #[serde(default)]
    qualified_name: Option<String>,
    #[serde(default)]
    kind: String,
    file_path: String,
    start_line: Option<u32>,
    end_line: Option<u32>,
}

#[derive(Deserialize)]
struct Hit {
    node: Node,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Block {
    file_path: String,
    start_line: Option<u32>,
    #[serde(default)]
    node_name: Option<String>,
}

impl Codegraph {
    pub(super) fn install(tools: &Tools, explores: bool) -> Result<Codegraph, SystemError> {
        Ok(Codegraph { tool: tools.tool("codegraph")?, explores })
    }

    fn call(&self, site: &Site, step: &'static str) -> Call {
        self.tool.call(step).within(&site.root).home(&site.state).env("CODEGRAPH_TELEMETRY", "0")
    }

    fn context(
        &self,
        site: &Site,
        question: &str,
        how: &[&str],
        deadline: Deadline,
    ) -> Result<SystemAnswer, SystemError> {
        let command = if self.explores { "explore" } else { "context" };
        let call = self.call(site, "asking").args([command, "--path", "."]).args(how);
        let ended = call.args(["--", question]).run(deadline)?.succeeded()?;
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }
}

fn found(node: &Node) -> FoundSymbol {
    let name = node.qualified_name.as_deref().unwrap_or(&node.name).replace("::", ".");
    FoundSymbol { name, path: Some(node.file_path.clone()), line: node.start_line, end_line: node.end_line }
}

fn answer(context: &Context) -> Answer {
    let nodes = || context.entry_points.iter().chain(&context.nodes);
    let mut all: Vec<FoundSymbol> = context.entry_points.iter().map(found).collect();
    for block in &context.code_blocks {
        // A block has only the bare name; the node at its place has the whole one.
        let same = |node: &&Node| {
            node.file_path == block.file_path
                && node.start_line == block.start_line
                && Some(&node.name) == block.node_name.as_ref()
        };
        match (nodes().find(same), &block.node_name) {
            (Some(node), _) => all.push(found(node)),
            (None, Some(name)) => all.push(FoundSymbol {
                name: name.clone(),
                path: Some(block.file_path.clone()),
                line: block.start_line,
                end_line: None,
            }),
            (None, None) => {}
        }
    }
    // Files and imports are nodes too, but no symbols.
    let symbols = context.nodes.iter().filter(|node| node.kind != "file" && node.kind != "import");
    all.extend(symbols.map(found));
    Answer { found: all, files: Vec::new() }.settle()
}

/// The symbols beside the files of an exploration: **`path`** — name(kind), name(kind).
fn explored(text: &str) -> Answer {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some((path, names)) = line.strip_prefix("**`").and_then(|rest| rest.split_once("`** — "))
        else {
            continue;
        };
        for name in names.split(", ") {
            let name = name.split('(').next().unwrap_or(name).trim().replace("::", ".");
            if !name.is_empty() {
                found.push(FoundSymbol { name, path: Some(path.to_owned()), line: None, end_line: None });
            }
        }
    }
    Answer { found, files: Vec::new() }.settle()
}

impl System for Codegraph {
    fn name(&self) -> &'static str {
        if self.explores { "codegraph+explore" } else { "codegraph" }
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let ended = self.call(site, "indexing").args(["init", "--yes", "."]).run(deadline)?.succeeded()?;
        let disk_bytes = Some(size(&site.root.join(".codegraph")));
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes, ..IndexCost::default() })
    }

    fn refresh(&self, site: &Site, deadline: Deadline) -> Result<(), SystemError> {
        self.call(site, "indexing").args(["sync", "."]).run(deadline)?.succeeded().map(|_| ())
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        self.context(site, question, &[], deadline)
    }

    fn read(
        &self,
        site: &Site,
        question: &str,
        asked: &SystemAnswer,
        deadline: Deadline,
    ) -> Result<Answer, SystemError> {
        if self.explores {
            return Ok(explored(&asked.text));
        }
        let how = ["--format", "json", "--max-nodes", &MOST_FOUND.to_string()];
        let output = self.context(site, question, &how, deadline)?.text;
        // It reports that nothing was found as text on the same stream.
        let Some(start) = output.find('{') else { return Ok(Answer::default()) };
        let context: Context = serde_json::from_str(&output[start..])
            .map_err(|why| SystemError::failed("unreadable answer", why))?;
        Ok(answer(&context))
    }

    fn holds(&self, site: &Site, name: &str, deadline: Deadline) -> Option<bool> {
        let call = self.call(site, "asking").args(["query", "--path", ".", "--json", "--", name]);
        let ended = call.run(deadline).ok()?;
        let hits: Vec<Hit> = serde_json::from_str(&ended.stdout[ended.stdout.find('[')?..]).ok()?;
        Some(hits.iter().any(|hit| hit.node.name == name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exploration_names_its_symbols_beside_their_files() {
        let text =
            "Found 2\n\n**`src/a.rs`** — read(method), Order::pay(method)\n\n```rust\n1\tfn read\n```\n";
        let names: Vec<String> = super::explored(text).found.into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["read", "Order.pay"]);
    }

    #[test]
    fn entry_points_come_before_code_and_code_before_the_rest() {
        let node = |name: &str, line: u32| {
            format!(
                r#"{{"name": "{name}", "qualifiedName": "Shop::{name}", "kind": "method", "filePath": "a.py", "startLine": {line}, "endLine": 9}}"#
            )
        };
        let text = format!(
            r#"{{"entryPoints": [{}], "codeBlocks": [{{"filePath": "a.py", "startLine": 3, "nodeName": "b"}}], "nodes": [{}, {}, {}]}}"#,
            node("a", 1),
            node("c", 5),
            node("b", 3),
            node("a", 1)
        );
        let names: Vec<String> =
            answer(&serde_json::from_str(&text).unwrap()).found.into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["Shop.a", "Shop.b", "Shop.c"]);
    }
}
