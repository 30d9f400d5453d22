//! `CodeGraphContext`: a graph in an embedded database, asked through its MCP tool
//! `find_code`.
//!
//! The tool takes a keyword, not a task, so it is asked for each of the
//! documented [`keywords`](super::keywords) in one session. Symbols come by the
//! number of keywords they were found by, then by their best place in its own
//! order. The answer's text is what the tool printed for all of them.

use super::keywords::keywords;
use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, System, SystemAnswer, SystemError, loose};
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// The database that needs no server.
const DATABASE: [&str; 2] = ["--database", "kuzudb"];

pub(super) struct CodeGraphContext {
    tool: Tool,
}

#[derive(Deserialize)]
struct Hit {
    name: String,
    path: String,
    line_number: Option<u32>,
}

impl CodeGraphContext {
    pub(super) fn install(tools: &Tools) -> Result<CodeGraphContext, SystemError> {
        Ok(CodeGraphContext { tool: tools.tool("codegraphcontext")? })
    }

    fn call(&self, site: &Site, step: &'static str) -> Call {
        self.tool.call(step).args(DATABASE).within(&site.root).home(&site.state)
    }
}

/// One line per message of a whole session: a greeting, then a question per keyword.
fn session(question: &str, root: &Path) -> String {
    let greeting = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2024-11-05", "capabilities": {},
        "clientInfo": {"name": "fathom-bench", "version": "1"}}});
    let mut lines = vec![greeting, json!({"jsonrpc": "2.0", "method": "notifications/initialized"})];
    for (at, word) in keywords(question).iter().enumerate() {
        let arguments = json!({"query": word.text, "repo_path": root});
        lines.push(json!({"jsonrpc": "2.0", "id": at + 1, "method": "tools/call",
            "params": {"name": "find_code", "arguments": arguments}}));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The texts that the tool answered with, in the order of the keywords.
fn texts(output: &str) -> Vec<String> {
    let mut texts = BTreeMap::new();
    for message in output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(id) = message.get("id").and_then(Value::as_u64).filter(|&id| id > 0) else { continue };
        if let Some(text) = message.pointer("/result/content/0/text").and_then(Value::as_str) {
            texts.insert(id, text.to_owned());
        }
    }
    texts.into_values().collect()
}

fn rank(texts: &[String], root: &Path) -> Vec<FoundSymbol> {
    let mut hits: BTreeMap<(String, String, Option<u32>), (usize, usize)> = BTreeMap::new();
    for text in texts {
        let Ok(answer) = serde_json::from_str::<Value>(text) else { continue };
        let Some(list) = answer.pointer("/results/ranked_results").and_then(Value::as_array) else {
            continue;
        };
        for (place, one) in list.iter().enumerate() {
            let Ok(hit) = serde_json::from_value::<Hit>(one.clone()) else { continue };
            // `<module>` means a whole file.
            if hit.name.starts_with('<') {
                continue;
            }
            let key = (loose::relative(&hit.path, root), hit.name, hit.line_number);
            let entry = hits.entry(key).or_insert((0, place));
            *entry = (entry.0 + 1, entry.1.min(place));
        }
    }
    let mut ranked: Vec<_> = hits.into_iter().collect();
    ranked.sort_by(|(a, (times, place)), (b, (others, other))| {
        (Reverse(times), place, a).cmp(&(Reverse(others), other, b))
    });
    ranked
        .into_iter()
        .map(|((path, name, line), _)| FoundSymbol { name, path: Some(path), line, end_line: None })
        .collect()
}

impl System for CodeGraphContext {
    fn name(&self) -> &'static str {
        "codegraphcontext"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let ended =
            self.call(site, "indexing").args(["index", "--no-progress", "."]).run(deadline)?.succeeded()?;
        // It ends well even if no grammar could be loaded.
        let empty = ended.stdout.lines().any(|line| line.contains("Function nodes") && line.contains("| 0 "));
        if empty {
            let why = "no grammar could be loaded, its index holds no function";
            return Err(SystemError::NotInstalled(why.to_owned()));
        }
        let disk_bytes = Some(size(&site.state.join("home/.codegraphcontext")));
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes, ..IndexCost::default() })
    }

    fn refresh(&self, site: &Site, deadline: Deadline) -> Result<(), SystemError> {
        self.call(site, "indexing").args(["update", "."]).run(deadline)?.succeeded().map(|_| ())
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        let call = self.call(site, "asking").args(["mcp", "start"]).input(&session(question, &site.root));
        let ended = call.run(deadline)?.succeeded()?;
        let texts = texts(&ended.stdout);
        let ranked = Some(Answer { found: rank(&texts, &site.root), files: Vec::new() });
        Ok(SystemAnswer { ms: ended.ms, text: texts.join("\n"), ranked })
    }

    fn read(&self, _: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        Ok(Answer::of(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_that_more_keywords_find_come_first() {
        let answer = |names: &[&str]| {
            let list: Vec<Value> =
                names.iter().map(|name| json!({"name": name, "path": "/r/a.py", "line_number": 1})).collect();
            json!({"results": {"ranked_results": list}}).to_string()
        };
        let texts = [answer(&["once", "twice", "<module>"]), answer(&["twice"])];
        let names: Vec<String> = rank(&texts, Path::new("/r")).into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["twice", "once"]);
    }
}
