//! `fathom bench answers`: whether two builds answer alike.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine;
use super::reliability::{report_result, watched};
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::reliability::{self, builds};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct AnswersCommand {
    /// The reference build
    #[arg(long, value_name = "FATHOM")]
    before: PathBuf,
    /// The build to compare [default: this program]
    #[arg(long, value_name = "FATHOM")]
    after: Option<PathBuf>,
    /// Repositories to ask about; clones are used, the originals are not changed
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    repos: Vec<PathBuf>,
    /// Read the questions from this file: one command with its question per line; # starts a comment
    #[arg(long, value_name = "FILE")]
    questions: Option<PathBuf>,
    /// Number of questions of each kind per repository
    #[arg(long, default_value_t = builds::EACH as u32, value_parser = clap::value_parser!(u32).range(1..), value_name = "COUNT")]
    each: u32,
    /// Fields to ignore, for example tokens,code
    #[arg(long, value_delimiter = ',', value_name = "FIELDS")]
    ignore: Vec<String>,
    /// Time limit of a command
    #[arg(long, value_name = "SECONDS", default_value_t = reliability::LIMIT * 10)]
    limit_seconds: u64,
    /// Print JSON with every difference
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &AnswersCommand) -> Result<ExitCode> {
    machine::heed_interruption()?;
    let questions = match &command.questions {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            let text = text.with_context(|| format!("cannot read {}", file.display()))?;
            Some(builds::parse(&text).with_context(|| format!("in {}", file.display()))?)
        }
        None => None,
    };
    // Names first: what follows clones and indexes.
    let mut repositories = Vec::with_capacity(command.repos.len());
    for path in &command.repos {
        let whole = path.canonicalize();
        repositories.push(whole.with_context(|| format!("{} does not exist", path.display()))?);
    }
    let plan = builds::Plan {
        before: machine::program(Some(&command.before))?,
        after: machine::program(command.after.as_deref())?,
        repositories,
        questions,
        each: command.each as usize,
        ignored: command.ignore.iter().cloned().collect(),
        limit: Duration::from_secs(command.limit_seconds),
    };
    let report = watched(|progress| builds::run(&plan, progress))?;
    report_result(&report, report.held(), command.json)
}
