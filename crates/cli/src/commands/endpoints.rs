//! `fathom endpoints`.

use super::{QueryTarget, found};
use crate::arguments::Common;
use crate::output::{self, Output};
use anyhow::Result;
use clap::{Args, ValueEnum};
use fathom_engine::operations::endpoints;
use fathom_engine::render;
use fathom_protocol::endpoints::{Kind, Request};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct EndpointsCommand {
    /// Only those whose method, path or handler contains this text
    query: Option<String>,
    /// Only entry points of this kind
    #[arg(long, value_enum)]
    kind: Option<KindArgument>,
    /// Maximum number of entry points [default: all]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindArgument {
    /// HTTP requests
    Route,
    /// Queued work
    Job,
    /// Commands of a command line
    Command,
    /// Tasks of a build tool or scheduler
    Task,
    /// Messages and events
    Event,
}

pub(super) fn run(command: &EndpointsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let kind = command.kind.map(|kind| match kind {
        KindArgument::Route => Kind::Route,
        KindArgument::Job => Kind::Job,
        KindArgument::Command => Kind::Command,
        KindArgument::Task => Kind::Task,
        KindArgument::Event => Kind::Event,
    });
    let request = Request { query: command.query.clone(), kind, limit: command.limit };
    let response = target.ask(|view| endpoints::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::endpoints(&response, paint))?;
    }
    Ok(found(!response.endpoints.is_empty()))
}
