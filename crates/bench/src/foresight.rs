//! What history adds to the files and tests of `context`, on issues with the change that fixed them.
//!
//! Each issue is asked about at the commit before its fix. Tests: the answer with the tests of past
//! commits, and without them; the test files that the fix changed are expected. Files: the answer as it
//! is, and mixed with the files of commits with similar messages; the source files that the fix changed
//! are expected.

use crate::Watch;
use crate::corpus::{Checkouts, Corpus, Repository};
use crate::tasks::{Expected, Task};
use anyhow::{Context, Result};
use fathom_engine::operations::context::{self, Settings};
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_protocol::context::Request;
use fathom_text::{Query, Tokenizer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Symbols of an answer.
const SYMBOLS: usize = 20;
/// Commits with similar messages.
const SIMILAR: usize = 60;
/// The weight of the order by similar commits, and how much first places count more than later ones.
const MIXED: (f64, f64) = (0.2, 5.0);
/// The places that are counted.
const FIRST: [usize; 3] = [1, 5, 10];

/// The tests of an issue.
#[derive(Deserialize)]
struct Issue {
    id: String,
    #[serde(default)]
    changed_tests: BTreeMap<String, Vec<(u32, u32)>>,
}

/// How early expected paths are listed, over issues.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Places {
    /// Issues.
    pub issues: usize,
    /// Shares of issues with an expected path in the first 1, 5 and 10.
    pub one_in: [f64; 3],
    /// Shares of issues with all expected paths in the first 1, 5 and 10.
    pub all_in: [f64; 3],
    /// Mean reciprocal rank of the first expected path.
    pub mrr: f64,
}

impl Places {
    fn add(&mut self, listed: &[String], expected: &[&str]) {
        let rank = |path: &&str| listed.iter().position(|one| one == path).map_or(usize::MAX, |at| at + 1);
        let ranks: Vec<usize> = expected.iter().map(rank).collect();
        let (Some(first), Some(last)) = (ranks.iter().min(), ranks.iter().max()) else { return };
        let mean = |mean: f64, value: f64| mean + (value - mean) / (self.issues + 1) as f64;
        for (at, most) in FIRST.into_iter().enumerate() {
            self.one_in[at] = mean(self.one_in[at], f64::from(u8::from(*first <= most)));
            self.all_in[at] = mean(self.all_in[at], f64::from(u8::from(*last <= most)));
        }
        self.mrr = mean(self.mrr, if *first == usize::MAX { 0.0 } else { 1.0 / *first as f64 });
        self.issues += 1;
    }
}

/// What was measured.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Test files of the answer, without history.
    pub tests_without: Places,
    /// Test files of the answer.
    pub tests: Places,
    /// Files of the answer.
    pub files: Places,
    /// Files of the answer, mixed with those of similar commits.
    pub files_with_similar: Places,
    /// Issues that could not be asked, with the reason.
    pub skipped: Vec<String>,
}

/// Asks about issues, at most so many of each repository. `text` is the file that the tasks are from.
pub fn run(
    (tasks, text): (&[Task], &str),
    most: usize,
    corpus: &Corpus,
    checkouts: &Checkouts,
    folder: &Path,
    watch: Watch<'_>,
) -> Result<Report> {
    let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let issue: Issue = serde_json::from_str(line).context("an issue cannot be read")?;
        tests.insert(issue.id, issue.changed_tests.into_keys().collect());
    }
    let mut by_repository: BTreeMap<&str, Vec<&Task>> = BTreeMap::new();
    for task in tasks {
        by_repository.entry(&task.repo).or_default().push(task);
    }
    let mut report = Report::default();
    for (name, tasks) in by_repository {
        let repository = corpus.find(name).cloned().unwrap_or_else(|| Repository {
            name: name.replace('/', "+"),
            url: format!("https://github.com/{name}"),
            commit: tasks[0].commit.clone().unwrap_or_default(),
            language: String::new(),
            parts: Vec::new(),
        });
        watch(&format!("{name}: {} of {} issues", tasks.len().min(most), tasks.len()));
        for task in tasks.into_iter().take(most) {
            let expected = tests.get(&task.id).map_or(&[][..], Vec::as_slice);
            if let Err(error) = ask(task, expected, &repository, checkouts, folder, &mut report) {
                report.skipped.push(format!("{}: {error:#}", task.id));
            }
        }
    }
    Ok(report)
}

fn ask(
    task: &Task,
    tests: &[String],
    repository: &Repository,
    checkouts: &Checkouts,
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    let commit = task.commit.as_deref().context("the issue has no commit")?;
    let Expected::Change(changed) = &task.expected else { return Ok(()) };
    checkouts.provide(repository, commit)?;
    let site = checkouts.site(repository, &folder.join(&repository.name))?;
    site.move_to(commit)?;
    // The facts cache is kept between commits: most files are equal.
    let workspace = Workspace::find(&site.root, &Folders::under(&folder.join("home")))?;
    let request = Request { limit: Some(SYMBOLS), ..Request::new(&task.description) };
    let (with, without, similar) = workspace.ask(Refresh::Update, &NoProgress, |view| {
        let without = Settings { history_tests: false, ..Settings::default() };
        let with = context::run(view, &request, &Settings::default())?.response();
        let without = context::run(view, &request, &without)?.response();
        Ok((with, without, similar_files(view, &task.description)))
    })?;
    // A fix also adds test files.
    let expected: Vec<&str> =
        tests.iter().map(String::as_str).filter(|path| site.root.join(path).is_file()).collect();
    let paths = |tests: &[fathom_protocol::context::RankedTest]| {
        once_each(tests.iter().map(|test| test.path.clone()))
    };
    if !expected.is_empty() {
        report.tests.add(&paths(&with.tests), &expected);
        report.tests_without.add(&paths(&without.tests), &expected);
    }
    let expected: Vec<&str> = changed.keys().map(String::as_str).collect();
    let files: Vec<String> = with.files.iter().map(|file| file.path.clone()).collect();
    report.files.add(&files, &expected);
    report.files_with_similar.add(&mixed(&files, &similar), &expected);
    Ok(())
}

/// The files of commits with similar messages, best first: similar, new and small commits count more.
fn similar_files(view: &View<'_>, text: &str) -> Vec<String> {
    let Some(past) = view.past() else { return Vec::new() };
    let query = Query::content_words(&mut Tokenizer::of_thread(), text);
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for (commit, share) in past.matching(&query, SIMILAR) {
        let changes = &past.commits[commit].changes;
        let age = 0.5 + 0.5 * 0.5_f64.powf(commit as f64 / 1_000.0);
        let value = f64::from(share).powi(2) * age / (1.0 + changes.len() as f64).log2().max(1.0);
        for path in changes.iter().filter_map(|change| change.path.as_deref()) {
            if crate::tasks::issues::is_expected(path) {
                *sums.entry(path).or_default() += value;
            }
        }
    }
    let mut files: Vec<(&str, f64)> = sums.into_iter().collect();
    files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    files.into_iter().map(|(path, _)| path.to_owned()).collect()
}

/// Two orders, mixed by reciprocal rank.
fn mixed(files: &[String], similar: &[String]) -> Vec<String> {
    let (weight, smoothing) = MIXED;
    let mut scores: BTreeMap<&String, f64> = BTreeMap::new();
    for (order, weight) in [(files, 1.0), (similar, weight)] {
        for (place, path) in order.iter().enumerate() {
            *scores.entry(path).or_default() += weight / (smoothing + place as f64);
        }
    }
    let mut order: Vec<(&String, f64)> = scores.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    order.into_iter().map(|(path, _)| path.clone()).collect()
}

fn once_each(paths: impl Iterator<Item = String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for path in paths {
        if !once.contains(&path) {
            once.push(path);
        }
    }
    once
}

impl fmt::Display for Places {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |values: &[f64; 3]| values.map(|value| format!("{value:.3}")).join(" / ");
        write!(formatter, "{} | {} | {} | {:.3}", self.issues, row(&self.one_in), row(&self.all_in), self.mrr)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "| | issues | one in 1 / 5 / 10 | all in 1 / 5 / 10 | MRR |")?;
        writeln!(formatter, "| --- | --- | --- | --- | --- |")?;
        writeln!(formatter, "| tests, without history | {} |", self.tests_without)?;
        writeln!(formatter, "| tests | {} |", self.tests)?;
        writeln!(formatter, "| files | {} |", self.files)?;
        writeln!(formatter, "| files, mixed with those of similar commits | {} |", self.files_with_similar)?;
        for skipped in &self.skipped {
            writeln!(formatter, "skipped {skipped}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, mixed};

    #[test]
    fn an_issue_counts_by_its_first_and_its_last_expected_path() {
        let mut places = Places::default();
        let listed: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        places.add(&listed, &["b", "c"]);
        places.add(&listed, &["a", "missing"]);
        assert_eq!(places.issues, 2);
        assert_eq!((places.one_in, places.all_in), ([0.5, 1.0, 1.0], [0.0, 0.5, 0.5]));
        assert!((places.mrr - 0.75).abs() < 1e-12);
    }

    #[test]
    fn a_mixed_order_keeps_first_places_and_adds_files() {
        let of = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<String>>();
        assert_eq!(mixed(&of(&["a", "b"]), &of(&["b", "c"])), of(&["b", "a", "c"]));
    }
}
