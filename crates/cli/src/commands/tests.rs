//! `fathom tests`.

use super::{Asked, found, read_diff};
use crate::arguments::Common;
use crate::output::{self, Output};
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::tests;
use fathom_engine::render;
use fathom_protocol::tests::Request;
use fathom_protocol::{Diff, OneOrMany};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct TestsCommand {
    /// The changed files: a.rs,b.rs
    #[arg(long, value_delimiter = ',', value_name = "PATHS", required_unless_present_any = ["diff", "since"])]
    files: Vec<String>,
    /// A unified diff of the change; `-` reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    diff: Option<PathBuf>,
    /// The change is what was committed since this branch or commit left off
    #[arg(long, value_name = "BRANCH", conflicts_with_all = ["files", "diff"])]
    since: Option<String>,
    /// Maximum number of tests [default: 50]
    #[arg(long)]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &TestsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request = Request {
        files: OneOrMany(command.files.iter().map(|file| asked.name(file)).collect()),
        diff: command.diff.as_deref().map(read_diff).transpose()?.map(Diff),
        since: command.since.clone(),
        limit: command.limit,
    };
    let response = asked.ask(|view| tests::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::tests(&response, paint))?;
    }
    Ok(found(!response.tests.is_empty()))
}
