//! `fathom experts record outcome`.

// clap prints these comments as help in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use crate::arguments::Common;
use crate::commands::{QueryTarget, found, read_input};
use crate::output::{self, Output};
use anyhow::Result;
use clap::{Args, Subcommand};
use fathom_engine::operations::experts;
use fathom_engine::operations::outcomes::{self, Source};
use fathom_engine::render;
use jiff::Timestamp;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum RecordCommand {
    /// Record an outcome: a test report, changed files, or a commit
    #[command(
        long_about = "Record the outcome of a prediction: a test report, changed files, or a commit.\n\nA report is JUnit XML, the output of pytest, cargo test or nextest, the JSON of pytest --report-log, go test -json, jest, vitest or RSpec; its format is recognised. It is compared with the latest prediction of tests that has no outcome yet. A commit is compared with all predictions that were made at its parent.",
        after_help = "Examples:\n  fathom tests --diff - < change.diff; pytest --junitxml=report.xml; fathom experts record outcome --report report.xml\n  go test -json ./... | fathom experts record outcome --report -\n  fathom experts record outcome --commit HEAD\n  fathom experts record outcome --files src/a.py,src/b.py --prediction 3fa1c0de3fa1c0de"
    )]
    Outcome(OutcomeCommand),
    /// Record a work log: the order in which files were edited, commands run and changes committed
    #[command(
        long_about = "Record a work log, from which predict next learns: the order in which files were edited, commands run and changes committed.\n\nThe log is JSON Lines, one step per line. session and time are optional; a commit ends a change. A log that is recorded again replaces what was recorded before:\n  {\"event\": \"edit\", \"path\": \"src/a.py\", \"session\": \"s1\", \"time\": 1700000000}\n  {\"event\": \"command\", \"command\": \"pytest -q\", \"session\": \"s1\"}\n  {\"event\": \"commit\", \"commit\": \"3fa1c0d\", \"session\": \"s1\"}",
        after_help = "Example:\n  fathom experts record log work.jsonl"
    )]
    Log(LogCommand),
}

#[derive(Args)]
pub(crate) struct LogCommand {
    /// The work log; `-` reads it from standard input
    #[arg(value_name = "FILE|-")]
    log: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
#[group(required = true, multiple = false, args = ["report", "files", "commit"])]
pub(crate) struct OutcomeCommand {
    /// A test report; `-` reads it from standard input
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The files that were changed: a.rs,b.rs
    #[arg(long, value_delimiter = ',', value_name = "PATHS")]
    files: Vec<String>,
    /// The commit that followed: HEAD or an id
    #[arg(long, value_name = "REV")]
    commit: Option<String>,
    /// The prediction [default: the latest without an outcome]
    #[arg(long, value_name = "ID")]
    prediction: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &OutcomeCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let source = match (&command.report, &command.commit) {
        (Some(file), _) => Source::Report(read_input(file)?),
        (None, Some(commit)) => Source::Commit(commit.clone()),
        (None, None) => Source::Files(command.files.iter().map(|file| target.name(file)).collect()),
    };
    let now = Timestamp::now().as_second();
    let recorded = target.ask(|view| outcomes::record(view, &source, command.prediction.as_deref(), now))?;
    if json {
        output::json(&recorded)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::recorded(&recorded, paint))?;
    }
    if command.commit.is_some() {
        // The hook runs this in the background after each commit.
        target.ask(experts::prepare)?;
    }
    Ok(found(!recorded.settled.is_empty()))
}

pub(super) fn log(command: &LogCommand, json: bool) -> Result<ExitCode> {
    let log = read_input(&command.log)?;
    let recorded = QueryTarget::new(&command.common)?.ask(|view| outcomes::record_work(view, &log))?;
    if json {
        output::json(&recorded)?;
    } else {
        output::text(&format!("recorded {} changes with {} steps\n", recorded.episodes, recorded.steps))?;
    }
    Ok(found(recorded.episodes > 0))
}
