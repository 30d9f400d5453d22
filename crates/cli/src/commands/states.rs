//! `fathom states`.

use super::{QueryTarget, found};
use crate::arguments::Common;
use crate::output::{self, Output};
use anyhow::Result;
use clap::{Args, ValueEnum};
use fathom_engine::operations::states;
use fathom_engine::render;
use fathom_protocol::flow::Format;
use fathom_protocol::states::Request;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct StatesCommand {
    /// The model: a type, by any form of its name. Without it, all models with states are listed
    model: Option<String>,
    /// The field that holds the state, if the model has several
    #[arg(long)]
    field: Option<String>,
    /// Print a Mermaid diagram
    #[arg(long, value_enum)]
    format: Option<Diagram>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum Diagram {
    /// A state diagram
    Mermaid,
}

pub(super) fn run(command: &StatesCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let format = command.format.map(|Diagram::Mermaid| Format::Mermaid);
    let model = command.model.as_ref().map(|model| target.name(model)).unwrap_or_default();
    let request = Request { model, field: command.field.clone(), format };
    let response = target.ask(|view| states::run(view, &request))?;
    match &response.mermaid {
        _ if json => output::json(&response)?,
        Some(diagram) => output::text(diagram)?,
        None => output.answer(command.common.repo.as_deref(), |paint| render::states(&response, paint))?,
    }
    Ok(found(!response.states.is_empty() || !response.models.is_empty()))
}
