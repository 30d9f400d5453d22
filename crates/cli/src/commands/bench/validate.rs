//! `fathom bench validate`: do labels exist in the tree they were made on?

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::{corpus, folders, show};
use crate::output;
use anyhow::Result;
use clap::Args;
use fathom_bench::corpus::Checkouts;
use fathom_bench::tasks::yaml;
use fathom_bench::tree::pinned::pinned;
use fathom_bench::validate::validate;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct ValidateCommand {
    /// A folder of labelled tasks
    tasks: PathBuf,
    /// Restrict to tasks about these repositories
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    repos: Vec<String>,
    /// The corpus file [default: the built-in corpus]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// The folder of checkouts [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    checkouts: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &ValidateCommand) -> Result<ExitCode> {
    let mut tasks = yaml::load(&command.tasks)?;
    tasks.retain(|task| command.repos.is_empty() || command.repos.contains(&task.task.repo));
    let corpus = corpus::load(command.corpus.as_ref())?;
    let checkouts = Checkouts::new(&folders::given_or_cached(command.checkouts.as_ref(), "corpus")?, None);
    let validation = validate(&tasks, &|repo| {
        output::message(&format!("reading {repo}"));
        pinned(repo, &corpus, &checkouts).map_err(|error| format!("{error:#}"))
    });
    show(&validation, command.json)?;
    Ok(ExitCode::from(u8::from(!validation.is_sound())))
}
