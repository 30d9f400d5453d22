//! `fathom flow`.

use super::{QueryTarget, found};
use crate::arguments::{Common, with_default};
use crate::output::{self, Output};
use anyhow::Result;
use clap::{Args, ValueEnum};
use fathom_engine::operations::flow;
use fathom_engine::render;
use fathom_protocol::flow::{DEFAULT_DEPTH, Format, Request};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct FlowCommand {
    /// A route (`POST /orders/:id`), a URL, a job, a task, a command, or a symbol by any form of its name
    entry: String,
    #[arg(long, help = with_default("Maximum length of a chain of calls", DEFAULT_DEPTH as usize))]
    depth: Option<u32>,
    /// Print a Mermaid diagram
    #[arg(long, value_enum)]
    format: Option<Diagram>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum Diagram {
    /// A flowchart
    Mermaid,
    /// A sequence diagram
    Sequence,
}

pub(super) fn run(command: &FlowCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let format = command.format.map(|diagram| match diagram {
        Diagram::Mermaid => Format::Mermaid,
        Diagram::Sequence => Format::Sequence,
    });
    let request = Request { entry: target.name(&command.entry), max_depth: command.depth, format };
    let response = target.ask(|view| flow::run(view, &request))?;
    match &response.mermaid {
        _ if json => output::json(&response)?,
        Some(diagram) => output::text(diagram)?,
        None => output.answer(command.common.repo.as_deref(), |paint| render::flow(&response, paint))?,
    }
    Ok(found(response.found))
}
