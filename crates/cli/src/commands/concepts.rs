//! `fathom concepts`.

use super::{ask, found, read_input};
use crate::arguments::{ConceptKind, ConceptsCommand};
use crate::output::{self, Output};
use anyhow::{Result, bail};
use fathom_engine::Concepts;
use fathom_engine::operations::concepts::{self, Request};
use fathom_engine::render::{self, Paint};
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
    let any = if request.task.is_some() { !response.spoken.is_empty() } else { !response.packs.is_empty() };
    Ok(found(any || command.check))
}

/// The kinds of packs that were asked for.
pub(super) fn kinds(asked: &[ConceptKind]) -> Concepts {
    let mut kinds = Concepts::OFF;
    for kind in asked {
        match kind {
            ConceptKind::On => kinds = Concepts::ON,
            ConceptKind::Off => kinds = Concepts::OFF,
            ConceptKind::Team => kinds.team = true,
            ConceptKind::Shipped => kinds.shipped = true,
            ConceptKind::Learned => kinds.learned = true,
        }
    }
    kinds
}
