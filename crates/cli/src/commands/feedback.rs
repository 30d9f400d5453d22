//! `fathom feedback`.

use super::{ask, found, read_input};
use crate::arguments::FeedbackCommand;
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::feedback;
use fathom_engine::render;
use fathom_protocol::OneOrMany;
use fathom_protocol::feedback::{Action, Request, Response, VerdictRecord};
use jiff::Timestamp;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(command: &FeedbackCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let request = request(command)?;
    let now = Timestamp::now().as_second();
    let response = ask(&command.common, |view| feedback::run(view, &request, now))?;
    let any = match &response {
        Response::Recorded(recorded) => !recorded.recorded.is_empty(),
        Response::Listed(kept) => !kept.feedback.is_empty(),
        Response::Forgotten { forgotten } => *forgotten > 0,
    };
    match &response {
        Response::Listed(kept) if command.export => export(&kept.feedback)?,
        _ if json => output::json(&response)?,
        _ => output.answer(command.common.repo.as_deref(), |paint| render::feedback(&response, paint))?,
    }
    Ok(found(any))
}

fn request(command: &FeedbackCommand) -> Result<Request> {
    let action = if command.list || command.export {
        Action::List
    } else if command.forget {
        Action::Forget
    } else {
        Action::Record
    };
    let task = match command.task.as_deref() {
        Some("-") => Some(read_input(Path::new("-"))?),
        task => task.map(str::to_owned),
    };
    Ok(Request {
        task,
        used: OneOrMany(command.used.clone()),
        unused: OneOrMany(command.unused.clone()),
        action: Some(action),
    })
}

/// One JSON object a line; nothing at all for nothing.
fn export(kept: &[VerdictRecord]) -> Result<()> {
    let lines: Vec<String> = kept.iter().map(render::json::compact).collect();
    if lines.is_empty() { Ok(()) } else { output::write(&lines.join("\n")) }
}
