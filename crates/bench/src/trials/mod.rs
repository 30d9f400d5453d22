//! Trials: what an average over tasks does not show.
//!
//! - [`staleness`]: how long from an edit to the right answer?
//! - [`robustness`]: how much of an answer survives other words?
//! - [`determinism`]: does the same question give the same bytes?
//! - [`learning`]: do answers improve with feedback on which symbols were useful?
//! - [`names`]: does a name find its definition?
//! - [`refine`]: how much does asking again find?
//!
//! Each runs systems in sites of their own, like a run, and hands back a report.

pub mod determinism;
pub mod learning;
pub mod names;
pub mod paraphrases;
pub mod refine;
pub mod robustness;
pub mod staleness;
pub(crate) mod table;

use crate::corpus::{Checkouts, Corpus, Repository, Site};
use crate::measures::Measures;
use crate::report::MEASURES;
use crate::systems::{Deadline, System, SystemError, Tools, install};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The setup of a trial.
#[derive(Debug)]
pub struct TrialSetup {
    /// Names of systems.
    pub systems: Vec<String>,
    /// Repositories that may be named.
    pub corpus: Corpus,
    /// Where repositories are.
    pub checkouts: Checkouts,
    /// Where systems are installed.
    pub tools: Tools,
    /// The `fathom` that is tried.
    pub program: PathBuf,
    /// The limit of every step.
    pub limit: Duration,
}

impl TrialSetup {
    /// The system, or the reason why it cannot be tried.
    fn system(&self, name: &str) -> Result<Box<dyn System>, SystemError> {
        install(name, &self.tools, &self.program)
    }

    fn deadline(&self) -> Deadline {
        Deadline::after(self.limit)
    }

    /// A site at a commit, in a folder that vanishes with the first value.
    fn site(&self, repository: &Repository, commit: &str) -> Result<(TempDir, Site)> {
        self.checkouts.provide(repository, commit)?;
        let place = tempfile::Builder::new()
            .prefix("fathom-bench-")
            .tempdir()
            .context("cannot make a folder for the system to work in")?;
        let site = self.checkouts.site(repository, place.path())?;
        site.move_to(commit)?;
        Ok((place, site))
    }
}

/// A question, answered and read.
fn answer(
    system: &dyn System,
    site: &Site,
    question: &str,
    deadline: Deadline,
) -> Result<(crate::systems::SystemAnswer, crate::systems::Answer), SystemError> {
    let asked = system.ask(site, question, deadline)?;
    let answer = system.read(site, question, &asked, deadline)?;
    Ok((asked, answer))
}

/// The first line of a system's output, short enough for a table.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(90).collect()
}

/// Puts the measurements of a trial into a run, in place of those of the same
/// kind for the same systems.
pub fn add_to(run: &Path, new: Measures) -> Result<()> {
    let path = run.join(MEASURES);
    let mut all: Measures = match std::fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .with_context(|| format!("{} holds no measurements", path.display()))?,
        Err(_) => Measures::default(),
    };
    put(&mut all.learning, new.learning, |one| &one.system);
    put(&mut all.staleness, new.staleness, |one| &one.system);
    put(&mut all.robustness, new.robustness, |one| &one.system);
    put(&mut all.determinism, new.determinism, |one| &one.system);
    std::fs::write(&path, serde_json::to_vec_pretty(&all)?)
        .with_context(|| format!("cannot write {}", path.display()))
}

fn put<T>(all: &mut Vec<T>, new: Vec<T>, system: impl Fn(&T) -> &String) {
    all.retain(|one| !new.iter().any(|other| system(other) == system(one)));
    all.extend(new);
}
