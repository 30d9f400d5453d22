//! `fathom bench compare`: what changed between two runs.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::show;
use anyhow::Result;
use clap::Args;
use fathom_bench::report::analysis::Analysis;
use fathom_bench::report::compare::compare;
use fathom_bench::report::load;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct CompareCommand {
    /// The earlier run's folder
    first: PathBuf,
    /// The later run's folder
    second: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &CompareCommand) -> Result<ExitCode> {
    let (first, second) = (Analysis::new(load(&command.first)?), Analysis::new(load(&command.second)?));
    show(&compare(&first, &second), command.json)
}
