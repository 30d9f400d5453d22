//! Do answers improve with feedback on useful symbols?
//!
//! Every other task of a repository is one that feedback comes from. After each
//! round a simulated user judges the first ten symbols that were shown for it: those that exactly
//! match a label are useful, the others are not. Expected symbols that were not shown get no
//! verdict. Then all tasks are asked again.

use super::{TrialSetup, answer, table::table};
use crate::Watch;
use crate::matching::{Matching, judge, wanted};
use crate::measures::{self, Measures, Round};
use crate::metrics::precision::{precision, recall};
use crate::record::FoundSymbol;
use crate::runner::{Group, groups};
use crate::statistics::bootstrap::interval;
use crate::statistics::{SEED, mean};
use crate::systems::{System, SystemError};
use crate::tasks::Task;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Default number of rounds of feedback.
pub const ROUNDS: usize = 5;
/// Symbols of an answer that are judged and measured.
const FIRST: usize = 10;

/// One system on one task.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// The system.
    pub system: String,
    /// The repository.
    pub repository: String,
    /// The task.
    pub task: String,
    /// Whether feedback came from it.
    pub told: bool,
    /// Lenient P@10 before feedback and after each round.
    pub precision: Vec<f64>,
    /// Strict R@10 before feedback and after each round.
    pub recall: Vec<f64>,
}

/// A system that could not be tried on a repository.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The system.
    pub system: String,
    /// The repository.
    pub repository: String,
    /// The error.
    pub trouble: String,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Rounds of feedback.
    pub rounds: usize,
    /// By repository, system and task.
    pub curves: Vec<Curve>,
    /// Systems and repositories without curves.
    pub failures: Vec<Failure>,
    /// Tasks whose repository could not be had.
    pub left_out: Vec<String>,
}

/// Asks, gives feedback on half of the answers, and asks again.
pub fn run(ground: &TrialSetup, tasks: &[Task], rounds: usize, watch: Watch<'_>) -> Result<Report> {
    let (groups, left_out) = groups(&ground.corpus, &ground.checkouts, tasks);
    let mut report = Report { rounds, curves: Vec::new(), failures: Vec::new(), left_out };
    for group in &groups {
        for name in &ground.systems {
            watch(&format!("{name}: {}", group.repository.name));
            let learned = match ground.system(name) {
                Ok(system) => learn(ground, system.as_ref(), group, rounds)?,
                Err(trouble) => Err(trouble),
            };
            match learned {
                Ok(curves) => report.curves.extend(curves),
                Err(trouble) => report.failures.push(Failure {
                    system: name.clone(),
                    repository: group.repository.name.clone(),
                    trouble: trouble.to_string(),
                }),
            }
        }
    }
    Ok(report)
}

fn learn(
    ground: &TrialSetup,
    system: &dyn System,
    group: &Group,
    rounds: usize,
) -> Result<Result<Vec<Curve>, SystemError>> {
    let Some(learner) = system.learner() else {
        return Ok(Err(SystemError::Failed("cannot learn from feedback".to_owned())));
    };
    let mut curves = halves(system.name(), group);
    let (_place, site) = ground.site(&group.repository, &group.commit)?;
    let mut work = || -> Result<(), SystemError> {
        learner.index(&site, ground.deadline())?;
        for round in 0..=rounds {
            let mut answers: Vec<(&Task, Vec<FoundSymbol>)> = Vec::new();
            for (task, curve) in asked(group).zip(&mut curves) {
                let (_, mut answer) = answer(learner.as_ref(), &site, &task.description, ground.deadline())?;
                answer.found.truncate(FIRST);
                curve.measure(task, &answer.found);
                if curve.told {
                    answers.push((task, answer.found));
                }
            }
            // Only after all were asked: feedback of a round must not affect the round itself.
            for (task, found) in answers.iter().filter(|(_, found)| round < rounds && !found.is_empty()) {
                learner.give_feedback(&site, &task.description, &verdicts(task, found), ground.deadline())?;
            }
        }
        Ok(())
    };
    let worked = work();
    learner.leave(&site, ground.deadline());
    Ok(worked.map(|()| curves))
}

/// Tasks that expect symbols.
fn asked(group: &Group) -> impl Iterator<Item = &Task> {
    group.tasks.iter().filter(|task| !wanted(task).is_empty())
}

/// Every other task, by id, is one that feedback comes from.
fn halves(system: &str, group: &Group) -> Vec<Curve> {
    let curve = |(at, task): (usize, &Task)| Curve {
        system: system.to_owned(),
        repository: group.repository.name.clone(),
        task: task.id.clone(),
        told: at % 2 == 0,
        precision: Vec::new(),
        recall: Vec::new(),
    };
    asked(group).enumerate().map(curve).collect()
}

/// The feedback of a user who looks only at the shown symbols.
fn verdicts<'f>(task: &Task, shown: &'f [FoundSymbol]) -> Vec<(&'f FoundSymbol, bool)> {
    let judged = judge(Matching::Exact, &wanted(task), shown);
    shown.iter().zip(judged.hits).collect()
}

impl Curve {
    fn measure(&mut self, task: &Task, found: &[FoundSymbol]) {
        let wanted = wanted(task);
        self.precision.push(precision(&judge(Matching::Lenient, &wanted, found), FIRST));
        self.recall.push(recall(&judge(Matching::Strict, &wanted, found), FIRST));
    }
}

impl Report {
    /// For the report of a run.
    pub fn measures(&self) -> Measures {
        let mut all: BTreeMap<&str, measures::Learning> = BTreeMap::new();
        for curve in &self.curves {
            let rounds = || vec![Round::default(); self.rounds + 1];
            let one = all.entry(&curve.system).or_insert_with(|| measures::Learning {
                system: curve.system.clone(),
                same: rounds(),
                other: rounds(),
            });
            let half = if curve.told { &mut one.same } else { &mut one.other };
            for (round, (precision, recall)) in half.iter_mut().zip(curve.precision.iter().zip(&curve.recall))
            {
                round.precision.push(*precision);
                round.recall.push(*recall);
            }
        }
        Measures { learning: all.into_values().collect(), ..Measures::default() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_interval = |values: &[f64]| {
            let interval = interval(values, SEED);
            format!("{:.3} [{:.3}, {:.3}]", mean(values), interval.low, interval.high)
        };
        let mut rows: Vec<Vec<String>> = Vec::new();
        for one in &self.measures().learning {
            for course in one.courses() {
                let tasks = course.rounds.first().map_or(0, |values| values.len());
                let mut row =
                    vec![one.system.clone(), format!("{tasks} {}", course.tasks), course.measure.to_owned()];
                row.extend(course.rounds.iter().map(|values| with_interval(values)));
                row.push(with_interval(&course.gains()));
                rows.push(row);
            }
        }
        let numbers: Vec<String> = (1..=self.rounds).map(|round| round.to_string()).collect();
        let mut head = vec!["system", "tasks", "measure", "before"];
        head.extend(numbers.iter().map(String::as_str));
        head.push("gain");
        f.write_str(&table(&head, &rows))?;
        for one in &self.failures {
            writeln!(f, "\n{}, {}: {}", one.system, one.repository, super::first_line(&one.trouble))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Repository;
    use crate::matching::found;
    use crate::tasks::{Confidence, Expected, Label, Source, Tier};

    fn task(id: &str, labels: &[&str]) -> Task {
        let label =
            |symbol: &&str| Label { symbol: (*symbol).into(), confidence: Confidence::High, reason: None };
        Task {
            id: id.into(),
            repo: "shop".into(),
            commit: None,
            tier: Tier::Easy,
            description: id.into(),
            source: Source::Manual,
            expected: Expected::Symbols(labels.iter().map(label).collect()),
            tags: Vec::new(),
            changed: Vec::new(),
        }
    }

    fn group(tasks: Vec<Task>) -> Group {
        let repository = Repository {
            name: "shop".into(),
            url: "https://example.org/o/shop".into(),
            commit: "c".into(),
            language: "python".into(),
            parts: Vec::new(),
        };
        Group { repository, commit: "c".into(), tasks }
    }

    #[test]
    fn every_other_task_gets_feedback() {
        let group = group(["a", "b", "c"].map(|id| task(id, &["Basket"])).to_vec());
        let told: Vec<bool> = halves("one", &group).iter().map(|curve| curve.told).collect();
        assert_eq!(told, [true, false, true]);
    }

    #[test]
    fn the_user_judges_what_was_shown_and_names_nothing_else() {
        let shown = found(&["Basket.add", "Basket.total"]);
        let verdicts = verdicts(&task("a", &["Basket.total", "Order"]), &shown);
        assert_eq!(verdicts, [(&shown[0], false), (&shown[1], true)]);
    }

    #[test]
    fn the_halves_are_measured_apart_round_by_round() {
        let mut curves = halves("one", &group(["a", "b"].map(|id| task(id, &["Basket", "pay"])).to_vec()));
        for shown in [&["noise"][..], &["pay", "Basket"]] {
            for curve in &mut curves {
                let names = if curve.told { shown } else { &["pay"] };
                curve.measure(&task("a", &["Basket", "pay"]), &found(names));
            }
        }
        let report = Report { rounds: 1, curves, failures: Vec::new(), left_out: Vec::new() };
        let measures = report.measures();
        let [learning] = measures.learning.as_slice() else { panic!("one system") };
        let gains: Vec<Vec<f64>> = learning.courses().iter().map(measures::MeasureSeries::gains).collect();
        assert_eq!(gains, [vec![0.2], vec![1.0], vec![0.0], vec![0.0]]);
        assert!(report.to_string().contains("| one    | 1 the same tasks | strict R@10"), "{report}");
    }
}
