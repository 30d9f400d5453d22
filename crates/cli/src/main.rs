//! The `fathom` command: arguments in, the engine called, output out.

mod arguments;
mod commands;
mod output;
mod pager;
mod progress;
mod settings;
mod terminal;

use arguments::{Arguments, Command, ContextFormat};
use clap::Parser;
use fathom_engine::render::escape;
use std::borrow::Cow;
use std::process::ExitCode;

/// Facts are many small texts made on all threads, which is what the system's
/// allocator is slowest at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match commands::run(arguments) {
        Ok(code) => code,
        Err(error) => {
            // A reader that closed the pipe (`| head`) has all it wanted.
            if output::is_closed_pipe(&error) {
                return ExitCode::SUCCESS;
            }
            output::message(&format!("fathom: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Reports an error in the arguments, which repeats them, or prints the requested help.
fn refuse(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    match escape::block(&text) {
        Cow::Borrowed(_) => error.exit(),
        Cow::Owned(visible) => output::message(&visible),
    }
    ExitCode::from(2)
}

impl Command {
    /// Whether the answer is wanted as JSON.
    fn wants_json(&self) -> bool {
        match self {
            Command::Index(index) => index.json,
            Command::Status { json, .. } | Command::Config { json } => *json,
            Command::Context(command) => command.common.json || command.format == ContextFormat::Json,
            Command::Files(command) => command.common.json,
            Command::Explain(command) => command.common.json,
            Command::Feedback(command) => command.common.json,
            Command::Concepts(command) => command.common.json,
            Command::Query(command) => command.common.json,
            Command::Symbols(command) => command.common.json,
            Command::Show(command) => command.common.json,
            Command::Trace(command) => command.common.json,
            Command::Impact(command) => command.common.json,
            Command::Flow(command) => command.common.json,
            Command::Endpoints(command) => command.common.json,
            Command::States(command) => command.common.json,
            Command::Tests(command) => command.common.json,
            Command::Experts { experts } => experts.common().json,
            Command::Predict { predict } => predict.common().json,
            Command::Clean(command) => command.json,
            Command::Doctor(command) => command.json,
            #[cfg(feature = "bench")]
            Command::Bench { .. } => false,
            Command::Mcp(_) | Command::Serve(_) | Command::Init(_) => false,
            Command::Completions { .. } | Command::Man(_) => false,
        }
    }

    /// Whether settings change what the command does. Benchmarks are comparable across machines only
    /// without them.
    fn has_settings(&self) -> bool {
        match self {
            #[cfg(feature = "bench")]
            Command::Bench { .. } => false,
            Command::Completions { .. } | Command::Man(_) => false,
            _ => true,
        }
    }
}
