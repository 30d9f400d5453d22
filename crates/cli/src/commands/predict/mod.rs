//! `fathom predict`: one subcommand per expert.

// clap prints these comments as help in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

mod error;

use super::{QueryTarget, found, read_diff, read_input};
use crate::arguments::{Common, with_default};
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use error::ErrorCommand;
use fathom_engine::operations::{experts, predict};
use fathom_engine::{EngineError, View, render};
use fathom_protocol::predict::{Answer, DEFAULT_LIMIT, files, next, refactor, tests};
use fathom_protocol::{Change, Diff, OneOrMany};
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum PredictCommand {
    /// Predict the files that a task changes
    #[command(
        after_help = "Examples:\n  fathom predict files \"Fix the rounding of invoices\"\n  fathom predict files \"Add a retry\" --files src/upload.py\n  git log -1 --format=%B | fathom predict files -"
    )]
    Files(PredictFilesCommand),
    /// Predict the tests that a change modifies or breaks
    #[command(
        after_help = "Examples:\n  fathom predict tests --files src/cart.py,src/price.py\n  fathom predict tests --diff main\n  git diff | fathom predict tests --diff -\n  fathom predict tests --staged"
    )]
    Tests(PredictTestsCommand),
    /// Predict the files and symbols that the fix of an error changes
    #[command(
        long_about = "Predict the files and symbols that the fix of an error changes, from an error message, a stack trace or the output of a failing test.\n\nStack traces of Python, JavaScript, TypeScript, Java, Kotlin, Go, Rust, Ruby, C#, PHP, C and C++ (gdb, sanitizers, compilers) are read. Frames are mapped to symbols of the repository, renamed files are followed, and frames of dependencies and of the standard library are recognised.",
        after_help = "Examples:\n  pytest 2>&1 | fathom predict error -\n  fathom predict error crash.log --limit 5 --json"
    )]
    Error(ErrorCommand),
    /// Predict the files that a half-done change still lacks
    #[command(
        after_help = "Examples:\n  fathom predict next --files src/cart.py\n  fathom predict next --staged\n  fathom predict next --branch\n  fathom predict next --log work.jsonl"
    )]
    Next(PredictNextCommand),
    /// List the files most in need of refactoring
    #[command(after_help = "Example:\n  fathom predict refactor --limit 10")]
    Refactor(PredictRefactorCommand),
}

#[derive(Args)]
pub(crate) struct PredictFilesCommand {
    /// The task in plain words, as a commit message would describe it; `-` reads it from standard input
    #[arg(required = true, value_name = "MESSAGE")]
    message: Vec<String>,
    /// Files that are known to be part of the change: a.rs,b.rs; a comma in a path is written \,
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    files: Option<Paths>,
    #[arg(long, help = with_default("Maximum number of files", DEFAULT_LIMIT))]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct PredictTestsCommand {
    #[command(flatten)]
    change: ChangeArguments,
    #[arg(long, help = with_default("Maximum number of tests", DEFAULT_LIMIT))]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct PredictNextCommand {
    /// The files that were edited: a.rs,b.rs; they need not exist yet
    #[arg(long, value_name = "PATHS", value_parser = paths, required_unless_present_any = ["staged", "branch", "log"])]
    files: Option<Paths>,
    /// Use the staged changes
    #[arg(long)]
    staged: bool,
    /// Use the commits of the branch that the default branch does not have, and the changed files
    #[arg(long)]
    branch: bool,
    /// Use the edits since the last commit of a work log (JSON Lines); `-` reads it from standard input
    #[arg(long, value_name = "FILE|-")]
    log: Option<PathBuf>,
    #[arg(long, help = with_default("Maximum number of files", DEFAULT_LIMIT))]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct PredictRefactorCommand {
    #[arg(long, help = with_default("Maximum number of files", DEFAULT_LIMIT))]
    limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A change, as `tests` and `predict tests` take it.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ChangeArguments {
    /// The changed files: a.rs,b.rs; they need not exist yet; a comma in a path is written \,
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    pub(crate) files: Option<Paths>,
    /// A revision to compare with (main, HEAD~2), a file with a unified diff, or `-` for a diff on
    /// standard input; it need not be applied
    #[arg(long, value_name = "REV|FILE|-")]
    pub(crate) diff: Option<String>,
    /// Use the commits since the merge base with this branch or commit
    #[arg(long, value_name = "BRANCH")]
    pub(crate) since: Option<String>,
    /// Use the staged changes
    #[arg(long)]
    pub(crate) staged: bool,
}

/// A list of paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths(Vec<String>);

/// Splits at commas; `\,` is a comma in a path.
#[allow(clippy::unnecessary_wraps)] // clap takes a function that can fail
pub(crate) fn paths(text: &str) -> Result<Paths, String> {
    let mut paths = vec![String::new()];
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let last = paths.len() - 1;
        match character {
            '\\' if characters.peek() == Some(&',') => paths[last].extend(characters.next()),
            ',' => paths.push(String::new()),
            other => paths[last].push(other),
        }
    }
    Ok(Paths(paths.into_iter().filter(|path| !path.is_empty()).collect()))
}

impl ChangeArguments {
    /// The change that the arguments describe.
    pub(super) fn read(&self, target: &QueryTarget) -> Result<Change> {
        let files = named(target, self.files.as_ref());
        let change = Change { files, since: self.since.clone(), staged: self.staged, ..Change::default() };
        let Some(diff) = &self.diff else { return Ok(change) };
        if diff == "-" || Path::new(diff).is_file() {
            return Ok(Change { diff: Some(Diff(read_diff(&PathBuf::from(diff))?)), ..change });
        }
        let changed = target.workspace.changed_since(diff).with_context(|| format!("--diff {diff}"))?;
        Ok(Change { files: OneOrMany(changed), ..change })
    }
}

/// Files as a request names them.
pub(super) fn named(target: &QueryTarget, files: Option<&Paths>) -> OneOrMany {
    OneOrMany(files.iter().flat_map(|files| &files.0).map(|file| target.name(file)).collect())
}

impl PredictCommand {
    /// The options that every command has.
    pub(crate) fn common(&self) -> &Common {
        match self {
            PredictCommand::Files(command) => &command.common,
            PredictCommand::Tests(command) => &command.common,
            PredictCommand::Error(command) => &command.common,
            PredictCommand::Next(command) => &command.common,
            PredictCommand::Refactor(command) => &command.common,
        }
    }

    /// The same, to be filled from settings.
    pub(crate) fn common_mut(&mut self) -> &mut Common {
        match self {
            PredictCommand::Files(command) => &mut command.common,
            PredictCommand::Tests(command) => &mut command.common,
            PredictCommand::Error(command) => &mut command.common,
            PredictCommand::Next(command) => &mut command.common,
            PredictCommand::Refactor(command) => &mut command.common,
        }
    }
}

pub(super) fn run(command: &PredictCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let now = Timestamp::now().as_second();
    match command {
        PredictCommand::Files(command) => {
            let target = QueryTarget::new(&command.common)?;
            let message = match command.message.join(" ") {
                input if input == "-" => read_input(Path::new("-"))?,
                message => message,
            };
            let files = named(&target, command.files.as_ref());
            let request = files::Request { message, files, limit: command.limit };
            answer(&target, &command.common, output, json, |view| {
                Ok(predict::files::run(view, &request, now)?.0)
            })
        }
        PredictCommand::Tests(command) => {
            let target = QueryTarget::new(&command.common)?;
            let request = tests::Request { change: command.change.read(&target)?, limit: command.limit };
            answer(&target, &command.common, output, json, |view| {
                Ok(predict::tests::run(view, &request, now)?.0)
            })
        }
        PredictCommand::Error(command) => error::run(command, output, json),
        PredictCommand::Next(command) => {
            let target = QueryTarget::new(&command.common)?;
            let files = named(&target, command.files.as_ref());
            let (staged, branch) = (command.staged, command.branch);
            let log = command.log.as_deref().map(read_input).transpose()?;
            let request = next::Request { files, staged, branch, log, limit: command.limit };
            answer(&target, &command.common, output, json, |view| {
                Ok(predict::next::run(view, &request, now)?.0)
            })
        }
        PredictCommand::Refactor(command) => {
            let target = QueryTarget::new(&command.common)?;
            let request = refactor::Request { limit: command.limit };
            answer(&target, &command.common, output, json, |view| {
                Ok(predict::refactor::run(view, &request, now)?.0)
            })
        }
    }
}

/// Learns first, with a progress bar, and answers.
fn answer(
    target: &QueryTarget,
    common: &Common,
    output: &Output,
    json: bool,
    ask: impl Fn(&View<'_>) -> Result<Answer, EngineError>,
) -> Result<ExitCode> {
    let response = target.ask(|view| {
        experts::train(view, &Bar::new())?;
        ask(view)
    })?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(common.repo.as_deref(), |paint| {
            render::predictions(&response, paint) + &render::prediction_notes(&response, paint)
        })?;
    }
    Ok(found(!response.predictions.is_empty()))
}

#[cfg(test)]
mod tests_of_paths {
    use super::{Paths, paths};

    #[test]
    fn an_escaped_comma_belongs_to_a_path() {
        let expected = Paths(vec!["a,b.rs".into(), "c.rs".into(), "d\\e".into()]);
        assert_eq!(paths("a\\,b.rs,c.rs,,d\\e"), Ok(expected));
    }
}
