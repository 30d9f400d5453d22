//! How much of an answer survives other words?
//!
//! A task and its paraphrases ask for the same. The measure is the mean overlap
//! (Jaccard) of the first ten symbols over all pairs of them: 1 is the same
//! symbols whatever the words, 0 none in common. Two empty answers agree on
//! nothing found, but score 0: a system must not win by empty answers.

use super::{TrialSetup, answer, table::table};
use crate::Watch;
use crate::measures::{Measures, Robustness};
use crate::runner::groups;
use crate::statistics::mean;
use crate::systems::{Answer, SystemError};
use crate::tasks::Task;
use crate::tasks::hints::Hints;
use anyhow::{Result, bail};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Symbols that are compared.
const FIRST: usize = 10;

/// One system on one task.
#[derive(Clone, Debug, Serialize)]
pub struct Overlap {
    /// The system.
    pub system: String,
    /// The task.
    pub task: String,
    /// The repository.
    pub repository: String,
    /// Ways of asking, the task's own included.
    pub wordings: usize,
    /// Mean Jaccard@10 over pairs; a system that fails scores 0.
    pub jaccard: f64,
    /// The error.
    pub trouble: Option<String>,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// By repository, system and task.
    pub overlaps: Vec<Overlap>,
    /// Tasks whose repository could not be had.
    pub left_out: Vec<String>,
}

/// Asks every task in all its words. `paraphrases` and `hints` are by the id of the task; the hints of a
/// task go with each of its wordings.
pub fn run(
    ground: &TrialSetup,
    tasks: &[Task],
    paraphrases: &BTreeMap<String, Vec<String>>,
    hints: &Hints,
    watch: Watch<'_>,
) -> Result<Report> {
    let asked: Vec<Task> = tasks.iter().filter(|task| paraphrases.contains_key(&task.id)).cloned().collect();
    if asked.is_empty() {
        bail!("no task has paraphrases; give them as `paraphrases:` in the task or in a file by task id");
    }
    let (groups, left_out) = groups(&ground.corpus, &ground.checkouts, &asked);
    let mut report = Report { overlaps: Vec::new(), left_out };
    for group in &groups {
        for name in &ground.systems {
            watch(&format!("{name}: {}", group.repository.name));
            let (_place, site) = ground.site(&group.repository, &group.commit)?;
            let ready = ground.system(name).and_then(|system| {
                system.index(&site, ground.deadline())?;
                Ok(system)
            });
            for task in &group.tasks {
                let others = paraphrases.get(&task.id).map_or(&[][..], Vec::as_slice);
                let wordings: Vec<&str> = std::iter::once(task.description.as_str())
                    .chain(others.iter().map(String::as_str))
                    .collect();
                let answers: Result<Vec<Answer>, String> = match &ready {
                    Ok(system) => {
                        let hinted = hints.get(&task.id).and_then(|hints| system.with_hints(hints));
                        let system = hinted.as_deref().unwrap_or(system.as_ref());
                        wordings
                            .iter()
                            .map(|words| Ok(answer(system, &site, words, ground.deadline())?.1))
                            .collect::<Result<_, SystemError>>()
                            .map_err(|trouble| trouble.to_string())
                    }
                    Err(trouble) => Err(trouble.to_string()),
                };
                report.overlaps.push(Overlap {
                    system: name.clone(),
                    task: task.id.clone(),
                    repository: group.repository.name.clone(),
                    wordings: wordings.len(),
                    jaccard: answers.as_ref().map_or(0.0, |answers| overlap(answers)),
                    trouble: answers.err(),
                });
            }
            if let Ok(system) = &ready {
                system.leave(&site, ground.deadline());
            }
        }
    }
    Ok(report)
}

/// The mean Jaccard of the first symbols over all pairs.
fn overlap(answers: &[Answer]) -> f64 {
    let sets: Vec<BTreeSet<(&str, &str)>> = answers
        .iter()
        .map(|answer| {
            let first = answer.found.iter().take(FIRST);
            first.map(|one| (one.path.as_deref().unwrap_or_default(), one.name.as_str())).collect()
        })
        .collect();
    let mut pairs = Vec::new();
    for (at, one) in sets.iter().enumerate() {
        for other in &sets[at + 1..] {
            let all = one.union(other).count();
            pairs.push(if all == 0 { 0.0 } else { one.intersection(other).count() as f64 / all as f64 });
        }
    }
    mean(&pairs)
}

impl Report {
    /// For the report of a run.
    pub fn measures(&self) -> Measures {
        let mut all: BTreeMap<&str, Robustness> = BTreeMap::new();
        for one in &self.overlaps {
            let of = || Robustness { system: one.system.clone(), overlaps: Vec::new() };
            all.entry(&one.system).or_insert_with(of).overlaps.push(one.jaccard);
        }
        Measures { robustness: all.into_values().collect(), ..Measures::default() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: BTreeMap<(&str, &str), Vec<&Overlap>> = BTreeMap::new();
        for one in &self.overlaps {
            groups.entry((&one.repository, &one.system)).or_default().push(one);
        }
        let rows: Vec<Vec<String>> = groups
            .into_iter()
            .map(|((repository, system), all)| {
                let scores: Vec<f64> = all.iter().map(|one| one.jaccard).collect();
                let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
                let note = all.iter().find_map(|one| one.trouble.as_deref()).map(crate::trials::first_line);
                vec![
                    repository.to_owned(),
                    system.to_owned(),
                    all.len().to_string(),
                    format!("{:.3}", mean(&scores)),
                    format!("{least:.3}"),
                    note.unwrap_or_default(),
                ]
            })
            .collect();
        f.write_str(&table(&["repository", "system", "tasks", "Jaccard@10", "least", ""], &rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::FoundSymbol;

    fn answer(names: &[&str]) -> Answer {
        let found = names.iter().map(|name| FoundSymbol {
            name: (*name).to_owned(),
            path: None,
            line: None,
            end_line: None,
        });
        Answer { found: found.collect(), files: Vec::new() }
    }

    #[test]
    fn the_overlap_is_the_mean_over_all_pairs() {
        let answers = [answer(&["a", "b"]), answer(&["b", "a"]), answer(&["b", "c"])];
        assert!((overlap(&answers) - (1.0 + 1.0 / 3.0 + 1.0 / 3.0) / 3.0).abs() < 1e-12);
    }

    #[test]
    fn two_empty_answers_do_not_agree() {
        assert!(overlap(&[answer(&[]), answer(&[])]).abs() < 1e-12);
    }
}
