//! `fathom tests`.

use super::predict::ChangeArguments;
use super::{QueryTarget, found};
use crate::arguments::{Common, with_default};
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::{experts, tests};
use fathom_engine::render;
use fathom_protocol::tests::{DEFAULT_LIMIT, Request};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct TestsCommand {
    #[command(flatten)]
    change: ChangeArguments,
    #[arg(long, help = with_default("Maximum number of tests", DEFAULT_LIMIT))]
    limit: Option<usize>,
    /// Print the selection as arguments of a test runner, quoted for a shell and for xargs: pytest,
    /// cargo, nextest, go, jest, vitest, rspec, gradle or dotnet
    #[arg(long, value_name = "RUNNER", value_parser = runner)]
    runner: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn runner(word: &str) -> Result<String, String> {
    tests::runner(word).map(|runner| runner.word().to_owned()).map_err(|error| error.to_string())
}

pub(super) fn run(command: &TestsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let change = command.change.read(&target)?;
    let request = Request { change, limit: command.limit, runner: command.runner.clone() };
    let now = jiff::Timestamp::now().as_second();
    let response = target.ask(|view| {
        experts::train(view, &Bar::new())?;
        tests::run(view, &request, now)
    })?;
    if command.runner.is_some() && !json {
        match (&response.arguments, &command.runner) {
            (Some(arguments), _) => output::text(&format!("{arguments}\n"))?,
            (None, Some(runner)) => output::message(&format!("no predicted test is one that {runner} runs")),
            (None, None) => {}
        }
        return Ok(found(response.arguments.is_some()));
    }
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::tests(&response, paint))?;
    }
    Ok(found(!response.tests.is_empty()))
}
