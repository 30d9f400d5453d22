//! `fathom context`.

use super::{Asked, found, read_task};
use crate::arguments::{ContextCommand, ContextFormat};
use crate::output;
use anyhow::Result;
use fathom_engine::operations::context::{self, Format, Request};
use std::process::ExitCode;

pub(super) fn run(command: &ContextCommand, json: bool) -> Result<ExitCode> {
    let (task, asking) = read_task(&command.task.join(" "), &command.asking)?;
    let format = match command.format {
        ContextFormat::Text | ContextFormat::Json => Format::Text,
        ContextFormat::Markdown => Format::Markdown,
        ContextFormat::Xml => Format::Xml,
    };
    let budget = command.budget.unwrap_or(command.default_budget);
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
    if json {
        output::json(&response)?;
    } else if !response.text.is_empty() {
        // A line feed would be a token more than a budget that holds nothing.
        output::text(&response.text)?;
    } else {
        eprintln!("a budget of {budget} tokens holds nothing; give --budget a few hundred at least");
    }
    Ok(found(!response.symbols.is_empty()))
}
