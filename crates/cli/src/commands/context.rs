//! `fathom context`.

use super::{Asked, found, read_task};
use crate::arguments::{ContextCommand, ContextFormat};
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::context::{self, Budget, Format, Request};
use std::process::ExitCode;

pub(super) fn run(command: &ContextCommand, output: &Output) -> Result<ExitCode> {
    let (task, asking) = read_task(&command.task.join(" "), &command.asking)?;
    let format = match command.format {
        _ if command.common.json => Format::Json,
        ContextFormat::Json => Format::Json,
        ContextFormat::Text => Format::Text,
        ContextFormat::Markdown => Format::Markdown,
        ContextFormat::Xml => Format::Xml,
    };
    let budget = command.budget.map_or(Budget::Default(command.default_budget), Budget::Given);
    let asked = Asked::new(&command.common)?;
    let request = Request {
        task,
        budget,
        limit: command.limit.map(|limit| limit as usize),
        format,
        asking,
        session: command.session.clone(),
        filter: asked.filter(&command.filter),
    };
    let response = asked.ask(|view| context::run(view, &request))?;
    if response.too_small || response.text.is_empty() {
        output::message(&format!(
            "a budget of {} tokens holds no symbol; give --budget a few hundred at least",
            response.budget
        ));
    }
    if response.text.is_empty() {
        // Not even a line feed, which would be a token more than the budget.
    } else if format == Format::Json {
        // The very text whose tokens were counted.
        output::write(&response.text)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| response.painted(paint))?;
    }
    Ok(found(!response.symbols.is_empty()))
}
