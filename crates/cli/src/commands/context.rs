//! `fathom context`.

use super::{ask, found, read_input};
use crate::arguments::ContextCommand;
use crate::output;
use anyhow::Result;
use fathom_engine::operations::context::{self, Request};
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(command: &ContextCommand, json: bool) -> Result<ExitCode> {
    let task = if command.task == "-" { read_input(Path::new("-"))? } else { command.task.clone() };
    let request = Request { task, budget: command.budget, limit: command.limit };
    let response = ask(&command.common, |view| context::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output::text(&response.text)?;
    }
    Ok(found(!response.symbols.is_empty()))
}
