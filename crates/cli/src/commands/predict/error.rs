//! `fathom predict error`.

use crate::arguments::{Common, with_default};
use crate::commands::{QueryTarget, found, read_input};
use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::predict::error;
use fathom_engine::render;
use fathom_protocol::predict::DEFAULT_LIMIT;
use fathom_protocol::predict::error::Request;
use jiff::Timestamp;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct ErrorCommand {
    /// The file with the error; `-` reads it from standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[arg(long, help = with_default("Maximum number of files", DEFAULT_LIMIT))]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &ErrorCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let request = Request { text: read_input(&command.file)?, limit: command.limit };
    let now = Timestamp::now().as_second();
    let response = target.ask(|view| error::run(view, &request, now))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::predict_error(&response, paint))?;
    }
    Ok(found(!response.answer.predictions.is_empty()))
}
