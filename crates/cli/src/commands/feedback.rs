//! `fathom feedback`.

use super::{ask, found, read_input};
use crate::arguments::FeedbackCommand;
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::feedback::{self, Given, Remembered, Request, Response};
use fathom_engine::render;
use jiff::Timestamp;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(command: &FeedbackCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let request = request(command)?;
    let response = ask(&command.common, |view| feedback::run(view, &request))?;
    let any = match &response {
        Response::Recorded(recorded) => !recorded.recorded.is_empty(),
        Response::Kept(kept) => !kept.feedback.is_empty(),
        Response::Forgotten { forgotten } => *forgotten > 0,
    };
    match &response {
        Response::Kept(kept) if command.export => export(&kept.feedback)?,
        _ if json => output::json(&response)?,
        _ => output.answer(command.common.repo.as_deref(), |paint| render::feedback(&response, paint))?,
    }
    Ok(found(any))
}

fn request(command: &FeedbackCommand) -> Result<Request> {
    if command.list || command.export {
        return Ok(Request::List);
    }
    let task = match command.task.as_deref() {
        Some("-") => Some(read_input(Path::new("-"))?),
        task => task.map(str::to_owned),
    };
    Ok(match task {
        task if command.forget => Request::Forget { task },
        task => Request::Record(Given {
            task: task.unwrap_or_default(),
            used: command.used.clone(),
            unused: command.unused.clone(),
            time: Timestamp::now().as_second(),
        }),
    })
}

/// One JSON object a line; nothing at all for nothing.
fn export(kept: &[Remembered]) -> Result<()> {
    let lines: Vec<String> = kept.iter().map(render::json::compact).collect();
    if lines.is_empty() { Ok(()) } else { output::write(&lines.join("\n")) }
}
