//! Questions about a repository, and their answers.

use anyhow::Result;
use fathom_bench::mine::mine;
use std::collections::BTreeMap;
use std::path::Path;

/// One question.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) id: String,
    /// The commit whose tree is searched; `None` is the one checked out.
    pub(crate) commit: Option<String>,
    pub(crate) text: String,
    /// Expected symbols by name.
    pub(crate) names: Vec<String>,
    /// Expected symbols by changed lines.
    pub(crate) changed: BTreeMap<String, Vec<(u32, u32)>>,
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
