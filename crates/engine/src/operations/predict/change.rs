//! The change that a question is about: files, a diff, what is staged, what a branch adds.

use super::super::diff;
use super::super::named::from_root;
use crate::{EngineError, View};
use fathom_experts::replay::different_lines;
use fathom_protocol::{Change, OneOrMany};
use std::collections::BTreeSet;

/// Named files whose uncommitted lines are read.
const MOST_FILES: usize = 20;

/// What is known about a change.
#[derive(Default)]
pub(super) struct ChangeContent {
    /// Its paths from the root.
    pub(super) paths: BTreeSet<String>,
    /// The lines that it adds and removes, where they are known.
    pub(super) lines: String,
    /// Descriptions of it, such as messages of commits.
    pub(super) messages: Vec<String>,
}

/// Named files as paths from the root.
pub(super) fn named(view: &View<'_>, files: &OneOrMany) -> BTreeSet<String> {
    files.0.iter().map(|path| from_root(view.root(), path)).filter(|path| !path.is_empty()).collect()
}

/// Reads a change from what a request gives.
pub(super) fn read(view: &View<'_>, input: &Change) -> Result<ChangeContent, EngineError> {
    let mut change = ChangeContent { paths: named(view, &input.files), ..ChangeContent::default() };
    if let Some(since) = &input.since {
        let changes = diff::changes_since(view, since)?;
        change.paths.extend(changes.into_iter().filter_map(|one| one.path.or(one.before)));
    }
    if let Some(text) = &input.diff {
        let files = diff::changed_paths(&text.0)
            .map_err(|why| EngineError::Request(format!("cannot read the diff: {why}")))?;
        for paths in files {
            let known = paths.iter().find(|path| view.graph.file_at(path).is_some());
            change.paths.extend(known.or(paths.first()).cloned());
        }
        change.lines = changed_lines(&text.0);
    }
    if input.staged {
        change.paths.extend(fathom_history::staged(view.root())?);
    }
    if input.diff.is_none() {
        change.lines = uncommitted_lines(view, &change.paths);
    }
    Ok(change)
}

/// The lines of named files that differ between the commit and the worktree; none of files that are
/// not changed yet.
fn uncommitted_lines(view: &View<'_>, paths: &BTreeSet<String>) -> String {
    let Some(commit) = view.state.commit.as_deref() else { return String::new() };
    let mut lines = String::new();
    for path in paths.iter().take(MOST_FILES) {
        let Some((before, after)) = diff::uncommitted(view, commit, path) else { continue };
        let (before, after) = (String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
        lines.push_str(&different_lines(&before, &after));
    }
    lines
}

/// The added and removed lines of a diff, without their marks.
fn changed_lines(diff: &[u8]) -> String {
    let text = String::from_utf8_lossy(diff);
    let is_change = |line: &&str| {
        (line.starts_with('+') || line.starts_with('-'))
            && !line.starts_with("+++ ")
            && !line.starts_with("--- ")
    };
    text.lines().filter(is_change).map(|line| format!("{}\n", &line[1..])).collect()
}
