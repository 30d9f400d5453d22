//! Issues with stack traces out of histories: commits whose messages quote the trace that they fix.
//!
//! `fathom bench errors` asks about them, each at the parent of its commit. The message is the text;
//! what the commit changed is expected, by lines of the parent.

use super::{Repository, clone};
use anyhow::{Context, Result, ensure};
use fathom_text::traces::frames;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Frames of a message below which it quotes a place and no trace.
const FEWEST_FRAMES: usize = 2;
/// Larger commits fix more than one error.
const MOST_FILES: usize = 30;
/// The newest of each repository, so that none of them decides alone.
const MOST_OF_ONE: usize = 20;

#[derive(Debug, PartialEq, Serialize)]
struct Issue {
    id: String,
    repo: String,
    base_commit: String,
    text: String,
    changed: BTreeMap<String, Vec<(u32, u32)>>,
}

/// Writes the issues of all repositories as JSON Lines.
pub(super) fn write(
    repositories: &[Repository],
    work: &Path,
    mirror: Option<&Path>,
    out: &Path,
) -> Result<()> {
    let mut lines = String::new();
    for repository in repositories {
        let issues = of_repository(repository, &clone(repository, work, mirror)?)?;
        eprintln!("{}: {} commits with traces", repository.name, issues.len());
        for issue in issues {
            writeln!(lines, "{}", serde_json::to_string(&issue)?)?;
        }
    }
    std::fs::write(out, lines).with_context(|| format!("cannot write {}", out.display()))
}

fn of_repository(repository: &Repository, root: &Path) -> Result<Vec<Issue>> {
    let log = git(root, &["log", "--no-merges", "--format=%x01%H%x02%P%x02%B", &repository.commit])?;
    let mut issues = Vec::new();
    for commit in log.split('\u{1}').skip(1) {
        let mut parts = commit.splitn(3, '\u{2}');
        let (Some(id), Some(parents), Some(message)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let Some(parent) = parents.split(' ').next().filter(|parent| !parent.is_empty()) else { continue };
        if frames(message, FEWEST_FRAMES).len() < FEWEST_FRAMES {
            continue;
        }
        let diff = git(root, &["diff", "-U0", "--no-renames", "--no-color", "--diff-filter=MD", parent, id])?;
        let changed = changed_lines(&diff);
        if (1..=MOST_FILES).contains(&changed.len()) {
            let repo = repository.url.trim_start_matches("https://github.com/").to_owned();
            issues.push(Issue {
                id: format!("{}-{}", repository.name, &id[..10]),
                repo,
                base_commit: parent.to_owned(),
                text: message.to_owned(),
                changed,
            });
        }
        if issues.len() == MOST_OF_ONE {
            break;
        }
    }
    Ok(issues)
}

/// Ranges of lines by file, as they were before a diff without context.
fn changed_lines(diff: &str) -> BTreeMap<String, Vec<(u32, u32)>> {
    let mut changed: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
    let mut ranges: Option<&mut Vec<(u32, u32)>> = None;
    for line in diff.lines() {
        if let Some(path) = line.strip_prefix("--- a/") {
            ranges = Some(changed.entry(path.to_owned()).or_default());
        } else if let (Some(range), Some(ranges)) = (line.strip_prefix("@@ -"), &mut ranges) {
            let range = range.split(' ').next().unwrap_or_default();
            let (first, count) = range.split_once(',').unwrap_or((range, "1"));
            let first = first.parse().unwrap_or(1).max(1);
            // Where lines are only added, the line before them.
            ranges.push((first, first + count.parse().unwrap_or(1).max(1) - 1));
        }
    }
    changed
}

fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let output =
        Command::new("git").arg("-C").arg(root).args(arguments).output().context("git cannot be run")?;
    ensure!(output.status.success(), "git {} failed in {}", arguments[0], root.display());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::changed_lines;

    #[test]
    fn ranges_are_those_before_the_change() {
        let diff = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -3 +3 @@ def f\n-x\n+y\n@@ -7,2 +7,0 @@\n-x\n-x\n@@ -20,0 +19 @@\n+z\n";
        let changed = changed_lines(diff);
        assert_eq!(changed["src/a.py"], [(3, 3), (7, 8), (20, 20)]);
    }
}
