//! A dataset: questions about one application, the calls that answer them, and what they must find.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Most look-ups by identifier in a task's agent pass, where a dataset states no number.
const MAX_SYMBOL_QUERIES: usize = 8;
/// The kinds of question, in the order of reports.
pub(super) const CATEGORIES: [&str; 8] = [
    "flow",
    "impact",
    "trace",
    "symbol-lookup",
    "search-qa",
    "support-root-cause",
    "state-transition",
    "multi-tool",
];

/// Questions about one application.
#[derive(Clone, Debug, Deserialize)]
pub struct Dataset {
    /// The version of the dataset.
    #[serde(default)]
    pub version: Value,
    /// The application, as a URL; for readers.
    #[serde(default)]
    pub repository: String,
    /// The commit that the answers were written for.
    #[serde(default)]
    pub commit: String,
    /// The workspace; a placeholder in a file that is published.
    #[serde(default)]
    pub workspace: String,
    /// The second pass.
    #[serde(default)]
    pub agent: AgentPass,
    /// The questions.
    pub tasks: Vec<Task>,
}

/// What an agent asks beyond the fixed calls, from the question and the input alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct AgentPass {
    /// Whether it runs.
    pub enabled: bool,
    /// `query_question`, `query_input`, `symbols_identifiers`.
    pub tools: Vec<String>,
    /// Most look-ups of `symbols_identifiers` in a task.
    pub max_symbol_queries: usize,
}

impl Default for AgentPass {
    fn default() -> AgentPass {
        let tools = ["query_question", "query_input", "symbols_identifiers"];
        AgentPass {
            enabled: true,
            tools: tools.map(str::to_owned).to_vec(),
            max_symbol_queries: MAX_SYMBOL_QUERIES,
        }
    }
}

/// One question.
#[derive(Clone, Debug, Deserialize)]
pub struct Task {
    /// Unique in the dataset.
    pub id: String,
    /// One of the categories of reports; others are reported after them.
    pub category: String,
    /// As a person asks it.
    #[serde(default)]
    pub question: String,
    /// The fixed calls: `flow`, `impact`, `trace`, `symbols`, `query`.
    pub tools: Vec<String>,
    /// What the calls get.
    #[serde(default)]
    pub input: Input,
    /// Symbols that the answers must name.
    #[serde(default)]
    pub expect_symbols: Vec<String>,
    /// Files that the answers must name.
    #[serde(default)]
    pub expect_files: Vec<String>,
    /// Symbols in the order in which they run.
    #[serde(default)]
    pub expect_order: Vec<String>,
    /// Symbols that the answers must not name.
    #[serde(default)]
    pub expect_absent: Vec<String>,
}

/// What the fixed calls get; each field goes to the tools that take it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Input {
    /// For `flow`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub entry: String,
    /// For `impact` and `trace`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub node: String,
    /// For `flow`, `impact` and `trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// For `symbols` and `query`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
}

impl Input {
    /// Its texts that are not empty.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        [&self.entry, &self.node, &self.query]
            .into_iter()
            .map(String::as_str)
            .filter(|text| !text.trim().is_empty())
    }
}

impl Dataset {
    /// Reads a file.
    pub fn load(path: &Path) -> Result<Dataset> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let dataset: Dataset =
            serde_json::from_str(&text).with_context(|| format!("{} is not a dataset", path.display()))?;
        ensure!(!dataset.tasks.is_empty(), "{} has no tasks", path.display());
        let mut ids = BTreeSet::new();
        for task in &dataset.tasks {
            ensure!(ids.insert(&task.id), "{}: two tasks have the id {}", path.display(), task.id);
            ensure!(
                !task.expect_symbols.is_empty() || !task.expect_files.is_empty(),
                "{}: {} expects nothing; add expect_symbols or expect_files",
                path.display(),
                task.id
            );
        }
        Ok(dataset)
    }

    /// Whether the workspace of the file has to be replaced: it is empty or a variable.
    pub fn has_placeholder(&self) -> bool {
        let workspace = self.workspace.trim();
        workspace.is_empty() || workspace.starts_with(['$', '<', '{'])
    }
}
