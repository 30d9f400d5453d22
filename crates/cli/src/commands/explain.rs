//! `fathom explain`.

use super::{QueryTarget, concepts, found, read_task};
use crate::arguments::ExplainCommand;
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::explain;
use fathom_engine::render;
use fathom_protocol::OneOrMany;
use fathom_protocol::explain::Request;
use std::process::ExitCode;

pub(super) fn run(command: &ExplainCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let input = read_task(&command.task, &command.ranking)?;
    let target = QueryTarget::new(&command.common)?;
    let request = Request {
        task: input.task,
        symbol: target.name(&command.symbol),
        hints: OneOrMany(command.ranking.hints.clone()),
        more_like: OneOrMany(command.ranking.more_like.clone()),
        not: OneOrMany(command.ranking.not.clone()),
        files: OneOrMany(command.ranking.files.clone()),
        diff: input.diff,
        no_feedback: command.ranking.no_feedback,
        concepts: concepts::sources(&command.ranking.concepts),
    };
    let response = target.ask(|view| explain::run_with(view, &request, &input.ranker))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::explain(&response, paint))?;
    }
    Ok(found(response.standing.is_some()))
}
