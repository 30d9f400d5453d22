//! How early the test expert names the tests that fail before a fix, on issues with known failing tests.
//!
//! The fixed files and their changed lines at the commit before the fix are given; the test files that
//! fail there and pass after the fix are expected, as far as the tree before the fix has them.

use super::{Repository, clone};
use anyhow::{Context, Result};
use fathom_experts::ExpertId;
use fathom_experts::evaluate::Measure;
use fathom_experts::gate::{Gate, GateState};
use fathom_experts::past::{Chronicle, Past};
use fathom_experts::replay::{Diffs, Question, Replay};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Tests of one issue by their ids; some issues have none that can be run.
#[derive(Deserialize)]
struct Issue {
    repo: String,
    base_commit: String,
    /// Lines by file, as ranges.
    changed: BTreeMap<String, Vec<(usize, usize)>>,
    #[serde(default)]
    changed_tests: BTreeMap<String, Vec<(usize, usize)>>,
    #[serde(default)]
    fail_to_pass: Vec<String>,
}

/// Where the expected tests of a fix were found.
struct TestRanks {
    measure: Measure,
    /// The rank of the last expected one, of the number of test files.
    share: f64,
}

/// One way of asking, with the results of all issues.
#[derive(Default)]
struct Results {
    expert: Vec<TestRanks>,
    decayed: Vec<TestRanks>,
}

/// Asks about every issue and prints a table.
pub(super) fn measure(issues: &Path, work: &Path, mirror: Option<&Path>) -> Result<()> {
    let text =
        std::fs::read_to_string(issues).with_context(|| format!("cannot read {}", issues.display()))?;
    let mut by_repository: BTreeMap<String, Vec<Issue>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let issue: Issue = serde_saphyr::from_str(line).context("an issue cannot be read")?;
        by_repository.entry(issue.repo.clone()).or_default().push(issue);
    }
    let (mut names, mut lines, mut touched) = (Results::default(), Results::default(), Results::default());
    for (name, issues) in by_repository {
        if let Err(error) =
            of_repository(&name, &issues, work, mirror, [&mut names, &mut lines, &mut touched])
        {
            eprintln!("{name}: {error:#}");
        }
    }
    println!(
        "| given, expected | fixes | in 1 / 5 / 10 | all in 1 / 5 / 10 | all in the first 10% / 30% | MRR |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (label, results) in [
        ("names of changed files, failing test files", &names),
        ("changed lines too, failing test files", &lines),
        ("changed lines too, changed test files", &touched),
    ] {
        print(label, &results.expert);
        print(&format!("{label}: decayed"), &results.decayed);
        let room = |k| mean(&results.decayed, &|one| one.measure.has_room(k));
        println!(
            "| {label}: bound of all in 1 / 5 / 10 | {} | | {:.3} / {:.3} / {:.3} | | |",
            results.decayed.len(),
            room(1),
            room(5),
            room(10)
        );
    }
    Ok(())
}

fn of_repository(
    name: &str,
    issues: &[Issue],
    work: &Path,
    mirror: Option<&Path>,
    [names, lines, touched]: [&mut Results; 3],
) -> Result<()> {
    let repository = Repository {
        name: name.replace('/', "+"),
        url: format!("https://github.com/{name}"),
        commit: String::new(),
        language: String::new(),
    };
    let root = clone(&repository, work, mirror)?;
    let mut chronicle = Chronicle::default();
    let mut known: Vec<&str> = Vec::new();
    for issue in issues {
        if chronicle.extend(&root, &issue.base_commit, &mut |_, _| {}).is_ok() {
            known.push(&issue.base_commit);
        }
    }
    let past = Past::of_all(chronicle, &known).context("no commit of an issue is in the history")?;
    let mut replay = Replay::new(&root, &past, Diffs::Never)?;
    let mut asked = 0;
    for issue in issues.iter().filter(|issue| known.contains(&issue.base_commit.as_str())) {
        let given: Vec<String> = issue.changed.keys().cloned().collect();
        let failing: BTreeSet<&str> = (issue.fail_to_pass.iter())
            .map(|id| id.split_once("::").map_or(id.as_str(), |(file, _)| file))
            .collect();
        let failing: Vec<String> = failing.into_iter().map(str::to_owned).collect();
        let changed_tests: Vec<String> = issue.changed_tests.keys().cloned().collect();
        let text: String = (issue.changed.iter())
            .map(|(path, ranges)| replay.lines_at(&issue.base_commit, path, ranges))
            .collect();
        for (results, lines, expected) in [
            (&mut *names, "", &failing),
            (&mut *lines, text.as_str(), &failing),
            (&mut *touched, text.as_str(), &changed_tests),
        ] {
            if let Some(question) = replay.ask_about_tests(&issue.base_commit, &given, lines, expected)? {
                judge(&question, results);
                asked += 1;
            }
        }
    }
    eprintln!("{name}: {asked} questions of {} issues", issues.len());
    Ok(())
}

fn judge(question: &Question, results: &mut Results) {
    let gate = Gate::new(ExpertId::Tests, &question.names, GateState::default());
    let mut order: Vec<usize> = gate.score(&question.rows).iter().map(|one| one.candidate).collect();
    let listed: BTreeSet<usize> = order.iter().copied().collect();
    order.extend(question.decayed.iter().filter(|candidate| !listed.contains(candidate)));
    results.expert.push(found(&order, question));
    results.decayed.push(found(&question.decayed, question));
}

fn found(order: &[usize], question: &Question) -> TestRanks {
    let place = |wanted: usize| order.iter().position(|candidate| *candidate == wanted);
    let last = question.expected.iter().map(|one| place(one.candidate).unwrap_or(order.len())).max();
    TestRanks {
        measure: Measure::of(order, &question.expected),
        share: (last.unwrap_or_default() + 1) as f64 / question.candidates.max(1) as f64,
    }
}

fn mean(found: &[TestRanks], of: &dyn Fn(&TestRanks) -> f64) -> f64 {
    found.iter().map(of).sum::<f64>() / found.len().max(1) as f64
}

fn print(label: &str, found: &[TestRanks]) {
    let mean = |of: &dyn Fn(&TestRanks) -> f64| mean(found, of);
    let any = |k: usize| mean(&|one| f64::from(u8::from(one.measure.recall(k) > 0.0)));
    let all = |k: usize| mean(&|one| one.measure.has_all(k));
    let within = |share: f64| mean(&|one| f64::from(u8::from(one.share <= share)));
    println!(
        "| {label} | {} | {:.3} / {:.3} / {:.3} | {:.3} / {:.3} / {:.3} | {:.3} / {:.3} | {:.3} |",
        found.len(),
        any(1),
        any(5),
        any(10),
        all(1),
        all(5),
        all(10),
        within(0.1),
        within(0.3),
        mean(&|one| one.measure.reciprocal_rank())
    );
}
