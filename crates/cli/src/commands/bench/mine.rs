//! `fathom bench mine`: tasks out of a repository's own history.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use crate::output;
use anyhow::Result;
use clap::Args;
use fathom_bench::mine;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct MineCommand {
    /// The repository, with its history
    repo: PathBuf,
    /// Maximum number of tasks
    #[arg(long, default_value_t = 50)]
    commits: usize,
    /// The folder to write the tasks and the corpus file to
    #[arg(long, value_name = "DIR", default_value = "mined")]
    out: PathBuf,
}

pub(super) fn run(command: &MineCommand) -> Result<ExitCode> {
    let written = mine::write(&command.repo, command.commits, &command.out)?;
    output::text(&format!(
        "{} tasks in {}\nask them with\n  fathom bench run --systems fathom,grep,ctags --tasks {} --corpus {}\n",
        written.count,
        written.tasks.display(),
        written.tasks.display(),
        written.corpus.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
