//! `fathom concepts`.

use super::{ask, found, read_input};
use crate::arguments::{ConceptKind, ConceptsCommand};
use crate::output::{self, Output};
use anyhow::{Result, bail};
use fathom_engine::operations::concepts;
use fathom_engine::render::{self, Paint};
use fathom_protocol::concepts::Request;
use fathom_protocol::context::ConceptSource;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(command: &ConceptsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let task = match command.task.join(" ") {
        _ if command.task.is_empty() => None,
        task if task == "-" => Some(read_input(Path::new("-"))?),
        task => Some(task),
    };
    let request = Request { task };
    let response = ask(&command.common, |view| concepts::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else if !command.check {
        let has_task = request.task.is_some();
        let text = |paint: &Paint| render::concepts(&response, has_task, paint);
        output.answer(command.common.repo.as_deref(), text)?;
    }
    if command.check && !response.problems.is_empty() {
        bail!("{}", response.problems.join("\n"));
    }
    let any = if request.task.is_some() { !response.matches.is_empty() } else { !response.packs.is_empty() };
    Ok(found(any || command.check))
}

/// The sources of packs that a command line names.
pub(super) fn sources(target: &[ConceptKind]) -> Vec<ConceptSource> {
    let source = |kind: &ConceptKind| match kind {
        ConceptKind::On => ConceptSource::On,
        ConceptKind::Off => ConceptSource::Off,
        ConceptKind::Team => ConceptSource::Team,
        ConceptKind::Shipped => ConceptSource::Shipped,
        ConceptKind::Learned => ConceptSource::Learned,
    };
    target.iter().map(source).collect()
}
