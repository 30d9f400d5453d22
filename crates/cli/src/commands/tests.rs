//! `fathom tests`.

use super::predict::ChangeArguments;
use super::{Asked, found};
use crate::arguments::Common;
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::{experts, tests};
use fathom_engine::render;
use fathom_protocol::tests::Request;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct TestsCommand {
    #[command(flatten)]
    change: ChangeArguments,
    /// Maximum number of tests [default: 50]
    #[arg(long)]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &TestsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let (files, diff) = command.change.read(&asked)?;
    let ChangeArguments { since, staged, .. } = &command.change;
    let request = Request { files, diff, since: since.clone(), staged: *staged, limit: command.limit };
    let now = jiff::Timestamp::now().as_second();
    let response = asked.ask(|view| {
        experts::train(view, &Bar::new())?;
        tests::run(view, &request, now)
    })?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::tests(&response, paint))?;
    }
    Ok(found(!response.tests.is_empty()))
}
