//! `summary.json`: a run as the web pages of `fathom serve` show it, and as any program can read it.
//!
//! The words and names of tasks that were mined from a repository's history stay out of it.

use super::analysis::Analysis;
use super::findings::per_task;
use super::load::Run;
use super::measure::{Measure, MeasureKind};
use crate::matching::{Matching, judge, wanted};
use crate::record::{Outcome, Record};
use crate::runner::Manifest;
use crate::tasks::{Expected, Source};
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;

/// The shape of the file.
const FORMAT: u32 = 1;
/// Symbols of an answer that are listed.
const LISTED: usize = 20;

#[derive(Serialize)]
struct Summary<'a> {
    format: u32,
    name: &'a str,
    started: &'a str,
    command: &'a str,
    primary: String,
    notes: Vec<String>,
    systems: Vec<SystemSummary<'a>>,
    tasks: Vec<TaskSummary<'a>>,
}

#[derive(Serialize)]
struct SystemSummary<'a> {
    name: &'a str,
    version: &'a str,
    asked: usize,
    not_run: usize,
    metrics: BTreeMap<String, f64>,
}

#[derive(Serialize)]
struct TaskSummary<'a> {
    id: &'a str,
    repo: &'a str,
    description: &'a str,
    difficulty: String,
    commit: &'a str,
    expected: Vec<String>,
    answers: BTreeMap<&'a str, AnswerSummary<'a>>,
}

#[derive(Serialize)]
struct AnswerSummary<'a> {
    outcome: String,
    score: f64,
    tokens: usize,
    ms: f64,
    found: Vec<SymbolSummary<'a>>,
}

#[derive(Serialize)]
struct SymbolSummary<'a> {
    name: &'a str,
    path: &'a str,
    line: u32,
    hit: bool,
}

/// The text of the file.
pub(super) fn summary(run: &Run, analysis: &Analysis, manifest: Option<&Manifest>) -> Result<String> {
    let primary = per_task(analysis);
    let mut tasks: BTreeMap<(&str, &str), TaskSummary<'_>> = BTreeMap::new();
    for record in &run.records {
        let key = (record.task.repo.as_str(), record.task.id.as_str());
        let task = tasks.entry(key).or_insert_with(|| task_of(record));
        task.answers.insert(&record.system, answer_of(record, primary));
    }
    let systems = analysis.systems.iter().map(|system| SystemSummary {
        name: &system.name,
        version: &system.version,
        asked: system.asked(),
        not_run: system.answers.len() - system.asked(),
        metrics: metrics(analysis, system, primary),
    });
    let summary = Summary {
        format: FORMAT,
        name: &analysis.name,
        started: manifest.map_or("", |one| one.started.as_str()),
        command: manifest.map_or("", |one| one.command.as_str()),
        primary: named(primary),
        notes: manifest.map(Manifest::warnings).unwrap_or_default(),
        systems: systems.collect(),
        tasks: tasks.into_values().collect(),
    };
    Ok(serde_json::to_string(&summary)? + "\n")
}

/// A measure with its matching.
fn named(measure: Measure) -> String {
    match measure {
        Measure::Symbols(matching, _) => format!("{} {}", matching.word(), measure.name()),
        _ => measure.name(),
    }
}

fn metrics(analysis: &Analysis, system: &super::analysis::System, primary: Measure) -> BTreeMap<String, f64> {
    let mut measures = vec![primary];
    for matching in Matching::ALL {
        for what in [MeasureKind::Precision(10), MeasureKind::Recall(10), MeasureKind::Ndcg, MeasureKind::Mrr]
        {
            measures.push(Measure::Symbols(matching, what));
        }
    }
    measures.extend([Measure::Files(1), Measure::Files(5), Measure::Functions(10)]);
    let mut values: BTreeMap<String, f64> = BTreeMap::new();
    for measure in measures.into_iter().filter(|measure| analysis.has(*measure)) {
        values.insert(named(measure), system.mean(measure));
    }
    values.extend(system.mean_tokens().map(|tokens| ("tokens".to_owned(), tokens)));
    values.extend(system.median_ms(|answer| answer.cold_ms).map(|ms| ("cold ms".to_owned(), ms)));
    values.extend(system.median_ms(|answer| answer.warm_ms).map(|ms| ("warm ms".to_owned(), ms)));
    values
}

/// Whether the words and names of a task may be written: not those of a private history.
fn is_open(record: &Record) -> bool {
    record.task.source != Source::Commit
}

fn task_of(record: &Record) -> TaskSummary<'_> {
    let task = &record.task;
    let expected = match &task.expected {
        _ if !is_open(record) => Vec::new(),
        Expected::Symbols(labels) => labels.iter().map(|label| label.symbol.clone()).collect(),
        Expected::Change(_) if task.changed.is_empty() => match &task.expected {
            Expected::Change(files) => files.keys().cloned().collect(),
            Expected::Symbols(_) => Vec::new(),
        },
        Expected::Change(_) => {
            task.changed.iter().map(|place| format!("{}::{}", place.path, place.symbol)).collect()
        }
    };
    TaskSummary {
        id: &task.id,
        repo: &task.repo,
        description: if is_open(record) { &task.description } else { "" },
        difficulty: super::tables::word(task.tier),
        commit: task.commit.as_deref().unwrap_or_default(),
        expected,
        answers: BTreeMap::new(),
    }
}

fn answer_of(record: &Record, primary: Measure) -> AnswerSummary<'_> {
    let outcome = match &record.outcome {
        Outcome::Answered => "answered".to_owned(),
        Outcome::Failed { reason } => format!("failed: {}", first_line(reason)),
        Outcome::TimedOut { step } => format!("timed out in {step}"),
        Outcome::NotInstalled { reason } => format!("not run: {}", first_line(reason)),
    };
    let judged = judge(Matching::Strict, &wanted(&record.task), &record.found);
    let found = record.found.iter().zip(judged.hits).take(LISTED).map(|(one, hit)| SymbolSummary {
        name: &one.name,
        path: one.path.as_deref().unwrap_or_default(),
        line: one.line.unwrap_or_default(),
        hit,
    });
    AnswerSummary {
        outcome,
        score: primary.value(&crate::metrics::score(record)).unwrap_or_default(),
        tokens: record.tokens,
        ms: record.warm_ms,
        found: if is_open(record) { found.collect() } else { Vec::new() },
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
