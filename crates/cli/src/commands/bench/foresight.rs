//! `fathom bench foresight`.

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
pub(crate) struct ForesightCommand {
    /// Issues with the changes that fixed them, as JSON Lines
    #[arg(long, value_name = "FILE.jsonl")]
    issues: PathBuf,
    /// Maximum number of issues of one repository
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    most: usize,
    #[command(flatten)]
    repositories: Repositories,
    /// The folder for work trees and indexes [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &ForesightCommand) -> Result<ExitCode> {
    let file = &command.issues;
    let tasks = issues::load(file)?.tasks;
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let folder = folders::given_or_cached(command.work.as_ref(), "foresight")?;
    let checkouts = command.repositories.checkouts()?;
    let corpus = command.repositories.corpus()?;
    let watch = |doing: &str| output::message(doing);
    let asked = (tasks.as_slice(), text.as_str());
    let report = fathom_bench::foresight::run(asked, command.most, &corpus, &checkouts, &folder, &watch)?;
    show(&report, command.json)
}
