//! `fathom bench diagnose`: one task, followed through every stage of the ranking.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine::Repositories;
use super::run::Questions;
use super::show;
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::diagnose;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct DiagnoseCommand {
    /// The id of the task
    task: String,
    #[command(flatten)]
    questions: Questions,
    #[command(flatten)]
    repositories: Repositories,
    /// Number of wrong symbols to explain
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    wrong: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &DiagnoseCommand) -> Result<ExitCode> {
    let watch = |doing: &str| output::message(doing);
    let tasks = command.questions.load(&command.repositories)?;
    let task = tasks.iter().find(|task| task.id == command.task).with_context(|| {
        let first: Vec<&str> = tasks.iter().take(3).map(|task| task.id.as_str()).collect();
        format!(
            "none of the {} tasks is called `{}`; there are {}, …",
            tasks.len(),
            command.task,
            first.join(", ")
        )
    })?;
    let corpus = command.repositories.corpus()?;
    let checkouts = command.repositories.checkouts()?;
    show(&diagnose::run(&corpus, &checkouts, task, command.wrong, &watch)?, command.json)
}
