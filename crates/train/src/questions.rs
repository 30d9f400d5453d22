//! What is asked of a repository, and what the answer is.

use anyhow::Result;
use fathom_bench::mine::mine;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// One question.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Question {
    pub(crate) id: String,
    /// The commit whose tree is searched; `None` is the one checked out.
    #[serde(default)]
    pub(crate) commit: Option<String>,
    pub(crate) text: String,
    /// Expected symbols by name.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// Expected symbols by changed lines.
    #[serde(default)]
    pub(crate) changed: BTreeMap<String, Vec<(u32, u32)>>,
}

/// Questions of a file, one JSON object a line.
pub(crate) fn read(path: &Path) -> Result<Vec<Question>> {
    let text = std::fs::read_to_string(path)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Questions of a repository's own history.
pub(crate) fn mined(tree: &Path, count: usize, depth: usize) -> Result<Vec<Question>> {
    let mined = mine(tree, count, depth)?;
    Ok(mined
        .into_iter()
        .map(|one| Question {
            id: one.commit,
            commit: Some(one.parent),
            text: one.question,
            names: Vec::new(),
            changed: one.changed,
        })
        .collect())
}
