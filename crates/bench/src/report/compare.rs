//! The differences between two runs.

use super::analysis::{Analysis, System};
use super::measure::Measure;
use crate::statistics::mean;
use crate::statistics::wilcoxon::wilcoxon;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Most tasks named for each system.
const EXAMPLES: usize = 8;

/// One system's mean in both runs, on the tasks both have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The system.
    pub system: String,
    /// The matching's word.
    pub matching: String,
    /// The measure.
    pub measure: String,
    /// Tasks both runs have.
    pub tasks: usize,
    /// The mean in the first run.
    pub before: f64,
    /// The mean in the second run.
    pub after: f64,
    /// The p-value of the Wilcoxon signed-rank test; not corrected.
    pub p: f64,
}

/// A task whose score moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangedTask {
    /// The system.
    pub system: String,
    /// The repository and task.
    pub task: String,
    /// The first measure of ranking, before.
    pub before: f64,
    /// And after.
    pub after: f64,
}

/// Two runs side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first run.
    pub first: String,
    /// The second run.
    pub second: String,
    /// Means of systems that are in both.
    pub changes: Vec<Change>,
    /// The measure of the tasks below.
    pub moved_by: String,
    /// The tasks that moved most, for each system.
    pub moved: Vec<ChangedTask>,
    /// Systems in the first run only.
    pub only_first: Vec<String>,
    /// Systems in the second run only.
    pub only_second: Vec<String>,
}

/// Compares two runs.
pub fn compare(first: &Analysis, second: &Analysis) -> Comparison {
    let find = |analysis: &Analysis, name: &str| analysis.systems.iter().position(|one| one.name == name);
    let without = |one: &Analysis, other: &Analysis| -> Vec<String> {
        one.systems.iter().map(|s| s.name.clone()).filter(|name| find(other, name).is_none()).collect()
    };
    let mut comparison = Comparison {
        first: first.name.clone(),
        second: second.name.clone(),
        changes: Vec::new(),
        moved_by: format!("{} {}", Measure::FIRST.matching(), Measure::FIRST.name()),
        moved: Vec::new(),
        only_first: without(first, second),
        only_second: without(second, first),
    };
    for after in &second.systems {
        let Some(before) = find(first, &after.name).map(|at| &first.systems[at]) else { continue };
        for measure in Measure::main() {
            let tasks = paired(first, before, second, after, measure);
            if tasks.is_empty() {
                continue;
            }
            let (befores, afters): (Vec<f64>, Vec<f64>) = tasks.values().copied().unzip();
            comparison.changes.push(Change {
                system: after.name.clone(),
                matching: measure.matching().to_owned(),
                measure: measure.name(),
                tasks: tasks.len(),
                before: mean(&befores),
                after: mean(&afters),
                p: wilcoxon(&afters, &befores).p,
            });
        }
        let mut moved: Vec<ChangedTask> = paired(first, before, second, after, Measure::FIRST)
            .into_iter()
            .filter(|(_, (before, after))| (before - after).abs() > 1e-9)
            .map(|(task, values)| ChangedTask {
                system: after.name.clone(),
                task,
                before: values.0,
                after: values.1,
            })
            .collect();
        let distance = |one: &ChangedTask| (one.after - one.before).abs();
        moved.sort_by(|a, b| distance(b).total_cmp(&distance(a)).then_with(|| a.task.cmp(&b.task)));
        moved.truncate(EXAMPLES);
        comparison.moved.extend(moved);
    }
    comparison
}

/// Values in both runs by repository and task.
fn paired(
    first: &Analysis,
    before: &System,
    second: &Analysis,
    after: &System,
    measure: Measure,
) -> BTreeMap<String, (f64, f64)> {
    let values = |analysis: &Analysis, system: &System| -> BTreeMap<String, f64> {
        let value = |answer: &super::analysis::Answer| {
            let task = &analysis.tasks[answer.task];
            Some((format!("{}/{}", task.repo, task.id), measure.value(&answer.score)?))
        };
        system.answers.iter().filter_map(value).collect()
    };
    let afters = values(second, after);
    values(first, before)
        .into_iter()
        .filter_map(|(task, before)| afters.get(&task).map(|after| (task, (before, *after))))
        .collect()
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} -> {}", self.first, self.second)?;
        writeln!(
            f,
            "\n{:18} {:8} {:18} {:>7} {:>7} {:>8} {:>7}  tasks",
            "system", "matching", "measure", "before", "after", "change", "p"
        )?;
        for change in &self.changes {
            writeln!(
                f,
                "{:18} {:8} {:18} {:>7.3} {:>7.3} {:>+8.3} {:>7.3}  {}",
                change.system,
                change.matching,
                change.measure,
                change.before,
                change.after,
                change.after - change.before,
                change.p,
                change.tasks
            )?;
        }
        if self.moved.is_empty() {
            writeln!(f, "\nno task moved ({})", self.moved_by)?;
        } else {
            writeln!(f, "\ntasks that moved most ({})", self.moved_by)?;
        }
        for moved in &self.moved {
            writeln!(
                f,
                "  {:18} {:44} {:.3} -> {:.3} ({:+.3})",
                moved.system,
                moved.task,
                moved.before,
                moved.after,
                moved.after - moved.before
            )?;
        }
        for (run, systems) in [(&self.first, &self.only_first), (&self.second, &self.only_second)] {
            if !systems.is_empty() {
                writeln!(f, "\nonly in {run}: {}", systems.join(", "))?;
            }
        }
        Ok(())
    }
}
