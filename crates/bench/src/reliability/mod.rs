//! Reliability: what must hold whatever happens to Fathom, its index and the tree.
//!
//! - [`kill`]: killed at any moment, the next answer is right and no verdict is lost;
//! - [`damage`]: whatever happens to a file of the index, no answer is wrong;
//! - [`hostile`]: no repository harms, blocks or misleads its user;
//! - [`edits`]: after any edit the index equals a full build;
//! - [`switches`]: while branches are switched every answer is of one state;
//! - [`builds`]: two builds give the same answers;
//! - [`trees`]: real trees are indexed in a time that is bounded by reading and parsing them.
//!
//! Each trial runs the program itself as a child process, in a home folder of its own and under
//! a limit of time, on a copy of a repository or on one made for the trial. Random choices come
//! from a seed: the same seed makes the same edits, damages and moments.

mod answers;
pub mod builds;
pub mod damage;
mod editor;
pub mod edits;
mod fathom;
#[cfg(unix)]
pub mod hostile;
mod index_files;
pub mod kill;
pub mod switches;
pub mod trees;
mod work_copy;

pub use editor::Edit;

use crate::trials::table::table;
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;
use work_copy::WorkCopy;

/// Time that one command gets, in seconds.
pub const LIMIT: u64 = 60;
/// Failures that a report for people lists; all of them are in the JSON.
const SHOWN: usize = 20;

/// The options of a trial.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The repository, of which a copy is tried; a small one is made if there is none.
    pub repository: Option<PathBuf>,
    /// How often.
    pub rounds: usize,
    /// Of every random choice.
    pub seed: u64,
    /// The `fathom` that is tried.
    pub program: PathBuf,
    /// Time for each of its commands.
    pub limit: Duration,
    /// Whether the folder of the trial stays, for someone to look at.
    pub keep: bool,
}

/// Something that did not hold.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The round, from 1.
    pub round: usize,
    /// The step.
    pub did: String,
    /// The error.
    pub problem: String,
}

impl Plan {
    fn copy(&self) -> Result<WorkCopy> {
        WorkCopy::new(self.repository.as_deref())
    }

    /// Removes the folder of the trial, or returns its path if it is kept.
    fn leave(&self, copy: WorkCopy) -> Option<String> {
        self.keep.then(|| copy.keep().display().to_string())
    }
}

/// The failures as a table; empty if there are none.
fn failed(failures: &[Failure]) -> String {
    if failures.is_empty() {
        return String::new();
    }
    let row = |one: &Failure| vec![one.round.to_string(), one.did.clone(), one.problem.clone()];
    let rows: Vec<Vec<String>> = failures.iter().take(SHOWN).map(row).collect();
    let more = match failures.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} more, see --json\n"),
    };
    format!("\nDid not hold:\n\n{}{more}", table(&["round", "what was done", "what went wrong"], &rows))
}

/// The last line of a report.
fn verdict(failures: usize, rounds: usize, kept: Option<&String>) -> String {
    let place = kept.map(|place| format!("\nthe folder of the trial is {place}")).unwrap_or_default();
    match failures {
        0 => format!("\nall {rounds} rounds held{place}\n"),
        _ => format!("\n{failures} things did not hold in {rounds} rounds{place}\n"),
    }
}

/// The start of a text, as one line that fits a table.
fn short(text: &str) -> String {
    const MOST: usize = 160;
    let line: String = text
        .chars()
        .take(MOST)
        .map(|letter| if letter.is_control() || letter == '|' { ' ' } else { letter })
        .collect();
    if text.chars().nth(MOST).is_some() { format!("{line}…") } else { line }
}
