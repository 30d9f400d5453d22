//! How often the error expert names a file that the fix changed, on issues with stack traces.
//!
//! The weights are fitted on all repositories but one and measured on that one (leave-one-out cross-validation).
//! The baseline is the order of the frames: the file of the innermost frame that is in the
//! repository, then that of its caller, and so on.

use crate::Watch;
use crate::corpus::{Checkouts, Corpus, Repository};
use crate::tasks::{Expected, Task};
use anyhow::{Context, Result};
use fathom_engine::operations::predict::error;
use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
use fathom_experts::error::model::{Model, Signal, Signals};
use fathom_experts::evaluate::{Calibration, Sample};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The places that are counted.
const FIRST: [usize; 3] = [1, 3, 5];
/// The first predictions whose probabilities are judged.
const JUDGED: usize = 10;

/// A file that an issue may mean.
struct Candidate {
    path: String,
    signals: Signals,
    changed: bool,
}

/// An issue with a stack trace.
struct Issue {
    repository: String,
    candidates: Vec<Candidate>,
}

/// Shares of issues with a changed file in the first 1, 3 and 5.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Shares(pub [f64; 3]);

/// The measurements.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Issues with a stack frame in the repository, by repository.
    pub issues: BTreeMap<String, usize>,
    /// Issues whose changed files are among the candidates: the upper bound.
    pub reachable: f64,
    /// The order of the frames.
    pub innermost_frame: Shares,
    /// The ranking of the text alone.
    pub ranking: Shares,
    /// Weights fitted on the other repositories.
    pub left_out: Shares,
    /// The weights that the program carries; they were fitted on these issues too.
    pub built_in: Shares,
    /// Calibration of the first ten probabilities with weights of other repositories.
    pub calibration: Calibration,
    /// Weights fitted on all issues, in the form of the built-in file.
    pub weights: String,
    /// Issues that could not be asked, with the reason.
    pub skipped: Vec<String>,
}

/// Asks about every issue with a stack trace, each at its own commit.
pub fn run(
    tasks: &[Task],
    corpus: &Corpus,
    checkouts: &Checkouts,
    folder: &Path,
    watch: Watch<'_>,
) -> Result<Report> {
    let mut by_repository: BTreeMap<&str, Vec<&Task>> = BTreeMap::new();
    for task in tasks {
        if !fathom_text::traces::frames(&task.description, 1).is_empty() {
            by_repository.entry(&task.repo).or_default().push(task);
        }
    }
    let mut issues = Vec::new();
    let mut skipped = Vec::new();
    for (name, tasks) in by_repository {
        let found = corpus.find(name).cloned();
        let repository = found.unwrap_or_else(|| Repository {
            name: name.replace('/', "+"),
            url: format!("https://github.com/{name}"),
            commit: tasks[0].commit.clone().unwrap_or_default(),
            language: String::new(),
            parts: Vec::new(),
        });
        watch(&format!("{name}: {} issues with stack frames", tasks.len()));
        for task in tasks {
            match ask(task, &repository, checkouts, folder) {
                Ok(issue) => issues.extend(issue),
                Err(error) => skipped.push(format!("{}: {error:#}", task.id)),
            }
        }
    }
    Ok(Report { skipped, ..report(&issues) })
}

/// The candidates of an issue; `None` if no frame is in the repository.
fn ask(task: &Task, repository: &Repository, checkouts: &Checkouts, folder: &Path) -> Result<Option<Issue>> {
    let commit = task.commit.as_deref().context("the issue has no commit")?;
    let Expected::Change(expected) = &task.expected else { return Ok(None) };
    checkouts.provide(repository, commit)?;
    let site = checkouts.site(repository, &folder.join(&repository.name))?;
    site.move_to(commit)?;
    // The facts cache is kept between commits: most files are equal.
    let workspace = Workspace::find(&site.root, &Folders::under(&folder.join("home")))?;
    let signals =
        workspace.ask(Refresh::Update, &NoProgress, |view| error::signals(view, &task.description))?;
    if signals.iter().all(|(_, signals)| signals.get(Signal::Frame) == 0.0) {
        return Ok(None);
    }
    let candidates = signals.into_iter().map(|(path, signals)| {
        let changed = expected.contains_key(&path);
        Candidate { path, signals, changed }
    });
    Ok(Some(Issue { repository: repository.slug(), candidates: candidates.collect() }))
}

fn report(issues: &[Issue]) -> Report {
    let mut by_repository: BTreeMap<String, usize> = BTreeMap::new();
    for issue in issues {
        *by_repository.entry(issue.repository.clone()).or_default() += 1;
    }
    let models: BTreeMap<&String, Model> = by_repository
        .keys()
        .map(|name| (name, fit(issues.iter().filter(|issue| issue.repository != *name))))
        .collect();
    let model_of = |issue: &Issue| &models[&issue.repository];
    let mut samples = Vec::new();
    for issue in issues {
        let order = ordered(issue, |candidate| model_of(issue).probability(&candidate.signals));
        samples.extend(order.iter().take(JUDGED).map(|candidate| Sample {
            probability: model_of(issue).probability(&candidate.signals),
            happened: candidate.changed,
        }));
    }
    let built_in = Model::built_in();
    let reachable = issues.iter().filter(|issue| issue.candidates.iter().any(|one| one.changed)).count();
    Report {
        issues: by_repository.clone(),
        reachable: reachable as f64 / issues.len().max(1) as f64,
        innermost_frame: shares(issues, |_, signals| signals.get(Signal::Frame)),
        ranking: shares(issues, |_, signals| signals.get(Signal::Ranking)),
        left_out: shares(issues, |issue, signals| model_of(issue).probability(signals)),
        built_in: shares(issues, |_, signals| built_in.probability(signals)),
        calibration: Calibration::of(&samples),
        weights: fit(issues.iter()).write(),
        skipped: Vec::new(),
    }
}

fn fit<'i>(issues: impl Iterator<Item = &'i Issue>) -> Model {
    let examples: Vec<(Signals, bool, f64)> =
        issues.flat_map(|issue| issue.candidates.iter().map(|one| (one.signals, one.changed, 1.0))).collect();
    Model::fit(&examples)
}

/// Best first; ties by path. What has no score is not an answer.
fn ordered(issue: &Issue, score: impl Fn(&Candidate) -> f64) -> Vec<&Candidate> {
    let mut order: Vec<(f64, &Candidate)> =
        issue.candidates.iter().map(|one| (score(one), one)).filter(|(score, _)| *score > 0.0).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.path.cmp(&b.1.path)));
    order.into_iter().map(|(_, candidate)| candidate).collect()
}

fn shares(issues: &[Issue], score: impl Fn(&Issue, &Signals) -> f64) -> Shares {
    Shares(FIRST.map(|first| {
        let hits = issues.iter().filter(|issue| {
            let order = ordered(issue, |candidate| score(issue, &candidate.signals));
            order.iter().take(first).any(|candidate| candidate.changed)
        });
        hits.count() as f64 / issues.len().max(1) as f64
    }))
}

impl fmt::Display for Shares {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, three, five] = self.0;
        write!(formatter, "{one:.3}  {three:.3}  {five:.3}")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.issues.values().sum();
        writeln!(formatter, "{total} issues with a stack frame in the repository")?;
        for (repository, count) in &self.issues {
            writeln!(formatter, "  {repository}: {count}")?;
        }
        writeln!(formatter, "\na changed file in the first      1      3      5")?;
        writeln!(formatter, "innermost frame first        {}", self.innermost_frame)?;
        writeln!(formatter, "ranking of the text          {}", self.ranking)?;
        writeln!(formatter, "weights of other repositories {}", self.left_out)?;
        writeln!(formatter, "built-in weights             {}", self.built_in)?;
        writeln!(formatter, "a changed file is a candidate in {:.3}", self.reachable)?;
        let Calibration { ece, brier, count, .. } = &self.calibration;
        writeln!(formatter, "ECE {ece:.3}, Brier {brier:.3} of the first ten ({count} probabilities)")?;
        for skipped in &self.skipped {
            writeln!(formatter, "skipped {skipped}")?;
        }
        writeln!(formatter, "\nweights fitted on all issues:\n{}", self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Issue, report};
    use fathom_experts::error::model::{Signal, Signals};

    fn candidate(path: &str, frame: f64, changed: bool) -> Candidate {
        let mut signals = Signals::default();
        signals.raise(Signal::Frame, frame);
        Candidate { path: path.to_owned(), signals, changed }
    }

    #[test]
    fn a_changed_file_counts_from_its_place_in_the_order_of_frames() {
        let issue = |repository: &str, changed: usize| Issue {
            repository: repository.to_owned(),
            candidates: [1.0, 0.5, 0.33, 0.0]
                .iter()
                .enumerate()
                .map(|(at, frame)| candidate(&at.to_string(), *frame, at == changed))
                .collect(),
        };
        let found = report(&[issue("a", 0), issue("a", 1), issue("b", 2), issue("b", 3)]);
        for (share, expected) in found.innermost_frame.0.iter().zip([0.25, 0.75, 0.75]) {
            assert!((share - expected).abs() < 1e-12);
        }
        assert_eq!((found.issues["a"], found.issues["b"]), (2, 2));
        assert!((found.reachable - 1.0).abs() < 1e-12);
    }
}
