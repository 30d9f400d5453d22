//! `fathom bench load`.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::show;
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::load::{self, LoadOptions};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct LoadCommand {
    /// The repository to ask about
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Use a running server, http://HOST:PORT, instead of starting one; FATHOM_TOKEN is its token
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Number of concurrent clients
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// Duration of each of the two rounds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    seconds: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &LoadCommand) -> Result<ExitCode> {
    let program = std::env::current_exe().context("cannot determine the path of this program")?;
    let token = std::env::var("FATHOM_TOKEN").ok().filter(|_| command.url.is_some());
    let options = LoadOptions {
        path: &command.path,
        url: command.url.as_deref(),
        token: token.as_deref(),
        clients: command.clients,
        duration: Duration::from_secs(command.seconds),
        program: &program,
    };
    show(&load::run(&options, &|doing| output::message(doing))?, command.json)
}
