//! `fathom bench trial`: what an average over tasks does not show.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine::{self, Setting};
use super::run::Questions;
use super::show;
use crate::output;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use fathom_bench::measures::Measures;
use fathom_bench::report::report;
use fathom_bench::systems::check_names;
use fathom_bench::trials::{Ground, add_to, determinism, learning, paraphrases, robustness, staleness};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum TrialCommand {
    /// Time from an edit (a function renamed, a file added, a file deleted) to the right answer
    Staleness {
        /// The repositories of the corpus to edit, in copies
        #[arg(long, value_delimiter = ',', value_name = "NAMES", required = true)]
        repos: Vec<String>,
        #[command(flatten)]
        tried: Tried,
    },
    /// Overlap of the first ten symbols over paraphrases of a task
    Robustness {
        /// Paraphrases by task id (default: the tasks' own)
        #[arg(long, value_name = "FILE")]
        paraphrases: Option<PathBuf>,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: Tried,
    },
    /// Whether the same question gives the same bytes again and again
    Determinism {
        /// How often each task is asked
        #[arg(long, default_value_t = determinism::RUNS)]
        runs: usize,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: Tried,
    },
    /// P@10 and R@10 over rounds of feedback, on the tasks it came from and on others
    Learning {
        /// Rounds of feedback
        #[arg(long, default_value_t = learning::ROUNDS)]
        rounds: usize,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: Tried,
    },
}

#[derive(Args)]
pub(crate) struct Tried {
    /// The systems, as for a run
    #[arg(long, value_delimiter = ',', required = true)]
    systems: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    /// Put the measurements into this run, whose report shows them
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,
    /// JSON on standard output
    #[arg(long)]
    json: bool,
}

impl Tried {
    /// Half a trial is none.
    fn keep(&self, measures: Measures) -> Result<()> {
        if fathom_bench::systems::interrupted() {
            bail!("interrupted");
        }
        let Some(run) = &self.run else { return Ok(()) };
        add_to(run, measures)?;
        report(run).map(|_| ())
    }

    /// Names first: what follows clones and installs.
    fn ground(&self) -> Result<Ground> {
        check_names(&self.systems)?;
        Ok(Ground {
            systems: self.systems.clone(),
            corpus: self.setting.repositories.corpus()?,
            checkouts: self.setting.repositories.checkouts()?,
            tools: self.setting.tools()?,
            program: self.setting.program()?,
            limit: self.setting.limit(),
        })
    }
}

pub(super) fn run(trial: &TrialCommand) -> Result<ExitCode> {
    machine::heed_interruption()?;
    let watch = |doing: &str| output::message(doing);
    match trial {
        TrialCommand::Staleness { repos, tried } => {
            let ground = tried.ground()?;
            let repositories = ground.corpus.clone().only(repos)?.repos;
            let report = staleness::run(&ground, &repositories, &watch)?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Robustness { paraphrases, questions, tried } => {
            let words = match (paraphrases, questions.folder()) {
                (Some(file), _) => paraphrases::of_file(file)?,
                (None, Some(folder)) => paraphrases::of_tasks(folder)?,
                (None, None) => bail!("issues have no paraphrases of their own; give --paraphrases FILE"),
            };
            let report = robustness::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                &words,
                &watch,
            )?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Determinism { runs, questions, tried } => {
            let report = determinism::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                *runs,
                &watch,
            )?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Learning { rounds, questions, tried } => {
            let report = learning::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                *rounds,
                &watch,
            )?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
    }
}
