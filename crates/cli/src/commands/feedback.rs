//! `fathom feedback`.

use super::{ask, found, read_input};
use crate::arguments::FeedbackCommand;
use crate::output;
use anyhow::Result;
use fathom_engine::operations::feedback::{self, Given, Kept, Recorded, Remembered, Request, Response};
use jiff::Timestamp;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(command: &FeedbackCommand, json: bool) -> Result<ExitCode> {
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
        Response::Recorded(recorded) => output::text(&told(recorded))?,
        Response::Kept(kept) => output::text(&listed(kept))?,
        Response::Forgotten { forgotten: 1 } => output::text("1 verdict forgotten")?,
        Response::Forgotten { forgotten } => output::text(&format!("{forgotten} verdicts forgotten"))?,
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
    let lines: Vec<String> = kept.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    if lines.is_empty() { Ok(()) } else { output::text(&lines.join("\n")) }
}

fn told(recorded: &Recorded) -> String {
    let mut text = String::new();
    for one in &recorded.recorded {
        let _ = writeln!(text, "recorded as {}: {}", one.verdict, one.symbol);
    }
    for one in &recorded.not_recorded {
        let _ = writeln!(text, "not recorded as {}: {}: {}", one.verdict, one.symbol, one.reason);
    }
    text
}

fn listed(kept: &Kept) -> String {
    if kept.feedback.is_empty() {
        return "no feedback is kept".to_owned();
    }
    let mut text = String::new();
    let mut task = None;
    for one in &kept.feedback {
        if task != Some(&one.task) {
            let gap = if task.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{}", one.task);
            task = Some(&one.task);
        }
        let day = Timestamp::from_second(one.time)
            .map_or_else(|_| String::new(), |time| format!("  {}", time.strftime("%Y-%m-%d")));
        let _ = write!(text, "  {:<6}  {}{day}", one.verdict, one.symbol);
        if one.times > 1 {
            let _ = write!(text, ", {} times", one.times);
        }
        match one.expired {
            Some(why) => _ = writeln!(text, ", expired: {why}"),
            None => text.push('\n'),
        }
    }
    text
}
