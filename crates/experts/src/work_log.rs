//! Work logs: what was done in earlier changes, step by step, and what that says about the next step.
//!
//! A log is JSON Lines, one step per line:
//!
//! ```json
//! {"event": "edit", "path": "src/a.py", "session": "s1", "time": 1700000000}
//! {"event": "command", "command": "pytest tests/test_a.py", "session": "s1"}
//! {"event": "commit", "commit": "3fa1c0d", "session": "s1"}
//! ```
//!
//! `session` and `time` are optional. An [`Episode`] is the part of a session up to a commit. Episodes
//! that edited the files of the change at hand say how often each other file was edited too. They are
//! counted as a sample whose prior is the prediction of the gate.

use fathom_text::Term;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Episodes that the prediction of the gate is worth.
const PRIOR: f64 = 5.0;
/// The probability before the episodes of a file that the gate did not consider.
const UNKNOWN: f64 = 0.002;
/// How much less an edit counts that came before those of the change at hand: it may be a cause of
/// them and not what follows.
const BEFORE: f64 = 0.5;

/// One step of work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A file was edited.
    Edit(String),
    /// A command was run.
    Command(String),
    /// The change was committed, under this id.
    Commit(String),
}

/// The steps from the start of a change to its commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Episode {
    /// The session, with a number from the second episode of a session on.
    pub key: String,
    /// When it began, in seconds since 1970; 0 if the log does not say.
    pub time: i64,
    /// First step first.
    pub steps: Vec<Step>,
}

impl Episode {
    /// The edited files, each once, in the order of their first edit.
    pub fn edits(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let edits = self.steps.iter().filter_map(|step| match step {
            Step::Edit(path) => Some(path.as_str()),
            Step::Command(_) | Step::Commit(_) => None,
        });
        edits.filter(|path| seen.insert(*path)).collect()
    }

    /// Whether it ends with a commit.
    pub fn is_committed(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Commit(_)))
    }
}

/// A line of a log.
#[derive(Deserialize)]
struct Line {
    event: String,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    commit: Option<String>,
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    time: i64,
}

/// A line that is no step.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the work log: {why}")]
pub struct WorkLogError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

/// The episodes of a log, in the order of their first steps. Events of other kinds are skipped.
pub fn read(text: &str) -> Result<Vec<Episode>, WorkLogError> {
    let mut episodes: Vec<Episode> = Vec::new();
    // By session: the place of its open episode, and how many it has.
    let mut sessions: BTreeMap<String, (Option<usize>, usize)> = BTreeMap::new();
    for (number, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let wrong = |why: String| WorkLogError { line: number + 1, why };
        let line: Line = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let needed = |value: Option<String>, key: &str| {
            let value = value.filter(|value| !value.trim().is_empty());
            value.ok_or_else(|| wrong(format!("`{}` needs `{key}`", line.event)))
        };
        let step = match line.event.as_str() {
            "edit" => Step::Edit(needed(line.path.clone(), "path")?),
            "command" => Step::Command(needed(line.command.clone(), "command")?),
            "commit" => Step::Commit(line.commit.clone().unwrap_or_default()),
            _ => continue,
        };
        let session = line.session.clone().unwrap_or_default();
        let (open, count) = sessions.entry(session.clone()).or_default();
        let at = *open.get_or_insert_with(|| {
            *count += 1;
            let key = key(&session, *count, text);
            episodes.push(Episode { key, time: line.time, steps: Vec::new() });
            episodes.len() - 1
        });
        if matches!(step, Step::Commit(_)) {
            *open = None;
        }
        episodes[at].steps.push(step);
    }
    Ok(episodes)
}

/// A log that is read again has the same keys. Without a session, the first line identifies it.
fn key(session: &str, number: usize, first_line: &str) -> String {
    let session =
        if session.is_empty() { format!("{:016x}", Term::of(first_line).hash()) } else { session.to_owned() };
    if number == 1 { session } else { format!("{session}#{number}") }
}

/// What earlier episodes say about a change.
#[derive(Debug, Default)]
pub struct WorkEvidence {
    /// Episodes with files of the change, each by the share of the change that it edited.
    weight: f64,
    /// Their number.
    pub episodes: usize,
    files: BTreeMap<String, f64>,
    counts: BTreeMap<String, usize>,
    commands: BTreeMap<String, usize>,
}

impl WorkEvidence {
    /// Of a change that edited `given` so far.
    pub fn of(episodes: &[Episode], given: &BTreeSet<String>) -> WorkEvidence {
        let mut evidence = WorkEvidence::default();
        for episode in episodes {
            let edits = episode.edits();
            let shared = edits.iter().filter(|path| given.contains(**path)).count();
            if shared == 0 {
                continue;
            }
            let weight = shared as f64 / given.len() as f64;
            evidence.weight += weight;
            evidence.episodes += 1;
            let is_given = |step: &Step| matches!(step, Step::Edit(path) if given.contains(path));
            let first = episode.steps.iter().position(is_given).unwrap_or_default();
            let later: BTreeSet<&Step> = episode.steps[first..].iter().collect();
            for path in edits.into_iter().filter(|path| !given.contains(*path)) {
                let is_later = later.contains(&Step::Edit(path.to_owned()));
                let value = weight * if is_later { 1.0 } else { BEFORE };
                *evidence.files.entry(path.to_owned()).or_default() += value;
                *evidence.counts.entry(path.to_owned()).or_default() += 1;
            }
            for step in later {
                if let Step::Command(command) = step {
                    *evidence.commands.entry(command.trim().to_owned()).or_default() += 1;
                }
            }
        }
        evidence
    }

    /// The files that were edited with those of the change.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The probability of a file after the episodes; `None` stands for a file that was not considered.
    pub fn correct(&self, path: &str, probability: Option<f64>) -> f64 {
        let edited = self.files.get(path).copied().unwrap_or_default();
        (PRIOR * probability.unwrap_or(UNKNOWN) + edited) / (PRIOR + self.weight)
    }

    /// Why a file is likelier, if it is.
    pub fn reason(&self, path: &str) -> Option<String> {
        let times = self.counts.get(path)?;
        Some(format!("edited in {times} of {} recorded sessions with these files", self.episodes))
    }

    /// The commands that followed most often, with the number of episodes.
    pub fn commands(&self, most: usize) -> Vec<(&str, usize)> {
        let mut commands: Vec<(&str, usize)> =
            self.commands.iter().map(|(command, times)| (command.as_str(), *times)).collect();
        commands.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        commands.truncate(most);
        commands
    }
}

#[cfg(test)]
mod tests {
    use super::{Episode, Step, WorkEvidence, read};
    use std::collections::BTreeSet;

    const LOG: &str = r#"
{"event": "edit", "path": "a.py", "session": "s", "time": 5}
{"event": "think", "text": "skipped"}
{"event": "edit", "path": "x.py", "session": "t"}
{"event": "edit", "path": "b.py", "session": "s"}
{"event": "command", "command": "pytest -q", "session": "s"}
{"event": "commit", "commit": "1f", "session": "s"}
{"event": "edit", "path": "a.py", "session": "s"}
"#;

    #[test]
    fn a_commit_ends_an_episode_and_sessions_are_told_apart() {
        let episodes = read(LOG).unwrap();
        let keys: Vec<(&str, i64, Vec<&str>, bool)> = episodes
            .iter()
            .map(|one| (one.key.as_str(), one.time, one.edits(), one.is_committed()))
            .collect();
        let expected = [
            ("s", 5, vec!["a.py", "b.py"], true),
            ("t", 0, vec!["x.py"], false),
            ("s#2", 0, vec!["a.py"], false),
        ];
        assert_eq!(keys, expected);
    }

    #[test]
    fn a_line_that_lacks_something_is_named() {
        assert_eq!(read("{\"event\": \"edit\"}").unwrap_err().line, 1);
        assert_eq!(read("\nno json").unwrap_err().line, 2);
        assert_eq!(read("").unwrap(), []);
    }

    #[test]
    fn what_was_edited_with_the_given_files_becomes_likelier_and_the_rest_less_likely() {
        let edit = |path: &str| Step::Edit(path.to_owned());
        let episode = |steps: Vec<Step>| Episode { key: String::new(), time: 0, steps };
        let command = Step::Command("make test".to_owned());
        let episodes = [
            episode(vec![edit("a"), edit("b"), command.clone()]),
            episode(vec![edit("c"), edit("a"), edit("b"), command]),
            episode(vec![edit("d")]),
        ];
        let given: BTreeSet<String> = ["a".to_owned()].into();
        let evidence = WorkEvidence::of(&episodes, &given);
        assert_eq!(evidence.episodes, 2);
        assert!((evidence.correct("b", Some(0.3)) - 3.5 / 7.0).abs() < 1e-9);
        assert!((evidence.correct("c", None) - 0.51 / 7.0).abs() < 1e-9);
        assert!(evidence.correct("d", Some(0.3)) < 0.3);
        assert_eq!(evidence.commands(3), [("make test", 2)]);
        // Without episodes, nothing changes.
        assert!((WorkEvidence::of(&[], &given).correct("b", Some(0.3)) - 0.3).abs() < 1e-9);
    }
}
