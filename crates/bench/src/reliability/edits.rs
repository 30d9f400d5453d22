//! After any edit the index equals a full build.
//!
//! A tree is edited at random ([`Edit`]), as people, tools and git edit trees.
//! After every few edits the same questions go to the index that has seen all
//! edits come and go and to one that is made from nothing in another home. Every answer
//! must be equal, and so must the counts of files, symbols and edges.

use super::answers::{self, Answers};
use super::editor::{Edit, Editor};
use super::fathom::heed_interruption;
use super::{Failure, Plan, failed, index_files, verdict};
use crate::runner::Progress;
use crate::trials::table::table;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Default number of edits.
pub const ROUNDS: usize = 100;
/// Names that are asked about all the time.
const NAMES: usize = 3;

/// How it went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How the tree was made.
    pub tree: String,
    /// The seed of every choice.
    pub seed: u64,
    /// Edits that were made, by kind.
    pub edits: BTreeMap<Edit, usize>,
    /// How often the index was compared with a full build.
    pub compared: usize,
    /// Where it was not equal, with the edits since it last was.
    pub failures: Vec<Failure>,
    /// Where the folder of the trial stays, if it does.
    pub folder: Option<String>,
}

/// Edits a tree and compares after every `every` edits.
pub fn run(plan: &Plan, every: usize, progress: &dyn Progress) -> Result<Report> {
    let copy = plan.copy()?;
    let fathom = copy.fathom(&plan.program, plan.limit);
    let mut editor = Editor::new(&copy.root, plan.seed);
    let lasting = answers::draw(&copy.root, NAMES, &mut editor.random)?;
    fathom.must(&copy.root, &["index"])?;
    progress.total(plan.rounds);
    let mut report = Report {
        tree: copy.made.clone(),
        seed: plan.seed,
        edits: BTreeMap::new(),
        compared: 0,
        failures: Vec::new(),
        folder: None,
    };
    let (mut since, mut names) = (Vec::new(), Vec::new());
    for round in 1..=plan.rounds {
        heed_interruption()?;
        let edited = editor.edit(&Edit::ALL)?;
        progress.doing(&format!("{}: {}", edited.edit.word(), edited.description));
        *report.edits.entry(edited.edit).or_default() += 1;
        since.push(format!("{} ({})", edited.edit.word(), edited.description));
        names.extend(edited.names);
        if round % every.max(1) == 0 || round == plan.rounds {
            let mut questions = lasting.clone();
            questions.extend(names.iter().flat_map(|name: &String| answers::about(name)));
            let updated = Answers::ask(&fathom, &copy.root, &questions)?;
            let full = Answers::of_full_build(&fathom, &copy.root, &questions, copy.place())?;
            report.compared += 1;
            if let Some(problem) = updated.difference(&full) {
                report.failures.push(Failure { round, did: since.join(", "), problem });
                // One wrong index must not fail every round after it.
                index_files::remove_cache(&fathom.home)?;
            }
            since.clear();
            names.clear();
        }
        progress.step(1);
    }
    report.folder = plan.leave(copy);
    Ok(report)
}

impl Report {
    /// Whether every index was equal.
    pub fn held(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: usize = self.edits.values().sum();
        writeln!(f, "{count} random edits of {}, seed {}\n", self.tree, self.seed)?;
        let rows: Vec<Vec<String>> =
            self.edits.iter().map(|(edit, count)| vec![edit.word().to_owned(), count.to_string()]).collect();
        f.write_str(&table(&["edit", "times"], &rows))?;
        let equal = self.compared - self.failures.len();
        writeln!(f, "\nequal to a full build: {equal} of {}", self.compared)?;
        f.write_str(&failed(&self.failures))?;
        f.write_str(&verdict(self.failures.len(), count, self.folder.as_ref()))
    }
}
