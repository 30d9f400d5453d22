//! Does the same question give the same answer, byte for byte?
//!
//! Every task is asked a number of times in new processes, the second half of
//! them of an index that was made again from nothing. Bytes are those that an
//! agent is given; the ranking is compared apart, since some systems print
//! times or ids.

use super::{TrialSetup, answer, table::table};
use crate::Watch;
use crate::measures::{Determinism, Measures};
use crate::record::FoundSymbol;
use crate::runner::groups;
use crate::systems::{System, SystemError};
use crate::tasks::Task;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Default number of runs of each task.
pub const RUNS: usize = 10;

/// One system on one repository.
#[derive(Clone, Debug, Serialize)]
pub struct RepeatedRuns {
    /// The system.
    pub system: String,
    /// The repository.
    pub repository: String,
    /// Tasks that were asked.
    pub tasks: usize,
    /// Tasks whose answers were all equal, byte for byte.
    pub equal: usize,
    /// Tasks whose rankings were all equal.
    pub equal_rankings: usize,
    /// The first task whose answers differ.
    pub differs: Option<String>,
    /// The error.
    pub trouble: Option<String>,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How often each task was asked.
    pub runs: usize,
    /// By repository and system.
    pub repeated: Vec<RepeatedRuns>,
    /// Tasks whose repository could not be had.
    pub left_out: Vec<String>,
}

/// The stored part of one answer.
type RememberedAnswer = (String, Vec<FoundSymbol>);

/// Asks every task again and again.
pub fn run(ground: &TrialSetup, tasks: &[Task], runs: usize, watch: Watch<'_>) -> Result<Report> {
    let (groups, left_out) = groups(&ground.corpus, &ground.checkouts, tasks);
    let mut report = Report { runs, repeated: Vec::new(), left_out };
    for group in &groups {
        for name in &ground.systems {
            watch(&format!("{name}: {}", group.repository.name));
            let mut one = RepeatedRuns {
                system: name.clone(),
                repository: group.repository.name.clone(),
                tasks: group.tasks.len(),
                equal: 0,
                equal_rankings: 0,
                differs: None,
                trouble: None,
            };
            let asked = match ground.system(name) {
                Ok(system) => ask_all(ground, system.as_ref(), group, runs)?,
                Err(trouble) => Err(trouble),
            };
            match asked {
                Ok(answers) => judge(&mut one, &group.tasks, &answers),
                Err(trouble) => one.trouble = Some(trouble.to_string()),
            }
            report.repeated.push(one);
        }
    }
    Ok(report)
}

/// All answers, by task.
fn ask_all(
    ground: &TrialSetup,
    system: &dyn System,
    group: &crate::runner::Group,
    runs: usize,
) -> Result<Result<Vec<Vec<RememberedAnswer>>, SystemError>> {
    let mut answers: Vec<Vec<RememberedAnswer>> = vec![Vec::new(); group.tasks.len()];
    for half in [runs.div_ceil(2), runs / 2] {
        if half == 0 {
            continue;
        }
        let (_place, site) = ground.site(&group.repository, &group.commit)?;
        let mut work = || -> Result<(), SystemError> {
            system.index(&site, ground.deadline())?;
            for (task, results) in group.tasks.iter().zip(&mut answers) {
                for _ in 0..half {
                    let (asked, answer) = answer(system, &site, &task.description, ground.deadline())?;
                    // Sites lie in folders of different names.
                    let text = asked.text.replace(&site.root.display().to_string(), "");
                    results.push((text, answer.found));
                }
            }
            Ok(())
        };
        let worked = work();
        system.leave(&site, ground.deadline());
        if let Err(trouble) = worked {
            return Ok(Err(trouble));
        }
    }
    Ok(Ok(answers))
}

fn judge(one: &mut RepeatedRuns, tasks: &[Task], answers: &[Vec<RememberedAnswer>]) {
    for (task, results) in tasks.iter().zip(answers) {
        let same_bytes = results.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let same_ranking = results.windows(2).all(|pair| pair[0].1 == pair[1].1);
        one.equal += usize::from(same_bytes);
        one.equal_rankings += usize::from(same_ranking);
        if !same_bytes && one.differs.is_none() {
            one.differs = Some(task.id.clone());
        }
    }
}

impl Report {
    /// For the report of a run.
    pub fn measures(&self) -> Measures {
        let mut all: BTreeMap<&str, Determinism> = BTreeMap::new();
        for one in self.repeated.iter().filter(|one| one.trouble.is_none()) {
            let sum = all.entry(&one.system).or_insert_with(|| Determinism {
                system: one.system.clone(),
                runs: self.runs,
                questions: 0,
                equal: 0,
            });
            sum.questions += one.tasks;
            sum.equal += one.equal;
        }
        Measures { determinism: all.into_values().collect(), ..Measures::default() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<Vec<String>> = self
            .repeated
            .iter()
            .map(|one| {
                let note = one.trouble.as_deref().map(crate::trials::first_line);
                let differs = one.differs.as_ref().map(|id| format!("{id} differs"));
                vec![
                    one.repository.clone(),
                    one.system.clone(),
                    one.tasks.to_string(),
                    one.equal.to_string(),
                    one.equal_rankings.to_string(),
                    note.or(differs).unwrap_or_default(),
                ]
            })
            .collect();
        writeln!(f, "Each task asked {} times, half of them of a second index.\n", self.runs)?;
        f.write_str(&table(&["repository", "system", "tasks", "equal bytes", "equal rankings", ""], &rows))
    }
}
