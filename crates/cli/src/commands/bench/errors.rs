//! `fathom bench errors`.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine::Repositories;
use super::{folders, show};
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::tasks::issues;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct ErrorsCommand {
    /// Issues with the changes that fixed them, as JSON Lines
    #[arg(long, value_name = "FILE.jsonl")]
    issues: PathBuf,
    #[command(flatten)]
    repositories: Repositories,
    /// The folder for work trees and indexes [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Write the weights that fit all issues to this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &ErrorsCommand) -> Result<ExitCode> {
    let tasks = issues::load(&command.issues)?.tasks;
    let folder = folders::given_or_cached(command.work.as_ref(), "errors")?;
    let checkouts = command.repositories.checkouts()?;
    let watch = |doing: &str| output::message(doing);
    let report =
        fathom_bench::errors::run(&tasks, &command.repositories.corpus()?, &checkouts, &folder, &watch)?;
    if let Some(file) = &command.write {
        std::fs::write(file, &report.weights).with_context(|| format!("cannot write {}", file.display()))?;
    }
    show(&report, command.json)
}
