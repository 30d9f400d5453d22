//! `fathom explain`.

use super::{Asked, found, read_task};
use crate::arguments::ExplainCommand;
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::explain::{self, Request};
use fathom_engine::render;
use std::process::ExitCode;

pub(super) fn run(command: &ExplainCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let (task, asking) = read_task(&command.task, &command.asking)?;
    let asked = Asked::new(&command.common)?;
    let request = Request { task, symbol: asked.name(&command.symbol), asking };
    let response = asked.ask(|view| explain::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::explain(&response, paint))?;
    }
    Ok(found(response.standing.is_some()))
}
