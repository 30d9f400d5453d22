//! Issues with the change that fixed them, one JSON object a line.
//!
//! What the fix touched is what a good answer contains, except for what no one
//! could have found (files the fix creates) and what is not the code in
//! question (docs, changelogs, tests).

use super::{Expected, Source, Task, TaskError, Tier};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Marks a file that the fix creates.
const CREATED: char = '+';

#[derive(Deserialize)]
struct Issue {
    id: String,
    repo: String,
    base_commit: String,
    text: String,
    changed: BTreeMap<String, Vec<(u32, u32)>>,
    #[serde(default)]
    changed_tests: BTreeMap<String, Vec<(u32, u32)>>,
}

/// Issues as tasks, and those that cannot be asked.
#[derive(Debug, Default)]
pub struct Issues {
    /// In the order of the file.
    pub tasks: Vec<Task>,
    /// Ids of issues whose fix touches nothing that could be found.
    pub left_out: Vec<String>,
}

/// All issues of a file.
pub fn load(file: &Path) -> Result<Issues, TaskError> {
    let text =
        fs::read_to_string(file).map_err(|source| TaskError::Unreadable { path: file.to_owned(), source })?;
    parse(&text, &file.display().to_string())
}

/// Issues out of text; `place` names it in errors.
pub fn parse(text: &str, place: &str) -> Result<Issues, TaskError> {
    let mut issues = Issues::default();
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{place}:{}", index + 1);
        let issue: Issue = serde_json::from_str(line)
            .map_err(|error| TaskError::Malformed { place: place.clone(), reason: error.to_string() })?;
        for (field, value) in [("id", &issue.id), ("repo", &issue.repo), ("base_commit", &issue.base_commit)]
        {
            if value.trim().is_empty() {
                let (field, reason) = (field.to_owned(), "is empty".to_owned());
                return Err(TaskError::Field { place, field, reason });
            }
        }
        if let Some(first) = places.insert(issue.id.clone(), place.clone()) {
            return Err(TaskError::Twice { id: issue.id, first, second: place });
        }
        let Issue { id, repo, base_commit, text, changed, changed_tests } = issue;
        let expected: BTreeMap<_, _> = changed
            .into_iter()
            .filter(|(path, _)| is_expected(path) && !changed_tests.contains_key(path))
            .collect();
        if expected.is_empty() {
            issues.left_out.push(id);
            continue;
        }
        issues.tasks.push(Task {
            id,
            repo,
            commit: Some(base_commit),
            tier: tier(expected.len()),
            description: text,
            source: Source::Issue,
            expected: Expected::Change(expected),
            tags: Vec::new(),
            changed: Vec::new(),
        });
    }
    Ok(issues)
}

/// By how many files the fix touches: one, a few, many.
pub(crate) fn tier(files: usize) -> Tier {
    match files {
        0 | 1 => Tier::Easy,
        2 | 3 => Tier::Medium,
        _ => Tier::Hard,
    }
}

/// Whether a changed file is one that a good answer holds: not created by the
/// change, no docs, no changelog, no test.
pub fn is_expected(path: &str) -> bool {
    !path.starts_with(CREATED)
        && !is_prose(path)
        && !is_changelog(path)
        && !fathom_syntax::is_test_path(path)
        && !path.ends_with(".feature")
}

fn is_prose(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    matches!(ending.as_str(), "md" | "markdown" | "mdx" | "rst" | "adoc" | "asciidoc" | "txt")
        || folders.split('/').any(|folder| matches!(folder, "doc" | "docs" | "documentation"))
}

fn is_changelog(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folders.split('/').any(|folder| {
        matches!(folder, "changelog" | "changelogs" | "changelog.d" | "changes" | "newsfragments")
    });
    // Without an ending, or with one of prose: `changes.py` is code.
    let bare = !name.contains('.');
    let stem = name.to_ascii_lowercase();
    folder || (bare && matches!(stem.as_str(), "changelog" | "changes" | "history" | "news"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id":"a-1","repo":"o/a","base_commit":"c0ffee","created_at":"2020-01-01T00:00:00Z","text":"It breaks","changed":{"src/a.py":[[1,2],[9,9]],"+src/new.py":[[1,1]],"docs/a.py":[[1,1]],"CHANGES":[[1,1]],"README.md":[[2,2]],"tests/test_a.py":[[3,3]],"odd/checks.py":[[4,4]]},"changed_tests":{"odd/checks.py":[[4,4]]},"fail_to_pass":[],"pass_to_pass":[]}"#;

    #[test]
    fn an_issue_expects_only_code_that_was_there() {
        let issues = parse(LINE, "issues.jsonl").unwrap();
        let task = &issues.tasks[0];
        assert_eq!(task.commit.as_deref(), Some("c0ffee"));
        assert_eq!(task.tier, Tier::Easy);
        let expected = BTreeMap::from([("src/a.py".to_owned(), vec![(1, 2), (9, 9)])]);
        assert_eq!(task.expected, Expected::Change(expected));
    }

    #[test]
    fn an_issue_whose_fix_only_creates_files_is_left_out() {
        let line = LINE.replace("\"src/a.py\"", "\"+src/a.py\"");
        let issues = parse(&line, "issues.jsonl").unwrap();
        assert!(issues.tasks.is_empty());
        assert_eq!(issues.left_out, ["a-1"]);
    }

    #[test]
    fn code_is_not_taken_for_prose() {
        for path in ["lib/drops/document_drop.rb", "src/changes.py", "src/history.rs", "newsletter/send.go"] {
            assert!(is_expected(path), "{path}");
        }
        for path in ["CHANGELOG.md", "changelog/fix_this", "doc/conf.py", "NEWS", "features/tags.feature"] {
            assert!(!is_expected(path), "{path}");
        }
    }

    #[test]
    fn an_error_names_file_line_and_field() {
        let error = parse("\n{\"id\":\"a\"}\n", "issues.jsonl").unwrap_err().to_string();
        assert!(error.starts_with("issues.jsonl:2: missing field `repo`"), "{error}");
        let error = parse(&LINE.replace("c0ffee", ""), "issues.jsonl").unwrap_err().to_string();
        assert_eq!(error, "issues.jsonl:1: field `base_commit`: is empty");
        let error = parse(&format!("{LINE}\n{LINE}"), "issues.jsonl").unwrap_err().to_string();
        assert!(error.starts_with("issues.jsonl:2: field `id`: `a-1` is taken by issues.jsonl:1"), "{error}");
    }
}
