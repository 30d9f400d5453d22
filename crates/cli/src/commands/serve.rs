//! `fathom serve`.

// clap prints these comments as help in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::folders;
use crate::output;
use anyhow::Result;
use clap::Args;
use fathom_engine::build::Options;
use fathom_server::ServeOptions;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) const ABOUT: &str = "Serve all queries of the command line over HTTP, for many repositories.\n\nRegister a repository once with POST /api/v1/init. The server indexes it and remembers it across restarts. While a repository is indexed again, answers come from the old snapshot, then from the new one. GET /api/v1/openapi.json describes every route.\n\nBy default the server accepts connections from this machine only. Any other address requires a token in FATHOM_TOKEN, which clients send as `Authorization: Bearer TOKEN`. Ctrl-C or SIGTERM shuts the server down gracefully.";
pub(crate) const EXAMPLES: &str = "Examples:\n  fathom serve --watch\n  curl -s localhost:7420/api/v1/init -H 'Content-Type: application/json' -d \"{\\\"root_path\\\": \\\"$PWD\\\"}\"\n  curl -s localhost:7420/api/v1/context -H 'Content-Type: application/json' -d '{\"workspace\": \"shop\", \"task\": \"retry failed uploads\"}'\n  FATHOM_TOKEN=$(openssl rand -hex 32) fathom serve --addr 0.0.0.0:7420 --root /srv/repos";

#[derive(Args)]
pub(crate) struct ServeCommand {
    /// Address to listen on; port 0 selects a free port, which is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7420")]
    addr: String,
    /// Check for changed files about once a second, so that questions do not wait for the check
    #[arg(long)]
    watch: bool,
    /// Allow only repositories in this folder; may be repeated [default: the current repository and,
    /// on a loopback address, your home folder]
    #[arg(long = "root", value_name = "DIR")]
    roots: Vec<PathBuf>,
    /// Accept requests for this host name, e.g. behind a proxy; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// The build options of a first index: a setting.
    #[arg(skip)]
    pub(crate) first_index: Options,
}

pub(super) fn run(command: ServeCommand) -> Result<ExitCode> {
    let options = ServeOptions {
        address: command.addr,
        watches: command.watch,
        roots: command.roots,
        hosts: command.hosts,
        token: std::env::var("FATHOM_TOKEN").ok(),
        folders: folders()?,
        first_index: command.first_index,
    };
    fathom_server::serve(&options, |address| {
        // The caller reads the port here; there may be no reader.
        let _ = output::text(&format!("listening on http://{address}"));
    })?;
    Ok(ExitCode::SUCCESS)
}
