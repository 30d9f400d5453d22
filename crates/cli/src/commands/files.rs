//! `fathom files`.

use super::{Asked, concepts, found, read_task};
use crate::arguments::{AskingArguments, Common, FilterArguments};
use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::files;
use fathom_engine::render;
use fathom_protocol::OneOrMany;
use fathom_protocol::files::Request;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct FilesCommand {
    /// The task in plain words, with or without quotes; `-` reads it from standard input
    #[arg(required = true, value_name = "TASK")]
    task: Vec<String>,
    /// Maximum number of files [default: 20]
    #[arg(long)]
    limit: Option<usize>,
    #[command(flatten)]
    filter: FilterArguments,
    #[command(flatten)]
    pub(crate) asking: AskingArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &FilesCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let input = read_task(&command.task.join(" "), &command.asking)?;
    let asked = Asked::new(&command.common)?;
    let request = Request {
        task: input.task,
        hints: OneOrMany(command.asking.hints.clone()),
        more_like: OneOrMany(command.asking.more_like.clone()),
        not: OneOrMany(command.asking.not.clone()),
        limit: command.limit,
        files: OneOrMany(command.asking.files.clone()),
        diff: input.diff,
        filter: asked.filter(&command.filter),
        no_feedback: command.asking.no_feedback,
        concepts: concepts::sources(&command.asking.concepts),
    };
    let response = asked.ask(|view| files::run_with(view, &request, &input.ranker))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::files(&response, paint))?;
    }
    Ok(found(!response.files.is_empty()))
}
