//! `fathom tests`.

use super::predict::ChangeArguments;
use super::{QueryTarget, found};
use crate::arguments::Common;
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::selection::Runner;
use fathom_engine::operations::{experts, selection, tests};
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
    /// Print the selection as arguments of a test runner, quoted for a shell and for xargs: pytest,
    /// cargo, nextest, go, jest, vitest, rspec, gradle or dotnet
    #[arg(long, value_name = "RUNNER", value_parser = runner, conflicts_with = "json")]
    runner: Option<Runner>,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn runner(word: &str) -> Result<Runner, String> {
    Runner::ALL.into_iter().find(|runner| runner.word() == word).ok_or_else(|| {
        let known: Vec<&str> = Runner::ALL.iter().map(|runner| runner.word()).collect();
        format!("known runners: {}", known.join(", "))
    })
}

pub(super) fn run(command: &TestsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let (files, diff) = command.change.read(&target)?;
    let ChangeArguments { since, staged, .. } = &command.change;
    let request = Request { files, diff, since: since.clone(), staged: *staged, limit: command.limit };
    let now = jiff::Timestamp::now().as_second();
    if let Some(runner) = command.runner {
        let selected = target.ask(|view| {
            experts::train(view, &Bar::new())?;
            let response = tests::run(view, &request, now)?;
            Ok(selection::arguments(view, runner, response.tests.iter().map(|test| test.id.as_str())))
        })?;
        if let Some(arguments) = &selected {
            output::text(&format!("{arguments}\n"))?;
        }
        return Ok(found(selected.is_some()));
    }
    let response = target.ask(|view| {
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
