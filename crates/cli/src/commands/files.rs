//! `fathom files`.

use super::{QueryTarget, concepts, found, read_task};
use crate::arguments::{Common, FilterArguments, RankingArguments, with_default};
use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::files;
use fathom_engine::render;
use fathom_protocol::OneOrMany;
use fathom_protocol::files::{DEFAULT_LIMIT, Request};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct FilesCommand {
    /// The task in plain words, with or without quotes; `-` reads it from standard input
    #[arg(required = true, value_name = "TASK")]
    task: Vec<String>,
    #[arg(long, help = with_default("Maximum number of files", DEFAULT_LIMIT))]
    limit: Option<usize>,
    #[command(flatten)]
    filter: FilterArguments,
    #[command(flatten)]
    pub(crate) ranking: RankingArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &FilesCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let input = read_task(&command.task.join(" "), &command.ranking)?;
    let target = QueryTarget::new(&command.common)?;
    let request = Request {
        task: input.task,
        hints: OneOrMany(command.ranking.hints.clone()),
        more_like: OneOrMany(command.ranking.more_like.clone()),
        not: OneOrMany(command.ranking.not.clone()),
        limit: command.limit,
        files: OneOrMany(command.ranking.files.clone()),
        diff: input.diff,
        filter: target.filter(&command.filter),
        no_feedback: command.ranking.no_feedback,
        concepts: concepts::sources(&command.ranking.concepts),
    };
    let response = target.ask(|view| files::run_with(view, &request, &input.ranker))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::files(&response, paint))?;
    }
    Ok(found(!response.files.is_empty()))
}
