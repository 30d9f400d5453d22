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
    /// The repository that is asked about
    #[arg(default_value = ".")]
    path: PathBuf,
    /// A server that runs, as http://HOST:PORT, instead of one that is started for this; its token is
    /// taken from FATHOM_TOKEN
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Clients at once
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// How long each of the two rounds takes
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    seconds: u64,
    /// JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &LoadCommand) -> Result<ExitCode> {
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
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
