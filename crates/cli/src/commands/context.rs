//! `fathom context`.

use super::{QueryTarget, concepts, found, read_task};
use crate::arguments::{ContextCommand, ContextFormat};
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::context::{self, Format, Settings};
use fathom_protocol::OneOrMany;
use fathom_protocol::context::Request;
use std::process::ExitCode;

pub(super) fn run(command: &ContextCommand, output: &Output) -> Result<ExitCode> {
    let input = read_task(&command.task.join(" "), &command.ranking)?;
    let format = match command.format {
        _ if command.common.json => Format::Json,
        ContextFormat::Json => Format::Json,
        ContextFormat::Text => Format::Text,
        ContextFormat::Markdown => Format::Markdown,
        ContextFormat::Xml => Format::Xml,
    };
    let target = QueryTarget::new(&command.common)?;
    let request = Request {
        task: input.task,
        hints: OneOrMany(command.ranking.hints.clone()),
        more_like: OneOrMany(command.ranking.more_like.clone()),
        not: OneOrMany(command.ranking.not.clone()),
        budget: command.budget,
        limit: command.limit.map(|limit| limit as usize),
        files: OneOrMany(command.ranking.files.clone()),
        diff: input.diff,
        filter: target.filter(&command.filter),
        session: command.session.clone(),
        no_feedback: command.ranking.no_feedback,
        concepts: concepts::sources(&command.ranking.concepts),
    };
    let settings = Settings {
        format,
        default_budget: command.default_budget,
        ranker: input.ranker,
        ..Settings::default()
    };
    let answer = target.ask(|view| context::run(view, &request, &settings))?;
    let response = answer.response();
    if answer.is_too_small() || answer.text().is_empty() {
        output::message(&format!(
            "a budget of {} tokens holds no symbol; give --budget a few hundred at least",
            response.budget
        ));
    }
    if answer.text().is_empty() {
        // Not even a line feed, which would be a token more than the budget.
    } else if format == Format::Json {
        // The very text whose tokens were counted.
        output::write(answer.text())?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| answer.painted(paint))?;
    }
    Ok(found(!response.symbols.is_empty()))
}
