//! `fathom index`.

use super::workspace;
use crate::arguments::IndexCommand;
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::Result;
use fathom_engine::build::Options;
use fathom_engine::operations::index::{self, Request};
use fathom_engine::render;
use std::process::ExitCode;

pub(super) fn run(command: &IndexCommand, output: &Output) -> Result<ExitCode> {
    let options = Options {
        include_generated: command.include_generated.unwrap_or_default(),
        include_vendored: command.include_vendored.unwrap_or_default(),
        rebuild: command.rebuild,
        scip: command.scip.clone(),
    };
    let response = index::run(&workspace(command.path.as_deref())?, &Request { options }, &Bar::new())?;
    if command.json {
        output::json(&response)?;
    } else {
        output.answer(command.path.as_deref(), |paint| render::index(&response, paint))?;
    }
    Ok(ExitCode::SUCCESS)
}
