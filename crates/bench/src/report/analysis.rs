//! A run as values: systems with their scores, best first.

use super::load::Run;
use super::measure::Measure;
use super::pairs::{self, Pair};
use crate::failures::{self, Failures};
use crate::matching::{Matching, judge, wanted};
use crate::measures::Measures;
use crate::metrics::{Score, score, tokens};
use crate::record::{FoundSymbol, IndexCost, Outcome, Record};
use crate::statistics::bootstrap::{Interval, cluster_interval, interval};
use crate::statistics::{SEED, deviation, mean, median};
use crate::tasks::{Source, Tier};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The K of failure analysis.
const FAILURES_AT: usize = 10;

/// A task as reports name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskInfo {
    /// The repository.
    pub repo: String,
    /// How much it spans.
    pub tier: Tier,
    /// The task.
    pub id: String,
    /// The repository's language.
    pub language: String,
    /// The question; empty where its words belong to a repository's history.
    pub description: String,
}

/// One system's answer to one task.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Index of the task in [`Analysis::tasks`].
    pub task: usize,
    /// Its scores.
    pub score: Score,
    /// How it ended.
    pub outcome: Outcome,
    /// Tokens of the answer; 0 if it has none.
    pub tokens: usize,
    /// Tokens and strict recall within each other budget.
    pub budgets: BTreeMap<usize, (usize, f64)>,
    /// Milliseconds of the first question.
    pub cold_ms: f64,
    /// Milliseconds of a repeated one.
    pub warm_ms: f64,
}

/// One system.
#[derive(Clone, Debug)]
pub struct System {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its answers, by task.
    pub answers: Vec<Answer>,
    /// The cost of indexing, by repository: the most expensive of its tasks' indexes.
    pub index: BTreeMap<String, IndexCost>,
    /// 95% intervals of the main measures over tasks, computed once: resampling is slow.
    intervals: BTreeMap<Measure, Interval>,
    /// The same over repositories and tasks within them.
    clustered: BTreeMap<Measure, Interval>,
}

/// A system that could not be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedSystem {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// A mean over tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stat {
    /// How many tasks.
    pub tasks: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

/// A run, analysed.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The run's name.
    pub name: String,
    /// Tasks by repository, tier and id.
    pub tasks: Vec<TaskInfo>,
    /// Systems, best first by [`Analysis::ranked_by`].
    pub systems: Vec<System>,
    /// The measure that systems are ranked by.
    pub ranked_by: Measure,
    /// Systems that could not be installed.
    pub absent: Vec<FailedSystem>,
    /// Tests of each pair of systems.
    pub pairs: Vec<Pair>,
    /// Failures, in the order of systems.
    pub failures: Vec<Failures>,
    /// Other measurements.
    pub measures: Measures,
    /// Notes that a reader needs before any figure.
    pub warnings: Vec<String>,
    /// Where the figures come from: machine, program, ranker, command.
    pub provenance: Vec<String>,
}

impl Analysis {
    /// Analyses a run.
    pub fn new(run: Run) -> Analysis {
        let Run { name, records, measures } = run;
        let tasks: Vec<TaskInfo> = records.iter().map(info).collect::<BTreeSet<_>>().into_iter().collect();
        let mut by_system: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in &records {
            by_system.entry(&record.system).or_default().push(record);
        }
        let mut systems = Vec::new();
        let mut absent = Vec::new();
        for (system, records) in by_system {
            match missing(&records) {
                Some(reason) => absent.push(FailedSystem { name: system.to_owned(), reason }),
                None => systems.push(system_of(system, &records, &tasks)),
            }
        }
        let has = |measure: Measure| systems.iter().any(|system| system.stat(measure, &|_| true).is_some());
        let ranked_by = if has(Measure::FIRST) { Measure::FIRST } else { Measure::Files(5) };
        let value = |system: &System| system.stat(ranked_by, &|_| true).map_or(0.0, |stat| stat.mean);
        systems.sort_by(|a, b| value(b).total_cmp(&value(a)).then_with(|| a.name.cmp(&b.name)));
        let pairs = pairs::pairs(&systems);
        let asked: Vec<Record> =
            records.into_iter().filter(|one| !matches!(one.outcome, Outcome::NotInstalled { .. })).collect();
        let mut failures = failures::failures(&asked, FAILURES_AT);
        failures.sort_by_key(|one| systems.iter().position(|system| system.name == one.system));
        Analysis {
            name,
            tasks,
            systems,
            ranked_by,
            absent,
            pairs,
            failures,
            measures,
            warnings: Vec::new(),
            provenance: Vec::new(),
        }
    }

    /// Names of repositories, in order.
    pub fn repos(&self) -> BTreeSet<&str> {
        self.tasks.iter().map(|task| task.repo.as_str()).collect()
    }

    /// Names of languages, in order.
    pub fn languages(&self) -> BTreeSet<&str> {
        self.tasks.iter().map(|task| task.language.as_str()).collect()
    }

    /// Tiers that occur, in order.
    pub fn tiers(&self) -> BTreeSet<Tier> {
        self.tasks.iter().map(|task| task.tier).collect()
    }

    /// Whether any task has a value of this measure.
    pub fn has(&self, measure: Measure) -> bool {
        self.systems.iter().any(|system| system.stat(measure, &|_| true).is_some())
    }

    /// A system's mean over the tasks that a condition picks.
    pub fn stat(&self, system: &System, measure: Measure, pick: &dyn Fn(&TaskInfo) -> bool) -> Option<Stat> {
        system.stat(measure, &|answer| pick(&self.tasks[answer.task]))
    }
}

impl Answer {
    /// Whether the system could be asked. One that could not does not count as a failure: it has no score.
    pub fn was_asked(&self) -> bool {
        !matches!(self.outcome, Outcome::NotInstalled { .. })
    }

    /// Whether there is an answer, which may be empty.
    pub fn is_answered(&self) -> bool {
        self.outcome == Outcome::Answered
    }
}

impl System {
    /// The tasks that it could be asked.
    pub fn asked(&self) -> usize {
        self.answers.iter().filter(|answer| answer.was_asked()).count()
    }

    /// Values of a measure over picked answers, in the order of tasks. Tasks that it could not be asked
    /// have none.
    pub fn values(&self, measure: Measure, pick: &dyn Fn(&Answer) -> bool) -> Vec<f64> {
        let asked = self.answers.iter().filter(|one| one.was_asked() && pick(one));
        asked.filter_map(|one| measure.value(&one.score)).collect()
    }

    /// The mean of a measure where tasks that it could not be asked count as 0.
    pub fn mean_of_all(&self, measure: Measure) -> f64 {
        let values: Vec<f64> = self
            .answers
            .iter()
            .filter_map(|one| {
                measure.value(&one.score).map(|value| if one.was_asked() { value } else { 0.0 })
            })
            .collect();
        if values.is_empty() { 0.0 } else { mean(&values) }
    }

    /// The mean of a measure over picked answers; `None` if no task has it.
    pub fn stat(&self, measure: Measure, pick: &dyn Fn(&Answer) -> bool) -> Option<Stat> {
        let values = self.values(measure, pick);
        (!values.is_empty()).then(|| Stat {
            tasks: values.len(),
            mean: mean(&values),
            deviation: deviation(&values),
        })
    }

    /// The mean of a measure over all tasks; 0 if none has it.
    pub fn mean(&self, measure: Measure) -> f64 {
        self.stat(measure, &|_| true).map_or(0.0, |stat| stat.mean)
    }

    /// The 95% interval of one of the main measures over all tasks.
    pub fn interval(&self, measure: Measure) -> Interval {
        self.intervals.get(&measure).copied().unwrap_or_default()
    }

    /// The 95% interval of one of the main measures, resampled by repository first.
    pub fn interval_by_repository(&self, measure: Measure) -> Interval {
        self.clustered.get(&measure).copied().unwrap_or_default()
    }

    /// Answers that ended in a certain way.
    pub fn count(&self, which: impl Fn(&Outcome) -> bool) -> usize {
        self.answers.iter().filter(|answer| which(&answer.outcome)).count()
    }

    /// The median of a time over answered questions.
    pub fn median_ms(&self, time: impl Fn(&Answer) -> f64) -> Option<f64> {
        let answered = self.answers.iter().filter(|answer| answer.outcome == Outcome::Answered);
        let times: Vec<f64> = answered.map(time).collect();
        (!times.is_empty()).then(|| median(&times))
    }

    /// Mean tokens of answered questions.
    pub fn mean_tokens(&self) -> Option<f64> {
        let answered = self.answers.iter().filter(|answer| answer.outcome == Outcome::Answered);
        let tokens: Vec<f64> = answered.map(|answer| answer.tokens as f64).collect();
        (!tokens.is_empty()).then(|| mean(&tokens))
    }

    /// Mean tokens and mean strict recall within each budget that it was asked for.
    pub fn by_budget(&self) -> Vec<(usize, f64, f64)> {
        let budgets: BTreeSet<usize> =
            self.answers.iter().flat_map(|answer| answer.budgets.keys().copied()).collect();
        let at = |budget: usize| {
            let values: Vec<(usize, f64)> =
                self.answers.iter().filter_map(|answer| answer.budgets.get(&budget).copied()).collect();
            let tokens: Vec<f64> = values.iter().map(|(tokens, _)| *tokens as f64).collect();
            let recalls: Vec<f64> = values.iter().map(|(_, recall)| *recall).collect();
            (budget, mean(&tokens), mean(&recalls))
        };
        budgets.into_iter().map(at).collect()
    }

    /// The tokens until half of the expected symbols, strictly matched.
    pub fn price(&self) -> tokens::Price {
        let answers: Vec<(usize, bool)> = self
            .answers
            .iter()
            .filter(|answer| answer.was_asked())
            .filter_map(|answer| {
                let strict = &answer.score.symbols.as_ref()?.strict;
                Some((answer.tokens, strict.tokens_at_half_recall.is_some()))
            })
            .collect();
        tokens::price(&answers)
    }
}

fn info(record: &Record) -> TaskInfo {
    let task = &record.task;
    // The words of a mined task stay in the repository they come from.
    let description = if task.source == Source::Commit { String::new() } else { task.description.clone() };
    TaskInfo {
        repo: task.repo.clone(),
        tier: task.tier,
        id: task.id.clone(),
        language: record.language.clone(),
        description,
    }
}

/// Why a system never ran, if it never did.
fn missing(records: &[&Record]) -> Option<String> {
    let mut reason = None;
    for record in records {
        match &record.outcome {
            Outcome::NotInstalled { reason: why } => reason = Some(why.clone()),
            _ => return None,
        }
    }
    reason
}

/// Tokens and strict recall of what each answer within a budget shows.
fn within_budgets(record: &Record) -> BTreeMap<usize, (usize, f64)> {
    let wanted = wanted(&record.task);
    let of = |one: &crate::record::BudgetAnswer| {
        let shown = record.found.iter().zip(&one.shown).filter(|(_, shown)| **shown);
        let found: Vec<FoundSymbol> = shown.map(|(found, _)| found.clone()).collect();
        let judged = judge(Matching::Strict, &wanted, &found);
        let recall = judged.found_within(usize::MAX) as f64 / wanted.len().max(1) as f64;
        (one.budget, (one.tokens, recall))
    };
    record.budgets.iter().filter(|_| !wanted.is_empty()).map(of).collect()
}

fn system_of(name: &str, records: &[&Record], tasks: &[TaskInfo]) -> System {
    let mut index: BTreeMap<String, IndexCost> = BTreeMap::new();
    let mut answers = Vec::new();
    for record in records {
        let Ok(task) = tasks.binary_search(&info(record)) else { continue };
        let answered = record.outcome == Outcome::Answered;
        let cost = index.entry(record.task.repo.clone()).or_default();
        if record.index.ms >= cost.ms {
            *cost = record.index.clone();
        }
        answers.push(Answer {
            task,
            score: score(record),
            outcome: record.outcome.clone(),
            tokens: if answered { record.tokens } else { 0 },
            budgets: within_budgets(record),
            cold_ms: record.cold_ms,
            warm_ms: record.warm_ms,
        });
    }
    answers.sort_by_key(|answer| answer.task);
    let version = records.first().map(|record| record.version.clone()).unwrap_or_default();
    let mut system = System {
        name: name.to_owned(),
        version,
        answers,
        index,
        intervals: BTreeMap::new(),
        clustered: BTreeMap::new(),
    };
    system.intervals = Measure::main()
        .into_par_iter()
        .map(|measure| (measure, interval(&system.values(measure, &|_| true), SEED)))
        .collect();
    let repos: BTreeSet<&str> = tasks.iter().map(|task| task.repo.as_str()).collect();
    system.clustered = Measure::main()
        .into_par_iter()
        .map(|measure| {
            let of = |repo: &str| system.values(measure, &|answer| tasks[answer.task].repo == repo);
            let groups: Vec<Vec<f64>> =
                repos.iter().map(|repo| of(repo)).filter(|one| !one.is_empty()).collect();
            (measure, cluster_interval(&groups, SEED))
        })
        .collect();
    system
}
