//! `fathom predict`: one subcommand per expert.

// clap prints these comments as help in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

mod error;

use crate::arguments::Common;
use crate::output::Output;
use anyhow::Result;
use clap::Subcommand;
use error::ErrorCommand;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum PredictCommand {
    /// Predict the files and symbols that the fix of an error changes
    #[command(
        long_about = "Predict the files and symbols that the fix of an error changes, from an error message, a stack trace or the output of a failing test.\n\nStack traces of Python, JavaScript, TypeScript, Java, Kotlin, Go, Rust, Ruby, C#, PHP, C and C++ (gdb, sanitizers, compilers) are read. Frames are mapped to symbols of the repository, renamed files are followed, and frames of dependencies and of the standard library are told apart.",
        after_help = "Examples:\n  pytest 2>&1 | fathom predict error -\n  fathom predict error crash.log --limit 5 --json"
    )]
    Error(ErrorCommand),
}

impl PredictCommand {
    pub(crate) fn common(&self) -> &Common {
        match self {
            PredictCommand::Error(command) => &command.common,
        }
    }

    pub(crate) fn common_mut(&mut self) -> &mut Common {
        match self {
            PredictCommand::Error(command) => &mut command.common,
        }
    }
}

pub(super) fn run(command: &PredictCommand, output: &Output, json: bool) -> Result<ExitCode> {
    match command {
        PredictCommand::Error(command) => error::run(command, output, json),
    }
}
